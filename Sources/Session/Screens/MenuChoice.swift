internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies

/// A command of a menu.
enum MenuChoice: String, CaseIterable {
  case open, show, edit, delete, add, remove

  /// Those that are there where no screen is open.
  static let ofSession: [MenuChoice] = [.open, .show, .edit, .delete]

  /// Whether it changes records.
  var changesRecords: Bool {
    switch self {
    case .open, .show: false
    case .edit, .delete, .add, .remove: true
    }
  }

  var need: PresenterCommand<RecordID>.Need {
    switch self {
    case .open, .show, .edit: .one
    case .delete, .remove: .some
    case .add: .nothing
    }
  }

  /// Whether it is about the record of a screen where nothing is selected there.
  var takesSubject: Bool {
    switch self {
    case .show, .edit, .delete: true
    case .open, .add, .remove: false
    }
  }

  var gesture: Gesture<RecordID>.Kind? {
    switch self {
    case .open: .open
    case .edit: .edit
    case .delete, .remove: .remove
    case .add: .add
    case .show: nil
    }
  }
}

/// A command in the definition of a menu, and the list that it is about if it names one.
struct MenuItem: Equatable, Sendable {
  var command: Name
  var list: Name?
}

extension MenuItem {
  /// Refuses an entry that is about a list which is not there.
  ///
  /// - Parameter isOfMany: whether the screen lists records.
  func check(for type: RecordType, isOfMany: Bool) throws(Diagnostic) {
    let choice = MenuChoice(rawValue: command.value)
    if let list, choice != .add {
      throw Diagnostic(
        .syntax, "\"\(command.value)\" is about what is selected, not about a list",
        at: list.span)
    }
    guard isOfMany else {
      if choice == .add { _ = try list(of: type) }
      return
    }
    if let list {
      throw Diagnostic(
        .syntax, "add makes a record of \(type.name) here, and is not about a list", at: list.span)
    }
    if choice == .remove {
      throw Diagnostic(
        .value, "remove takes a record out of a list of another one", at: command.span,
        hint: "delete deletes it")
    }
  }

  /// Refuses a command that nobody has, or that is not about one record.
  ///
  /// - Parameter commands: the user's commands.
  func checkIsThere(among commands: [UserCommand]) throws(Diagnostic) {
    if MenuChoice(rawValue: command.value) != nil { return }
    guard let known = commands.first(where: { $0.name == command.value }) else {
      throw Diagnostic(
        unknown: "a menu has no command \"\(command.value)\"", command,
        among: MenuChoice.allCases.map(\.rawValue) + commands.map(\.name))
    }
    guard known.parameters.count != 1 else { return }
    throw Diagnostic(
      .value, "a command of a menu takes the selected record and nothing else: \(known.usage)",
      at: command.span)
  }

  /// The list that it adds to; nil for a command that adds nothing.
  func list(of type: RecordType) throws(Diagnostic) -> String? {
    guard command.value == MenuChoice.add.rawValue else { return nil }
    let lists = type.properties.filter { $0.kind.isListOfRecords && $0.inverse == nil }.map(\.name)
    if let name = list {
      let property = try type.property(name)
      guard lists.contains(property.name) else {
        throw Diagnostic(
          .value,
          "\(property.name) is of the kind \(property.kind.name); expected a list of records",
          at: name.span)
      }
      return property.name
    }
    guard let list = lists.first else {
      throw Diagnostic(
        .value, "\(type.name) has no list of records to add to", at: command.span)
    }
    guard lists.count == 1 else {
      throw Diagnostic(
        .value, "\(type.name) has several lists: \(lists.joined(separator: ", "))",
        at: command.span, hint: "add \(list) says which")
    }
    return list
  }
}

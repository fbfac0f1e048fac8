internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct MenuItem: Equatable, Sendable {
  var command: Name
  var list: Name?

  func check(for type: RecordType, isOfMany: Bool) throws(Diagnostic) {
    let choice = MenuChoice(rawValue: command.value)
    if let list, choice != .add {
      throw Diagnostic(
        .syntax, "\"\(command.value)\" applies to the selection, not to a list",
        at: list.span)
    }
    guard isOfMany else {
      if choice == .add { _ = try list(of: type) }
      return
    }
    if let list {
      throw Diagnostic(
        .syntax, "add cannot name a list here, because add creates a record of \(type.name)",
        at: list.span)
    }
    if choice == .remove {
      throw Diagnostic(
        .value, "remove works only in a list that belongs to a record", at: command.span,
        hint: "use delete")
    }
  }

  func checkIsThere(among commands: [UserCommand]) throws(Diagnostic) {
    if MenuChoice(rawValue: command.value) != nil { return }
    guard let known = commands.first(where: { $0.name == command.value }) else {
      throw Diagnostic(
        unknown: "a menu has no command \"\(command.value)\"", command,
        among: MenuChoice.allCases.map(\.rawValue) + commands.map(\.name))
    }
    if known.takesSubject { return }
    throw Diagnostic(
      .value, "a menu cannot run \(known.usage)", at: command.span,
      hint: "the first parameter is the selected record, and the others need a kind that is not a "
        + "list, as in `\(known.name.asName) record amount: Integer`")
  }

  func list(of type: RecordType) throws(Diagnostic) -> String? {
    guard command.value == MenuChoice.add.rawValue else { return nil }
    let lists = type.properties.filter { $0.kind.isListOfRecords && $0.inverse == nil }.map(\.name)
    if let name = list {
      let property = try type.property(name)
      guard lists.contains(property.name) else {
        throw Diagnostic(
          .value,
          "\(property.name) is of kind \(property.kind.name); expected a list of records without "
            + "\"by\"",
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
        at: command.span, hint: "choose one, such as add \(list)")
    }
    return list
  }
}

internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies

/// The commands that a menu can have, and what each does with the records that are selected.
final class ScreenMenu {
  /// A command in the definition of a menu, and the list that it is about if it names one.
  struct Item: Equatable, Sendable {
    var command: Name
    var list: Name?
  }

  /// A command of a menu.
  enum Command: String, CaseIterable {
    case open, show, edit, delete, add, remove

    /// Those that are there where no screen is open.
    static let ofSession: [Command] = [.open, .show, .edit, .delete]

    /// Whether it changes records.
    fileprivate var changesRecords: Bool {
      switch self {
      case .open, .show: false
      case .edit, .delete, .add, .remove: true
      }
    }

    fileprivate var need: PresenterCommand<RecordID>.Need {
      switch self {
      case .open, .show, .edit: .one
      case .delete, .remove: .some
      case .add: .nothing
      }
    }

    fileprivate var gesture: Gesture<RecordID>.Kind? {
      switch self {
      case .open: .open
      case .edit: .edit
      case .delete, .remove: .remove
      case .add: .add
      case .show: nil
      }
    }
  }

  /// What `do` was given beside the name of the command.
  struct Request {
    var span: SourceSpan
    var assignments: [AssignmentSyntax] = []
  }

  private unowned let session: Session
  /// The `do` that is carried out.
  private var request: Request?

  init(_ session: Session) {
    self.session = session
  }

  // MARK: Definitions

  /// Refuses an entry of a menu that is no command, or is about a list that is not there.
  func check(_ item: Item, for type: RecordType) throws(Diagnostic) {
    guard let command = Command(rawValue: item.command.value) else {
      throw Diagnostic(
        unknown: "a menu has no command \"\(item.command.value)\"", item.command,
        among: Command.allCases.map(\.rawValue))
    }
    if let list = item.list, command != .add {
      throw Diagnostic(
        .syntax, "\"\(command.rawValue)\" is about what is selected, not about a list",
        at: list.span)
    }
    if command == .add { _ = try list(of: item, type) }
  }

  /// The list that an entry of a menu adds to; nil for a command that adds nothing.
  func list(of item: Item, _ type: RecordType) throws(Diagnostic) -> String? {
    guard item.command.value == Command.add.rawValue else { return nil }
    let lists = type.properties.filter { property in
      if case .records = property.kind { true } else { false }
    }.map(\.name)
    if let name = item.list {
      let property = try session.resolver.property(name, of: type)
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
        .value, "\(type.name) has no list of records to add to", at: item.command.span)
    }
    guard lists.count == 1 else {
      throw Diagnostic(
        .value, "\(type.name) has several lists: \(lists.joined(separator: ", "))",
        at: item.command.span, hint: "add \(list) says which")
    }
    return list
  }

  // MARK: Commands

  /// The command as a presenter has it.
  ///
  /// - Parameters:
  ///   - screen: the record of the screen whose menu it is in, if it is in one.
  ///   - list: the list of that record that it adds to, if it does.
  func command(
    _ command: Command, on screen: RecordID? = nil, list: String? = nil
  ) -> PresenterCommand<RecordID> {
    PresenterCommand(
      command.rawValue, needs: command.need, answers: command.gesture,
      obstacle: { [unowned self] ids in obstacle(to: command, ids, on: screen) },
      body: { [unowned self] ids in try carryOut(command, ids, on: screen, list: list) })
  }

  /// A command of the user's as a presenter has it.
  func command(_ command: UserCommand) -> PresenterCommand<RecordID> {
    PresenterCommand(
      command.name, needs: .one,
      obstacle: { [unowned session] ids in
        guard command.parameters.count == 1 else {
          return "it takes \(command.parameters.count) values: \(command.usage)"
        }
        return ids.first.flatMap { command.obstacle($0, in: session) }
      },
      body: { [unowned session] ids in
        try command.run(with: ids.map { .record($0) }, in: session)
      })
  }

  /// Carries out a command of a presenter's menu.
  func perform(
    _ name: Name, of presenter: Presenter<RecordID>, _ assignments: [AssignmentSyntax]
  ) throws(Diagnostic) {
    if let first = assignments.first, name.value != Command.add.rawValue,
      presenter.commands.contains(where: { $0.name == name.value })
    {
      throw Diagnostic(
        .syntax, "\"\(name.value)\" takes no values", at: first.property.span)
    }
    request = Request(span: name.span, assignments: assignments)
    defer { request = nil }
    do {
      try presenter.perform(name.value)
    } catch let error as PresenterError {
      switch error.kind {
      case .unknownCommand(let command):
        let names = presenter.commands.map(\.name)
        throw Diagnostic(unknown: "the menu has no command \"\(command)\"", name, among: names)
      case .disabled:
        throw Diagnostic(.refused, error.message, at: name.span, hint: "menu says what can be done")
      }
    } catch let error as Diagnostic {
      throw error.at(name.span)
    } catch {
      preconditionFailure("a command of the menu throws diagnostics")
    }
  }

  private func obstacle(to command: Command, _ ids: [RecordID], on screen: RecordID?) -> String? {
    if command.changesRecords, session.configuration.isReadOnly {
      return "the store is open read-only"
    }
    switch command {
    case .show, .delete, .add: return nil
    case .open:
      guard let id = ids.first, self.screen(for: id) == nil else { return nil }
      return "there is no screen for \(id.type)"
    case .edit:
      return session.configuration.keyboard == nil ? "edit needs a terminal" : nil
    case .remove:
      guard let screen else { return nil }
      let items = items(of: screen)
      return ids.first { !items.contains($0) }.map { "\($0) is in no list of \(screen)" }
    }
  }

  /// The first screen that is defined for the type of a record.
  private func screen(for id: RecordID) -> ScreenDefinition? {
    session.views.screens.first { $0.type == id.type }
  }

  /// The records of the lists of one.
  private func items(of id: RecordID) -> Set<RecordID> {
    guard let record = session.live.find(id) else { return [] }
    let items = record.type.properties.flatMap { property -> [Value] in
      guard case .records = property.kind, case .list(let items)? = record[property.name] else {
        return []
      }
      return items
    }
    return Set(
      items.compactMap { item in
        if case .reference(let id) = item { id } else { nil }
      })
  }

  private func carryOut(
    _ command: Command, _ ids: [RecordID], on screen: RecordID?, list: String?
  ) throws(Diagnostic) {
    guard let request else { preconditionFailure("a command is carried out for a request") }
    switch command {
    case .show: for id in ids { try session.show(id, session.resolver, at: request.span) }
    case .open:
      guard let id = ids.first, let screen = self.screen(for: id) else { return }
      try session.screens.visit(screen, on: id, at: request.span)
    case .edit:
      guard let id = ids.first else { return }
      try session.edit(id, at: request.span)
    case .delete, .remove: try session.delete(ids, at: request.span)
    case .add:
      guard let screen, let list else { return }
      try add(to: list, of: screen, request)
    }
  }

  /// Makes a record at the end of a list, which is then selected.
  private func add(
    to list: String, of owner: RecordID, _ request: Request
  ) throws(Diagnostic) {
    let resolver = session.resolver
    let property = try resolver.property(
      Name(list, at: request.span),
      of: try resolver.type(Name(owner.type, at: request.span)))
    let type = try resolver.type(
      Name(property.item?.kind.recordType ?? "", at: request.span))
    try session.editing.endEditings(of: owner)
    let given = try resolver.given(request.assignments, for: type)
    let place = Store.ListPlace(owner, list, at: nil)
    if session.wantsForm(of: type, given) {
      // The form has said which record it has made.
      guard let id = try session.fill(type, given, into: place, at: request.span)
      else { return }
      return session.screens.presenter.selection.replace(with: CollectionOfOne(id))
    }
    let id = try session.editing.create(type, given, at: request.span, in: place)
    try session.editing.refreshRecords()
    session.screens.presenter.selection.replace(with: CollectionOfOne(id))
    session.say(.reference(id.description))
  }
}

internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies

/// The commands that a menu can have, and what each does with the records that are selected.
final class ScreenMenu {
  /// What `do` was given beside the name of the command.
  struct Request {
    var span: SourceSpan
    var assignments: [AssignmentSyntax] = []
  }

  /// Opens a screen on a record.
  var visit: (ScreenDefinition, RecordID, SourceSpan) throws(Diagnostic) -> Void = { _, _, _ in }
  /// Selects a record, and no other.
  var choose: (RecordID) -> Void = { _ in }
  private let isReadOnly: Bool
  private let live: LiveRecords
  private let resolver: Resolver
  private let editing: Editing
  private let deletion: Deletion
  private let keys: KeyboardEditing
  private let views: ViewDefinitions
  private let userCommands: UserCommands
  private let say: (Reply) -> Void
  /// The `do` that is carried out.
  private var request: Request?

  init(
    _ configuration: Configuration, _ live: LiveRecords, _ resolver: Resolver, _ editing: Editing,
    _ deletion: Deletion, _ keys: KeyboardEditing, _ views: ViewDefinitions,
    _ userCommands: UserCommands, say: @escaping (Reply) -> Void
  ) {
    isReadOnly = configuration.isReadOnly
    self.live = live
    self.resolver = resolver
    self.editing = editing
    self.deletion = deletion
    self.keys = keys
    self.views = views
    self.userCommands = userCommands
    self.say = say
  }

  // MARK: Commands

  /// The command as a presenter has it.
  ///
  /// - Parameters:
  ///   - screen: the record of the screen whose menu it is in, if it is in one.
  ///   - list: the list of that record that it adds to, if it does.
  func command(
    _ command: MenuChoice, on screen: RecordID? = nil, list: String? = nil
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
      obstacle: { [userCommands] ids in
        guard command.parameters.count == 1 else {
          return "it takes \(command.parameters.count) values: \(command.usage)"
        }
        return ids.first.flatMap { userCommands.obstacle(to: command, for: $0) }
      },
      body: { [userCommands] ids in
        try userCommands.run(command, with: ids.map { .record($0) })
      })
  }

  /// Carries out a command of a presenter's menu.
  func perform(
    _ name: Name, of presenter: Presenter<RecordID>, _ assignments: [AssignmentSyntax]
  ) throws(Diagnostic) {
    if let first = assignments.first, name.value != MenuChoice.add.rawValue,
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

  private func obstacle(to command: MenuChoice, _ ids: [RecordID], on screen: RecordID?) -> String?
  {
    if command.changesRecords, isReadOnly {
      return "the store is open read-only"
    }
    switch command {
    case .show, .delete, .add: return nil
    case .open:
      guard let id = ids.first, self.screen(for: id) == nil else { return nil }
      return "there is no screen for \(id.type)"
    case .edit:
      return keys.isThere ? nil : "edit needs a terminal"
    case .remove:
      guard let screen else { return nil }
      let items = items(of: screen)
      return ids.first { !items.contains($0) }.map { "\($0) is in no list of \(screen)" }
    }
  }

  /// The first screen that is defined for the type of a record.
  private func screen(for id: RecordID) -> ScreenDefinition? {
    views.screens.first { $0.type == id.type }
  }

  /// The records of the lists of one.
  private func items(of id: RecordID) -> Set<RecordID> {
    guard let record = live.find(id) else { return [] }
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
    _ command: MenuChoice, _ ids: [RecordID], on screen: RecordID?, list: String?
  ) throws(Diagnostic) {
    guard let request else { preconditionFailure("a command is carried out for a request") }
    switch command {
    case .show: for id in ids { say(.details(try resolver.details(of: id, at: request.span))) }
    case .open:
      guard let id = ids.first, let screen = self.screen(for: id) else { return }
      try visit(screen, id, request.span)
    case .edit:
      guard let id = ids.first else { return }
      try keys.edit(id, at: request.span)
    case .delete, .remove: try deletion.delete(ids, areNamed: false, at: request.span)
    case .add:
      guard let screen, let list else { return }
      try add(to: list, of: screen, request)
    }
  }

  /// Makes a record at the end of a list, which is then selected.
  private func add(
    to list: String, of owner: RecordID, _ request: Request
  ) throws(Diagnostic) {
    let property = try resolver.property(
      Name(list, at: request.span),
      of: try resolver.type(Name(owner.type, at: request.span)))
    let type = try resolver.type(
      Name(property.item?.kind.recordType ?? "", at: request.span))
    try editing.endEditings(of: owner)
    let given = try resolver.given(request.assignments, for: type)
    let place = Store.ListPlace(owner, list, at: nil)
    if keys.wantsForm(of: type, given) {
      // The form has said which record it has made.
      guard let id = try keys.fill(type, given, into: place, at: request.span)
      else { return }
      return choose(id)
    }
    let id = try editing.create(type, given, at: request.span, in: place)
    try editing.refreshRecords()
    choose(id)
    say(.reference(id.description))
  }
}

internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

final class ScreenMenu {
  struct Request {
    var span: SourceSpan
    var assignments: [AssignmentSyntax] = []
  }

  var visit: (ScreenDefinition, RecordID?, SourceSpan) throws(Diagnostic) -> Void = { _, _, _ in }
  var subject: () -> RecordID? = { nil }
  var choose: (RecordID) -> Void = { _ in }
  private let context: CommandContext
  private let deletion: Deletion
  private let keys: KeyboardEditing
  private let views: ViewDefinitions
  private let userCommands: UserCommands
  private var request: Request?
  /// The record last created by `add`, which the user did not select.
  private var added: RecordID?

  init(
    _ context: CommandContext, _ deletion: Deletion,
    _ keys: KeyboardEditing, _ views: ViewDefinitions, _ userCommands: UserCommands
  ) {
    self.context = context
    self.deletion = deletion
    self.keys = keys
    self.views = views
    self.userCommands = userCommands
  }

  func command(
    _ command: MenuChoice, in place: MenuChoice.Place = .session
  ) -> PresenterCommand<RecordID> {
    PresenterCommand(
      command.rawValue, needs: command.need, answers: command.gesture,
      takesSubject: command.takesSubject,
      obstacle: { [unowned self] ids in obstacle(to: command, ids, in: place) },
      body: { [unowned self] ids in try carryOut(command, ids, in: place) })
  }

  func missingCommand(_ name: String) -> PresenterCommand<RecordID> {
    PresenterCommand(
      name, needs: .nothing, obstacle: { _ in "there is no command \(name.asName)" },
      body: { _ in })
  }

  func command(_ command: UserCommand) -> PresenterCommand<RecordID> {
    var made = PresenterCommand<RecordID>(
      command.name, needs: .some, takesSubject: true,
      obstacle: { [unowned self] ids in
        command.takesSubject
          ? obstacle(to: command, records(for: command, ids))
          : "a menu cannot run \(command.usage)"
      },
      body: { [unowned self] ids in try run(command, on: records(for: command, ids)) })
    made.title = command.caption
    return made
  }

  /// Returns the selection; or the screen's record, if its type fits the command and the selection
  /// does not fit or was just added.
  private func records(for command: UserCommand, _ ids: [RecordID]) -> [RecordID] {
    guard let subject = subject(), userCommands.fits(command, subject.type) else { return ids }
    let isForScreen =
      ids == added.map { [$0] } || !ids.allSatisfy { userCommands.fits(command, $0.type) }
    return isForScreen ? [subject] : ids
  }

  /// Empty if the command needs no records.
  func records(for command: String, of presenter: Presenter<RecordID>) -> [RecordID] {
    guard let known = presenter.commands.first(where: { $0.name == command }),
      known.need != .nothing
    else { return [] }
    var ids = presenter.selection.items
    if ids.isEmpty, known.takesSubject, let subject = presenter.subject { ids = [subject] }
    guard case .command(let command) = context.names[command] else { return ids }
    return records(for: command, ids)
  }

  private func obstacle(to command: UserCommand, _ records: [RecordID]) -> String? {
    for id in records {
      guard let obstacle = userCommands.obstacle(to: command, for: id) else { continue }
      return records.count == 1 ? obstacle : "\(id): \(obstacle)"
    }
    return nil
  }

  /// Another program may have changed the records while a form was open.
  private func checkAgain(
    _ command: UserCommand, _ records: [RecordID], at span: SourceSpan
  ) throws(Diagnostic) {
    let there = try attempt(context.store.queries.existing(records), at: span)
    if let gone = records.first(where: { !there.contains($0) }) {
      throw context.workspace.editing.isGone(gone).diagnostic.at(span)
    }
    if let obstacle = obstacle(to: command, records) {
      throw Diagnostic(.refused, "\(command.name.asName) is disabled: \(obstacle)", at: span)
    }
  }

  private func run(_ command: UserCommand, on records: [RecordID]) throws(Diagnostic) {
    guard let request else { preconditionFailure("a menu command runs without a request") }
    var values = try MenuValues(of: command, request.assignments, context, keys, at: request.span)
    guard let rest = try values.complete() else { return }
    if !rest.isEmpty { try checkAgain(command, records, at: request.span) }
    try userCommands.run(command, withEach: records, rest)
  }

  func perform(
    _ name: Name, of presenter: Presenter<RecordID>, _ assignments: [AssignmentSyntax]
  ) throws(Diagnostic) {
    if let first = assignments.first, let choice = MenuChoice(rawValue: name.value),
      choice != .add, presenter.commands.contains(where: { $0.name == name.value })
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
      case .disabled, .waits:
        throw Diagnostic(
          .refused, error.message, at: name.span, hint: "`menu` shows which commands are enabled"
        )
      }
    } catch let error as Diagnostic {
      throw error.at(name.span)
    } catch {
      preconditionFailure("a menu command threw an error that is not a Diagnostic")
    }
  }

  private func obstacle(to command: MenuChoice, _ ids: [RecordID], in place: MenuChoice.Place)
    -> String?
  {
    if command.changesRecords, context.configuration.isReadOnly {
      return "the database is open read-only"
    }
    switch command {
    case .show, .delete, .add: return nil
    case .open:
      guard let id = ids.first, screen(for: id, in: place) == nil else { return nil }
      if case .type(_, let name?) = place { return "there is no screen \(name.asName)" }
      return "there is no screen for \(id.type)"
    case .edit:
      return keys.isThere ? nil : "edit needs a terminal"
    case .remove:
      guard case .record(let screen, _) = place else { return nil }
      let items = items(of: screen)
      return ids.first { !items.contains($0) }.map { "\($0) is not in a list of \(screen)" }
    }
  }

  private func screen(for id: RecordID, in place: MenuChoice.Place) -> ScreenDefinition? {
    guard case .type(_, let name?) = place else { return views.screen(about: id.type) }
    return views.screens.first { $0.name == name }
  }

  private func items(of id: RecordID) -> Set<RecordID> {
    guard let record = context.workspace.live.find(id) else { return [] }
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
    _ command: MenuChoice, _ ids: [RecordID], in place: MenuChoice.Place
  ) throws(Diagnostic) {
    guard let request else { preconditionFailure("a menu command runs without a request") }
    switch command {
    case .show:
      for id in ids {
        context.say(.details(try context.resolver.details(of: id, at: request.span)))
      }
    case .open:
      guard let id = ids.first, let screen = screen(for: id, in: place) else { return }
      try visit(screen, id, request.span)
    case .edit:
      guard let id = ids.first else { return }
      try keys.edit(id, at: request.span)
    case .delete, .remove: try deletion.delete(ids, areNamed: false, at: request.span)
    case .add:
      switch place {
      case .session, .record(_, nil): break
      case .record(let owner, let list?):
        let property = try context.resolver.property(
          Name(list, at: request.span),
          of: try context.resolver.type(Name(owner.type, at: request.span)))
        try inWorkspace(context.workspace.editing.endEditings(of: owner))
        try add(
          property.item?.kind.recordType ?? "", to: Store.ListPlace(owner, list, at: nil), request)
      case .type(let type, _): try add(type, to: nil, request)
      }
    }
  }

  private func add(
    _ type: String, to place: Store.ListPlace?, _ request: Request
  ) throws(Diagnostic) {
    let type = try context.resolver.type(Name(type, at: request.span))
    let given = try context.resolver.given(request.assignments, for: type)
    if keys.wantsForm(of: type, given) {
      // The form reports the new record itself.
      guard let id = try keys.fill(type, given, into: place, at: request.span)
      else { return }
      added = id
      return choose(id)
    }
    let id = try context.workspace.editing.create(type, given, at: request.span, in: place)
    try inWorkspace(context.workspace.refresh())
    added = id
    choose(id)
    context.say(.reference(id.description))
  }
}

/// The values that a command of a menu needs besides the selected record.
struct MenuValues {
  private let command: UserCommand
  private let context: CommandContext
  private let keys: KeyboardEditing
  private let span: SourceSpan
  private var bindings: [String: Binding] = [:]

  init(
    of command: UserCommand, _ given: [AssignmentSyntax], _ context: CommandContext,
    _ keys: KeyboardEditing, at span: SourceSpan
  ) throws(Diagnostic) {
    (self.command, self.context, self.keys, self.span) = (command, context, keys, span)
    for assignment in given {
      let name = assignment.property
      guard let parameter = parameters.first(where: { $0.name == name.value }) else {
        throw Diagnostic(
          unknown: "\(command.name.asName) has no parameter \(name.value.asName)", name,
          among: parameters.map(\.name))
      }
      let binding = try context.resolver.binding(of: parameter, to: assignment.value)
      guard bindings.updateValue(binding, forKey: parameter.name) == nil else {
        throw Diagnostic(.syntax, "\(name.value.asName) is given twice", at: name.span)
      }
    }
  }

  private var parameters: ArraySlice<UserCommand.Parameter> { command.parameters.dropFirst() }

  /// Returns the values in parameter order, with defaults; asks an interactive user if values are
  /// missing or a screen is shown.
  ///
  /// - Returns: Nil if the user cancels.
  mutating func complete() throws(Diagnostic) -> [Binding]? {
    let isMissing = parameters.contains { bindings[$0.name] == nil && $0.isRequired }
    if isMissing || keys.showOnScreen != nil, context.runner.isAtPrompt, keys.canShowForms {
      guard try ask() else { return nil }
    }
    var values: [Binding] = []
    for parameter in parameters {
      if let binding = bindings[parameter.name] {
        values.append(binding)
      } else if let binding = try context.resolver.default(of: parameter) {
        values.append(binding)
      } else {
        let (name, missing) = (command.name.asName, parameter.name.asName)
        throw Diagnostic(
          .value, "\(name) needs a value for \(missing)", at: span,
          hint: "do \(name) \(missing)=VALUE")
      }
    }
    return values
  }

  /// Returns false if the user cancels.
  private mutating func ask() throws(Diagnostic) -> Bool {
    var properties: [Property] = []
    var initial: [String: Value?] = [:]
    for parameter in parameters where bindings[parameter.name] == nil {
      guard let definition = parameter.definition, parameter.canBeAsked else { continue }
      var property = try Property(definition, zoneOffset: context.resolver.zoneOffset)
      property.givenDefault = nil
      properties.append(property)
      switch try context.resolver.default(of: parameter) {
      case .record(let id)?: initial[property.name] = .reference(id)
      case .value(let value?, _)?: initial[property.name] = value
      default: break
      }
    }
    guard !properties.isEmpty else { return true }
    let type: RecordType
    do {
      // The usage text is unlikely to be the name of a stored type.
      type = try RecordType(command.usage, properties)
    } catch {
      throw Diagnostic(.refused, error.message, at: span)
    }
    let title = command.caption ?? command.name
    guard let values = try keys.ask(type, initial, as: title, at: span) else { return false }
    for property in properties {
      bindings[property.name] = Binding(values[property.name] ?? nil, of: property)
    }
    return true
  }
}

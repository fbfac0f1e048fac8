internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies

/// The screens that are open, and what is selected where none is.
final class OpenScreens {
  /// What commands a menu can have.
  let menu: ScreenMenu
  private let wireframe: SessionWireframe
  /// The selection and the menu where no screen is open.
  private let base = Presenter<RecordID>()
  private unowned let session: Session
  /// The screen that says what changes, which is the one on top once it was printed.
  private weak var speaking: OpenScreen?
  /// Whether a view draws the screens, which then say nothing in replies.
  var isDrawn: Bool { wireframe.showAlert != nil }
  /// The locale in which the screens were written.
  private var locale: String

  init(_ session: Session) {
    self.session = session
    wireframe = SessionWireframe(session.runner, session.names, session.configuration) {
      [unowned session] reply in session.say(reply)
    }
    menu = ScreenMenu(session)
    locale = session.fieldFactory.locale
    for command in ScreenMenu.Command.ofSession { base.add(menu.command(command)) }
  }

  /// The screens, the newest last.
  var open: [OpenScreen] { wireframe.stack.screens }

  /// The selection and the menu of the screen on top, else of the session; what is gone has left
  /// the selection.
  var presenter: Presenter<RecordID> {
    judgeSelections()
    let presenter = wireframe.stack.top?.presenter ?? base
    presenter.updateMenu()
    return presenter
  }

  /// Up to where the selections know which records have come and gone; nil where nothing is chosen.
  private var selectionMark: ChangeMark?

  /// Lets records that are gone leave the selections, and those return whose deletion was taken
  /// back.
  private func judgeSelections() {
    // After each command of a script this has to cost nothing.
    guard !open.isEmpty || !base.selection.chosen.isEmpty else {
      selectionMark = nil
      return
    }
    let selections = ([base] + open.map(\.presenter)).map(\.selection)
      .filter { !$0.chosen.isEmpty }
    let store = session.store
    guard !selections.isEmpty, var mark = selectionMark else {
      // What has been chosen just now is there.
      selectionMark = selections.isEmpty ? nil : try? store.mark()
      return
    }
    let changes = try? store.changes(since: &mark)
    selectionMark = mark
    if changes?.isEmpty == true { return }
    for selection in selections
    where changes.map({ selection.isConcerned(by: $0) }) ?? true {
      guard let there = try? store.existing(selection.chosen) else { continue }
      selection.keep { there.contains($0) }
    }
  }

  /// What is on the screen on top, brought to what the records are now; nil if none is open.
  var content: ScreenContent? {
    guard let top = wireframe.stack.top else { return nil }
    _ = presenter
    top.update()
    updateFields(of: top)
    return top.content(depth: open.count)
  }

  /// Puts a command of the user's into the menus, or takes it out where it is for none.
  func offer(_ command: UserCommand) {
    for presenter in [base] + open.map(\.presenter) {
      if command.condition != nil {
        presenter.add(menu.command(command))
      } else if ScreenMenu.Command(rawValue: command.name) == nil {
        presenter.removeCommand(named: command.name)
      }
    }
  }

  // MARK: Opening and leaving

  /// Opens a screen on a record, which a terminal draws until it is left; elsewhere says all that
  /// is on it.
  func visit(
    _ definition: ScreenDefinition, on id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    guard !isDrawn, session.runner.isAtPrompt, let keyboard = session.configuration.keyboard else {
      return try open(definition, on: id, at: span)
    }
    let visit = ScreenVisit(session, below: open.count, at: span)
    wireframe.showAlert = { [weak visit] alert in visit?.show(alert) }
    defer { wireframe.showAlert = nil }
    try open(definition, on: id, at: span)
    let isShown = try session.handingOverTheKeyboard { keyboard.visit(visit) }
    wireframe.showAlert = nil
    // What has ended the visit is still to be read.
    if let notice = visit.notice { session.say(.warning(notice)) }
    if let top = wireframe.stack.top, !isShown || top.told == nil { tell(top) }
  }

  /// Opens a screen on a record, and says all that is on it.
  func open(
    _ definition: ScreenDefinition, on id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    let screen = try make(definition, on: id, at: span)
    let former = speaking
    speaking = nil
    wireframe.isOpening = true
    defer { wireframe.isOpening = false }
    wireframe.open(screen)
    screen.face.viewDidAppear()
    guard screen.face.model != nil else {
      speaking = former
      try session.runner.checkInterruption()
      throw failure?.at(span) ?? Diagnostic(.refused, "\(id) cannot be loaded", at: span)
    }
    related = []
    former?.told = nil
    updateFields(of: screen)
    tell(screen)
  }

  /// Leaves the screen on top, and says all that is on the one below.
  func leave(at span: SourceSpan) throws(Diagnostic) {
    guard let top = wireframe.stack.top else {
      throw Diagnostic(.refused, "no screen is open", at: span)
    }
    for field in top.parts.fields where field.interactor.isEditing {
      session.editing.cancelEditing(of: field)
    }
    speaking = nil
    wireframe.leave()
    if let top = wireframe.stack.top {
      top.update()
      tell(top)
    }
  }

  /// Why the last screen could not be loaded.
  private var failure: Diagnostic?

  private func make(
    _ definition: ScreenDefinition, on id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) -> OpenScreen {
    guard definition.type == id.type else {
      throw Diagnostic(
        .value, "\(definition.name) is a screen for \(definition.type), not for \(id)",
        at: span)
    }
    let type = try session.resolver.type(Name(id.type, at: span))
    var formatters: [TemplateFormatter] = []
    for name in definition.formatters {
      let formatter = try session.views.formatter(Name(name, at: span))
      // A version that did not check this may have written it.
      guard formatter.type == type.name else {
        throw Diagnostic(
          .refused,
          "the screen \(definition.name) uses \"\(name)\", a formatter for \(formatter.type)",
          at: span)
      }
      formatters.append(try formatter.formatter())
    }
    var title: Template?
    if let text = definition.title {
      title = try Template(text, for: type, types: session.store.type) { _ in
        Diagnostic.Place(file: "", line: span.start.line, column: span.start.column)
      }
    }
    let session = session
    failure = nil
    let screen = OpenScreen(
      definition, id, formatters: formatters, title: title, wireframe,
      label: { [unowned session] in session.fieldFactory.label(on: $0, $1) },
      load: { [unowned self] step in try load(id, at: span, step) },
      find: { [unowned session] in session.live.find($0) })
    for label in definition.labels {
      screen.parts.add(
        try label.label(of: id, in: session) { [weak self, weak screen] reply in
          guard let self, let screen, speaking === screen else { return }
          // Of what is deleted the screen itself says so.
          if (try? session.resolver.exists(id)) == true { session.say(reply) }
        })
    }
    for item in definition.menu {
      guard let command = ScreenMenu.Command(rawValue: item.command.value) else { continue }
      screen.presenter.add(
        menu.command(command, on: id, list: try menu.list(of: item, type)))
    }
    for command in session.names.commands where command.condition != nil {
      screen.presenter.add(menu.command(command))
    }
    return screen
  }

  /// Loads a record and the records of its lists.
  private func load(
    _ id: RecordID, at span: SourceSpan, _ step: (LoadingProgress) throws -> Void
  ) throws -> Record {
    do {
      let record = try session.live.record(id, at: span)
      // Held until the screen has been formatted, and holds them itself.
      related = []
      for property in record.type.properties where property.item?.kind.recordType != nil {
        guard case .list(let items)? = record[property.name] else { continue }
        for (index, item) in items.enumerated() {
          if index.isMultiple(of: Self.stepOfProgress) {
            try step(LoadingProgress(property.name, done: index, of: items.count))
          }
          if case .reference(let id) = item { related.append(session.live.find(id)) }
        }
      }
      return record
    } catch let error as Diagnostic {
      failure = error
      throw error
    }
  }

  private static let stepOfProgress = 500
  private var related: [Record?] = []

  // MARK: Following

  /// Says what has become of the screens since the last command.
  func update() {
    judgeSelections()
    guard !open.isEmpty else { return }
    leaveScreensOfDeletedRecords()
    leaveOutdatedScreens()
    let isNew = locale != session.fieldFactory.locale
    locale = session.fieldFactory.locale
    for screen in open { screen.update(anew: isNew) }
    guard let top = wireframe.stack.top else { return }
    updateFields(of: top)
    if isDrawn { return }
    guard let told = top.told else { return tell(top) }
    let content = top.content(depth: open.count)
    for item in content.changes(since: told) { session.say(.item(item)) }
    top.told = content
  }

  private func leaveScreensOfDeletedRecords() {
    for screen in open where (try? session.resolver.exists(screen.record)) == false {
      wireframe.close(screen)
      wireframe.alert(
        Alert("\(screen.record) was deleted; its screen \(screen.definition.name) is closed"))
    }
  }

  /// Closes the screens on records of types that are defined in another way by now; those on which a
  /// field is being edited stay as they are until its editing ends.
  func leaveScreens(ofTypes types: Set<String>) {
    for screen in open where types.contains(screen.record.type) { screen.rest() }
    leaveOutdatedScreens()
  }

  private func leaveOutdatedScreens() {
    for screen in open where screen.isOutdated && !screen.isEditing {
      wireframe.close(screen)
      wireframe.alert(
        Alert(
          "\(screen.record.type.asName) was altered; the screen \(screen.definition.name) on "
            + "\(screen.record) is closed"))
    }
  }

  /// The place of what no command is to blame for.
  static let nowhere = SourceSpan(
    start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))

  private func updateFields(of screen: OpenScreen) {
    let session = session
    endEditingsOfDeletedRecords(on: screen)
    if screen.isOutdated { return }
    screen.parts.updateFields { definition throws(Diagnostic) in
      try definition.field(of: screen.record, in: session)
    } follow: { field throws(Diagnostic) in
      try session.editing.follow(field, at: field.path?.span ?? Self.nowhere)
    }
  }

  /// A key into what is gone would be lost, and a deletion that is undone must not find it changed.
  private func endEditingsOfDeletedRecords(on screen: OpenScreen) {
    for field in screen.parts.fields where field.interactor.isEditing {
      guard (try? session.resolver.exists(field.record)) == false else { continue }
      field.interactor.cancelEditing()
      wireframe.alert(
        Alert("\(field.record) was deleted while \(field.name) was edited; nothing was stored"))
    }
  }

  /// Says all that is on a screen, which says what changes from now on.
  private func tell(_ screen: OpenScreen) {
    if isDrawn { return }
    let content = screen.content(depth: open.count)
    for item in content.shownItems { session.say(.item(item)) }
    for label in content.labels { session.say(.label(name: label.name, text: label.text)) }
    for item in content.fieldItems { session.say(.item(item)) }
    screen.told = content
    speaking = screen
  }
}

extension Selection<RecordID> {
  /// Whether records have come or gone of a type of which some are chosen.
  fileprivate func isConcerned(by changes: Set<PropertyReference>) -> Bool {
    let types = changes.filter { $0.property == nil }.map(\.type)
    return !types.isEmpty && chosen.contains { types.contains($0.type) }
  }
}

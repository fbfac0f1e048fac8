internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies

/// The screens that are open, and what is selected where none is.
final class OpenScreens: ChangeFollower, VisitedScreens {
  /// What commands a menu can have.
  let menu: ScreenMenu
  private let wireframe: SessionWireframe
  /// The selection and the menu where no screen is open.
  private let base = Presenter<RecordID>()
  private let keyboard: (any ScreenKeyboard)?
  private let store: Store
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let live: LiveRecords
  private let resolver: Resolver
  private let editing: Editing
  private let factory: InteractorFactory
  private let keys: KeyboardEditing
  private let views: ViewDefinitions
  private let feed: ChangeFeed
  private let others: OtherPrograms
  private let say: (Reply) -> Void
  /// The screen that says what changes, which is the one on top once it was printed.
  private weak var speaking: OpenScreen?
  /// Whether a view draws the screens, which then say nothing in replies.
  private var isDrawn: Bool { wireframe.showAlert != nil }
  /// The locale in which the screens were written.
  private var locale: String

  init(
    _ keyboard: (any ScreenKeyboard)?, _ configuration: Configuration, _ store: Store,
    _ runner: ScriptRunner, _ transactions: Transactions, _ names: Bindings, _ live: LiveRecords,
    _ resolver: Resolver, _ editing: Editing, _ factory: InteractorFactory,
    _ keys: KeyboardEditing, _ views: ViewDefinitions, _ menu: ScreenMenu, _ feed: ChangeFeed,
    _ others: OtherPrograms, say: @escaping (Reply) -> Void
  ) {
    self.keyboard = keyboard
    self.store = store
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.live = live
    self.resolver = resolver
    self.editing = editing
    self.factory = factory
    self.keys = keys
    self.views = views
    self.menu = menu
    self.feed = feed
    self.others = others
    self.say = say
    wireframe = SessionWireframe(runner, names, configuration, say: say)
    locale = factory.locale
    for command in MenuChoice.ofSession { base.add(menu.command(command)) }
    menu.visit = { [unowned self] definition, id, span throws(Diagnostic) in
      try visit(definition, on: id, at: span)
    }
    menu.choose = { [unowned self] id in
      presenter.selection.replace(with: CollectionOfOne(id))
    }
  }

  /// The screens, the newest last.
  var open: [OpenScreen] { wireframe.stack.screens }

  var count: Int { open.count }

  /// The selection and the menu of the screen on top, else of the session; what is gone has left
  /// the selection.
  var presenter: Presenter<RecordID> {
    feed.notifyRecordChanges()
    let presenter = wireframe.stack.top?.presenter ?? base
    presenter.updateMenu()
    return presenter
  }

  /// The selections that are not empty.
  private var selections: [Selection<RecordID>] {
    ([base] + open.map(\.presenter)).map(\.selection).filter { !$0.chosen.isEmpty }
  }

  var isShowing: Bool { !open.isEmpty || !base.selection.chosen.isEmpty }

  var followsRecords: Bool { isShowing && !selections.isEmpty }

  /// Lets records that are gone leave the selections, and those return whose deletion was taken
  /// back.
  func note(_ changes: Set<PropertyReference>?) {
    for selection in selections where changes.map({ selection.isAffected(by: $0) }) ?? true {
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
      } else if MenuChoice(rawValue: command.name) == nil {
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
    guard !isDrawn, runner.isAtPrompt, let keyboard else {
      return try open(definition, on: id, at: span)
    }
    let visit = ScreenVisit(
      self, runner, transactions, names, editing, feed, others, below: open.count, at: span)
    wireframe.showAlert = { [weak visit] alert in visit?.show(alert) }
    keys.isScreenDrawn = true
    func endDrawing() {
      wireframe.showAlert = nil
      keys.isScreenDrawn = false
    }
    defer { endDrawing() }
    try open(definition, on: id, at: span)
    let isShown = try transactions.handingOverKeyboard { keyboard.visit(visit) }
    endDrawing()
    // The notice that ended the visit has not been read.
    if let notice = visit.notice { say(.warning(notice)) }
    if let top = wireframe.stack.top, !isShown || top.lastReported == nil { tell(top) }
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
    screen.contentPresenter.viewDidAppear()
    guard screen.contentPresenter.model != nil else {
      speaking = former
      try runner.checkInterruption()
      throw failure?.at(span) ?? Diagnostic(.refused, "\(id) cannot be loaded", at: span)
    }
    related = []
    former?.lastReported = nil
    updateFields(of: screen)
    tell(screen)
  }

  /// Leaves the screen on top, and says all that is on the one below.
  func leave(at span: SourceSpan) throws(Diagnostic) {
    guard let top = wireframe.stack.top else {
      throw Diagnostic(.refused, "no screen is open", at: span)
    }
    for field in top.parts.fields where field.interactor.isEditing {
      editing.cancelEditing(of: field)
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
    let type = try resolver.type(Name(id.type, at: span))
    var formatters: [TemplateFormatter] = []
    for name in definition.formatters {
      let formatter = try views.formatter(Name(name, at: span))
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
      title = try Template(text, for: type, types: store.type) { _ in
        Diagnostic.Place(file: "", line: span.start.line, column: span.start.column)
      }
    }
    failure = nil
    let screen = OpenScreen(
      definition, id, formatters: formatters, title: title, wireframe,
      slots: definition.fields.map { [factory] field in
        AttachedScreen.Slot(name: field.name.value) { () throws(Diagnostic) in
          try field.field(of: id, by: factory)
        }
      },
      label: { [factory] in factory.label(on: $0, $1) },
      load: { [unowned self] step in try load(id, at: span, step) },
      find: { [live] in live.find($0) })
    for label in definition.labels {
      screen.parts.add(
        try label.label(of: id, by: factory) { [weak self, weak screen] reply in
          guard let self, let screen, speaking === screen else { return }
          // Of what is deleted the screen itself says so.
          if (try? resolver.exists(id)) == true { say(reply) }
        })
    }
    for item in definition.menu {
      guard let command = MenuChoice(rawValue: item.command.value) else { continue }
      screen.presenter.add(
        menu.command(command, on: id, list: try item.list(of: type)))
    }
    for command in names.commands where command.condition != nil {
      screen.presenter.add(menu.command(command))
    }
    return screen
  }

  /// Loads a record and the records of its lists.
  private func load(
    _ id: RecordID, at span: SourceSpan, _ step: (LoadingProgress) throws -> Void
  ) throws -> Record {
    do {
      let record = try live.record(id, at: span)
      // Held until the screen has been formatted, and holds them itself.
      related = []
      for property in record.type.properties where property.item?.kind.recordType != nil {
        guard case .list(let items)? = record[property.name] else { continue }
        for (index, item) in items.enumerated() {
          if index.isMultiple(of: Self.stepOfProgress) {
            try step(LoadingProgress(property.name, done: index, of: items.count))
          }
          if case .reference(let id) = item { related.append(live.find(id)) }
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
    guard !open.isEmpty else { return }
    leaveScreensOfDeletedRecords()
    leaveOutdatedScreens()
    let isNew = locale != factory.locale
    locale = factory.locale
    for screen in open { screen.update(anew: isNew) }
    guard let top = wireframe.stack.top else { return }
    updateFields(of: top)
    if isDrawn { return }
    guard let lastReported = top.lastReported else { return tell(top) }
    let content = top.content(depth: open.count)
    for item in content.changes(since: lastReported) { say(.item(item)) }
    top.lastReported = content
  }

  private func leaveScreensOfDeletedRecords() {
    for screen in open where (try? resolver.exists(screen.record)) == false {
      wireframe.close(screen)
      wireframe.alert(
        Alert("\(screen.record) was deleted; its screen \(screen.definition.name) is closed"))
    }
  }

  /// Closes the screens on records of types that are defined in another way by now; those on which a
  /// field is being edited stay as they are until its editing ends.
  func note(_ change: SchemaChange) {
    let types = change.leading
    for screen in open where types.contains(screen.record.type) { screen.suspend() }
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

  private func updateFields(of screen: OpenScreen) {
    endEditingsOfDeletedRecords(on: screen)
    if screen.isOutdated { return }
    screen.parts.updateFields { field throws(Diagnostic) in
      try editing.follow(field, at: field.path?.span ?? .nowhere)
    }
  }

  /// A key typed into a deleted record would be lost, and undoing the deletion must restore it
  /// unchanged.
  private func endEditingsOfDeletedRecords(on screen: OpenScreen) {
    for field in screen.parts.fields where field.interactor.isEditing {
      guard (try? resolver.exists(field.record)) == false else { continue }
      field.interactor.cancelEditing()
      wireframe.alert(
        Alert("\(field.record) was deleted while \(field.name) was edited; nothing was stored"))
    }
  }

  /// Says all that is on a screen, which says what changes from now on.
  private func tell(_ screen: OpenScreen) {
    if isDrawn { return }
    let content = screen.content(depth: open.count)
    for item in content.shownItems { say(.item(item)) }
    for label in content.labels { say(.label(name: label.name, text: label.text)) }
    for item in content.fieldItems { say(.item(item)) }
    screen.lastReported = content
    speaking = screen
  }
}

extension Selection<RecordID> {
  /// Whether records have come or gone of a type of which some are chosen.
  fileprivate func isAffected(by changes: Set<PropertyReference>) -> Bool {
    let types = changes.filter { $0.property == nil }.map(\.type)
    return !types.isEmpty && chosen.contains { types.contains($0.type) }
  }
}

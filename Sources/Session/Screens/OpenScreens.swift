internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// The open screens, and the selection without an open screen.
final class OpenScreens: ChangeFollower, VisitedScreens {
  let menu: ScreenMenu
  private let wireframe: SessionWireframe
  private let base = Presenter<RecordID>()
  private let keyboard: (any ScreenKeyboard)?
  private let context: CommandContext
  private let keys: KeyboardEditing
  private let views: ViewDefinitions
  private let others: OtherPrograms
  private var say: (Reply) -> Void { context.replies.say }
  /// The screen that reports changes: the top one, once it has been printed.
  private weak var speaking: OpenScreen?
  /// Whether a view draws the screens, which then do not report changes in replies.
  private var isDrawn: Bool { wireframe.showAlert != nil }
  /// The locale in which the screens were last formatted.
  private var locale: String
  /// The revision of the definitions last checked.
  private var revision = 0

  init(
    _ context: CommandContext, _ keyboard: (any ScreenKeyboard)?, _ keys: KeyboardEditing,
    _ views: ViewDefinitions, _ menu: ScreenMenu, _ others: OtherPrograms
  ) {
    self.context = context
    self.keyboard = keyboard
    self.keys = keys
    self.views = views
    self.menu = menu
    self.others = others
    wireframe = SessionWireframe(context)
    locale = context.locale
    for command in MenuChoice.ofSession { base.add(menu.command(command)) }
    revision = context.store.schema.definitionsRevision
    offerCommands()
    menu.visit = { [unowned self] definition, id, span throws(Diagnostic) in
      try visit(definition, on: id, at: span)
    }
    menu.subject = { [unowned self] in wireframe.stack.top?.record }
    menu.choose = { [unowned self] id in
      // Commands must not apply to records that the list does not show.
      if let listed, (try? listed.listed(of: [id]))?.isEmpty == true { return }
      presenter.selection.replace(with: CollectionOfOne(id))
    }
  }

  /// The open screens, topmost last.
  var open: [OpenScreen] { wireframe.stack.screens }

  var count: Int { open.count }

  /// The selection and menu of the top screen, or of the session; deleted records have been removed
  /// from the selection.
  var presenter: Presenter<RecordID> {
    context.workspace.feed.notifyRecordChanges()
    let presenter = wireframe.stack.top?.presenter ?? base
    presenter.updateMenu()
    return presenter
  }

  private var selections: [ItemSelection<RecordID>] {
    ([base] + open.map(\.presenter)).map(\.selection).filter { !$0.chosen.isEmpty }
  }

  var isShowing: Bool { !open.isEmpty || !base.selection.chosen.isEmpty }

  var followsRecords: Bool { isShowing && (!selections.isEmpty || !lists.isEmpty) }

  private var lists: [ListScreen] { open.compactMap { $0 as? ListScreen } }

  var listed: ListedRecords? { (wireframe.stack.top as? ListScreen)?.records }

  /// Removes deleted records from the selections, and restores records whose deletion was undone.
  func note(_ changes: Set<PropertyReference>?) {
    for list in lists { list.records.note(changes) }
    for selection in selections where changes.map({ selection.isAffected(by: $0) }) ?? true {
      guard let there = try? context.store.queries.existing(selection.chosen) else { continue }
      selection.keep { there.contains($0) }
    }
  }

  var content: ScreenContent? {
    guard let top = wireframe.stack.top else { return nil }
    _ = presenter
    top.update()
    updateFields(of: top)
    return top.content(depth: open.count)
  }

  /// Adds user commands to the menus that offer them, and removes those that no longer exist.
  func offerCommands() {
    let commands = context.names.commands
    for presenter in [base] + open.map(\.presenter) {
      for known in presenter.commands where MenuChoice(rawValue: known.name) == nil {
        let command = commands.first { $0.name == known.name }
        if let command, offers(command, on: presenter) || isNamed(known.name, on: presenter) {
          presenter.add(menu.command(command))
        } else if isNamed(known.name, on: presenter) {
          presenter.add(menu.missingCommand(known.name))
        } else {
          presenter.removeCommand(named: known.name)
        }
      }
      for command in commands where offers(command, on: presenter) {
        presenter.add(menu.command(command))
      }
    }
  }

  /// Whether a menu offers a user command not named in its definition: the command has a condition
  /// that can be evaluated for the selectable records.
  private func offers(_ command: UserCommand, on presenter: Presenter<RecordID>) -> Bool {
    guard let screen = open.first(where: { $0.presenter === presenter }) else {
      return command.condition != nil
    }
    return offers(command, on: screen)
  }

  private func offers(_ command: UserCommand, on screen: OpenScreen) -> Bool {
    let type = screen.definition.type
    let items =
      screen.record == nil
      ? []
      : context.store.schema.type(named: type)?.properties.compactMap { $0.item?.kind.recordType }
        ?? []
    return menu.offers(command, among: [type] + items)
  }

  /// Whether the definition of a screen names the command in its menu.
  private func isNamed(_ command: String, on presenter: Presenter<RecordID>) -> Bool {
    let screen = open.first { $0.presenter === presenter }
    return screen?.definition.menu.contains { $0.command.value == command } ?? false
  }

  // MARK: Opening and leaving

  /// Opens a screen, which a terminal draws until it is left; otherwise prints its content.
  func visit(
    _ definition: ScreenDefinition, on id: RecordID?, at span: SourceSpan
  ) throws(Diagnostic) {
    guard !isDrawn, context.runner.isAtPrompt, let keyboard else {
      return try open(definition, on: id, at: span)
    }
    let visit = ScreenVisit(context, self, others, below: open.count, at: span)
    wireframe.showAlert = { [weak visit] alert in visit?.show(alert) }
    keys.showOnScreen = { [weak visit] outcome in visit?.show(outcome) }
    func endDrawing() {
      wireframe.showAlert = nil
      keys.showOnScreen = nil
    }
    defer { endDrawing() }
    try open(definition, on: id, at: span)
    let isShown = try context.transactions.handingOverKeyboard { keyboard.visit(visit) }
    endDrawing()
    // The user has not seen the notice that ended the visit.
    if let notice = visit.notice { say(.warning(notice)) }
    if let top = wireframe.stack.top, !isShown || top.lastReported == nil { try tell(top) }
  }

  func open(
    _ definition: ScreenDefinition, on id: RecordID?, at span: SourceSpan
  ) throws(Diagnostic) {
    let screen = try make(definition, on: id, at: span)
    let former = speaking
    speaking = nil
    wireframe.isOpening = true
    defer { wireframe.isOpening = false }
    wireframe.open(screen)
    do throws(Diagnostic) {
      try context.runner.progress.pausing { () throws(Diagnostic) in try load(screen, at: span) }
    } catch {
      if open.contains(where: { $0 === screen }) { wireframe.close(screen) }
      speaking = former
      throw error
    }
    related = []
    former?.lastReported = nil
    updateFields(of: screen)
    try tell(screen)
  }

  private func load(_ screen: OpenScreen, at span: SourceSpan) throws(Diagnostic) {
    if let list = screen as? ListScreen { _ = try list.records.records(upTo: 1) }
    guard let screen = screen as? RecordScreen else { return }
    screen.contentPresenter.viewDidAppear()
    guard screen.contentPresenter.model == nil else { return }
    try context.runner.checkInterruption()
    throw failure?.at(span) ?? Diagnostic(.refused, "\(screen.subject) cannot be loaded", at: span)
  }

  func leave(at span: SourceSpan) throws(Diagnostic) {
    guard let top = wireframe.stack.top else {
      throw Diagnostic(.refused, "no screen is open", at: span)
    }
    for field in top.parts.fields where field.interactor.isEditing {
      context.workspace.editing.cancelEditing(of: field)
    }
    speaking = nil
    wireframe.leave()
    if let top = wireframe.stack.top {
      top.update()
      try tell(top)
    }
  }

  private var failure: Diagnostic?

  private func make(
    _ definition: ScreenDefinition, on id: RecordID?, at span: SourceSpan
  ) throws(Diagnostic) -> OpenScreen {
    let screen: OpenScreen
    if let listing = definition.listing {
      if let id {
        throw Diagnostic(
          .value, "\(definition.name) lists the records of \(definition.type), and is about no one",
          at: span, hint: views.screen(about: id.type).map { "open \($0.name.asName) \(id)" })
      }
      screen = make(definition, listing)
    } else if let id {
      screen = try make(definition, on: id, at: span)
    } else {
      throw Diagnostic(
        .value, "\(definition.name) is about one record of \(definition.type)", at: span,
        hint: "open \(definition.name.asName) \(definition.type.asName)/1")
    }
    for label in definition.labels {
      screen.parts.add(
        try label.label(of: id, by: context) { [weak self, weak screen] reply in
          guard let self, let screen, speaking === screen else { return }
          // The screen itself reports a deleted record.
          if let id, (try? context.resolver.reader.exists(id)) != true { return }
          say(reply)
        })
    }
    try addMenu(to: screen, at: span)
    return screen
  }

  private func addMenu(to screen: OpenScreen, at span: SourceSpan) throws(Diagnostic) {
    let definition = screen.definition
    let opens = definition.listing?.opens
    for item in definition.menu {
      let name = item.command.value
      if let choice = MenuChoice(rawValue: name) {
        var place = ScreenMenu.Place.type(definition.type, opens: opens)
        if let record = screen.record {
          let type = try context.resolver.type(Name(record.type, at: span))
          place = .record(record, list: try item.list(of: type))
        }
        screen.presenter.add(menu.command(choice, in: place))
      } else if case .command(let command) = context.names[name] {
        screen.presenter.add(menu.command(command))
      } else {
        screen.presenter.add(menu.missingCommand(name))
      }
    }
    // Return opens a record.
    let isThere = opens != nil || views.screen(about: definition.type) != nil
    if screen.record == nil, isThere,
      !definition.menu.contains(where: { $0.command.value == "open" })
    {
      screen.presenter.add(menu.command(.open, in: .type(definition.type, opens: opens)))
    }
    for command in context.names.commands where offers(command, on: screen) {
      screen.presenter.add(menu.command(command))
    }
  }

  private func make(
    _ definition: ScreenDefinition, _ listing: ScreenDefinition.Listing
  ) -> ListScreen {
    let records = ListedRecords(listing.query, context.resolver) { [unowned self] count in
      guard let count else { return wireframe.hideProgress() }
      wireframe.showProgress(
        LoadingProgress(definition.type, done: count.done, of: count.total))
      if wireframe.isCancelled { throw CancellationError() }
    }
    return ListScreen(definition, records)
  }

  private func make(
    _ definition: ScreenDefinition, on id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) -> RecordScreen {
    guard definition.type == id.type else {
      throw Diagnostic(
        .value, "\(definition.name) is a screen for \(definition.type), not for \(id)",
        at: span)
    }
    let type = try context.resolver.type(Name(id.type, at: span))
    var formatters: [TemplateFormatter] = []
    for name in definition.formatters {
      let formatter = try views.formatter(Name(name, at: span))
      // An earlier version may have stored it unchecked.
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
      title = try Template(text, for: type, types: context.store.schema.type) { _ in
        Diagnostic.Place(file: "", line: span.start.line, column: span.start.column)
      }
    }
    failure = nil
    return RecordScreen(
      definition, id, formatters: formatters, title: title, wireframe,
      slots: definition.fields.map { [context] field in
        BoundScreen.Slot(name: field.name.value) { () throws(Diagnostic) in
          try field.field(of: id, by: context)
        }
      },
      showsTitles: context.resolver.isForPerson,
      label: { [context] in context.workspace.label(on: $0, $1) },
      load: { [unowned self] step in try load(id, at: span, step) },
      find: { [context] in context.workspace.live.find($0) })
  }

  private func load(
    _ id: RecordID, at span: SourceSpan, _ step: (LoadingProgress) throws -> Void
  ) throws -> Record {
    do {
      let record = try inWorkspace(context.workspace.live.record(id), at: span)
      // Keeps the related records alive until the formatted screen holds them.
      related = []
      for property in record.type.properties where property.item?.kind.recordType != nil {
        guard case .list(let items)? = record[property.name] else { continue }
        for (index, item) in items.enumerated() {
          if index.isMultiple(of: Self.stepOfProgress) {
            try step(LoadingProgress(property.name, done: index, of: items.count))
          }
          if case .reference(let id) = item { related.append(context.workspace.live.find(id)) }
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

  func update() {
    guard !open.isEmpty else { return }
    leaveScreensOfDeletedRecords()
    leaveOutdatedScreens()
    leaveDroppedScreens()
    let isNew = locale != context.locale
    locale = context.locale
    for screen in open { screen.update(anew: isNew) }
    guard let top = wireframe.stack.top else { return }
    updateFields(of: top)
    if isDrawn { return }
    guard let lastReported = top.lastReported else {
      do throws(Diagnostic) {
        try tell(top)
      } catch {
        wireframe.alert(Alert(error.message))
      }
      return
    }
    let content = top.content(depth: open.count)
    for item in content.changes(since: lastReported) { say(.item(item)) }
    top.lastReported = content
  }

  private func leaveScreensOfDeletedRecords() {
    for screen in open {
      guard let record = screen.record, (try? context.resolver.reader.exists(record)) == false
      else {
        continue
      }
      wireframe.close(screen)
      wireframe.alert(
        Alert("\(record) was deleted; its screen \(screen.definition.name) is closed"))
    }
  }

  private func leaveDroppedScreens() {
    guard revision != context.store.schema.definitionsRevision else { return }
    revision = context.store.schema.definitionsRevision
    let defined = views.screens
    for screen in open where !screen.isEditing {
      let (name, type) = (screen.definition.name, screen.definition.type)
      if defined.contains(where: { $0.name == name && $0.type == type }) { continue }
      wireframe.close(screen)
      wireframe.alert(Alert("the screen \(name) was dropped and is closed"))
    }
  }

  /// Closes the screens on records of changed types; those with a field being edited stay unchanged
  /// until editing ends.
  func note(_ change: SchemaChange) {
    let types = change.leading
    for screen in open where types.contains(screen.definition.type) { screen.suspend() }
    leaveOutdatedScreens()
  }

  private func leaveOutdatedScreens() {
    for screen in open where screen.isOutdated && !screen.isEditing {
      wireframe.close(screen)
      wireframe.alert(
        Alert(
          "\(screen.definition.type.asName) was altered; the screen \(screen.definition.name) on "
            + "\(screen.subject) is closed"))
    }
  }

  private func updateFields(of screen: OpenScreen) {
    endEditingsOfDeletedRecords(on: screen)
    if screen.isOutdated { return }
    screen.parts.updateFields { field throws(Diagnostic) in
      try inWorkspace(context.workspace.editing.follow(field))
    }
  }

  /// A key typed into a deleted record would be lost, and undoing the deletion must restore the
  /// record unchanged.
  private func endEditingsOfDeletedRecords(on screen: OpenScreen) {
    for field in screen.parts.fields where field.interactor.isEditing {
      guard (try? context.resolver.reader.exists(field.record)) == false else { continue }
      field.interactor.cancelEditing()
      wireframe.alert(
        Alert("\(field.record) was deleted while \(field.name) was edited; nothing was stored"))
    }
  }

  /// Prints the content of a screen, which reports changes from then on.
  private func tell(_ screen: OpenScreen) throws(Diagnostic) {
    if isDrawn { return }
    if let list = screen as? ListScreen { try tellRows(of: list) }
    let content = screen.content(depth: open.count)
    if content.headings == nil { for item in content.shownItems { say(.item(item)) } }
    for label in content.labels { say(.label(name: label.name, text: label.text)) }
    for item in content.fieldItems { say(.item(item)) }
    screen.lastReported = content
    speaking = screen
  }

  private func tellRows(of screen: ListScreen) throws(Diagnostic) {
    try screen.records.wholeTable().say(to: context.replies, context.resolver, isRevealed: false)
  }
}

extension ItemSelection<RecordID> {
  /// Whether a type of the chosen records has new or deleted records.
  fileprivate func isAffected(by changes: Set<PropertyReference>) -> Bool {
    let types = changes.filter { $0.property == nil }.map(\.type)
    return !types.isEmpty && chosen.contains { types.contains($0.type) }
  }
}

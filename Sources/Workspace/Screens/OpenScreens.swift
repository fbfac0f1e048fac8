internal import Interactors
package import Presentation
package import RecordStore
package import Records
package import Replies

/// The open screens, and the selection used while no screen is open.
package final class OpenScreens: ChangeFollower {
  package let wireframe: ScreenWireframe
  private let base = Presenter<RecordID>()
  private let workspace: Workspace
  private let host: any ScreenHost
  /// The screen that reports its changes: the top screen, after it was printed.
  private weak var speaking: OpenScreen?
  /// Whether a view draws the screens; replies then do not contain their changes.
  private var isDrawn: Bool { wireframe.showAlert != nil }
  private var locale: String
  private var revision = 0

  package init(_ workspace: Workspace, _ host: any ScreenHost) {
    (self.workspace, self.host) = (workspace, host)
    wireframe = ScreenWireframe(workspace, host)
    locale = workspace.notation.locale
    for command in MenuChoice.ofSession { base.add(host.command(command, in: .session)) }
    revision = workspace.store.schema.definitionsRevision
    offerCommands()
  }

  /// Closes the screens, because a screen of a record retains the wireframe, which retains the
  /// stack of screens.
  deinit { for screen in open { wireframe.close(screen) } }

  /// The open screens, topmost last.
  package var open: [OpenScreen] { wireframe.stack.screens }

  package var count: Int { open.count }

  /// The selection and menu of the top screen, or of the session. The selection contains no deleted
  /// records.
  package var presenter: Presenter<RecordID> {
    workspace.feed.notifyRecordChanges()
    let presenter = wireframe.stack.top?.presenter ?? base
    presenter.updateMenu()
    return presenter
  }

  private var selections: [ItemSelection<RecordID>] {
    ([base] + open.map(\.presenter)).map(\.selection).filter { !$0.chosen.isEmpty }
  }

  package func definition(named name: String) -> ScreenDefinition? {
    host.screens.first { $0.name == name }
  }

  package var isShowing: Bool { !open.isEmpty || !base.selection.chosen.isEmpty }

  package var followsRecords: Bool { isShowing && (!selections.isEmpty || !lists.isEmpty) }

  private var lists: [ListScreen] { open.compactMap { $0 as? ListScreen } }

  package var listed: ListedRecords? { (wireframe.stack.top as? ListScreen)?.records }

  /// Removes deleted records from the selections, and restores records whose deletion was undone.
  package func note(_ changes: Set<PropertyReference>?) {
    for list in lists { list.records.note(changes) }
    for selection in selections where changes.map({ selection.isAffected(by: $0) }) ?? true {
      guard let there = try? workspace.store.queries.existing(selection.chosen) else { continue }
      selection.keep { there.contains($0) }
    }
  }

  package var content: ScreenContent? {
    guard let top = wireframe.stack.top else { return nil }
    _ = presenter
    top.update()
    updateFields(of: top)
    return top.content(depth: open.count)
  }

  /// Updates the user commands in the menus. The menu of a screen has the commands that its
  /// definition names; without a screen, the menu has the commands with a condition.
  package func offerCommands() {
    for screen in open {
      for entry in screen.definition.menu where MenuChoice(rawValue: entry.command) == nil {
        screen.presenter.add(host.command(named: entry.command))
      }
    }
    let offered = host.offeredCommands
    for known in base.commands where MenuChoice(rawValue: known.name) == nil {
      if offered.contains(where: { $0.name == known.name }) { continue }
      base.removeCommand(named: known.name)
    }
    for command in offered { base.add(command) }
  }

  package func open(
    _ definition: ScreenDefinition, on id: RecordID?
  ) throws(WorkspaceError) {
    let screen = try make(definition, on: id)
    let former = speaking
    speaking = nil
    wireframe.isOpening = true
    defer { wireframe.isOpening = false }
    wireframe.open(screen)
    do throws(WorkspaceError) {
      try host.loading { () throws(WorkspaceError) in try load(screen) }
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

  private func load(_ screen: OpenScreen) throws(WorkspaceError) {
    if let list = screen as? ListScreen { _ = try list.records.records(upTo: 1) }
    guard let screen = screen as? RecordScreen else { return }
    screen.contentPresenter.viewDidAppear()
    guard screen.contentPresenter.model == nil else { return }
    if host.askForInterruption() { throw .body(.interrupted) }
    throw failure ?? .notLoaded(screen.subject)
  }

  package func leave() throws(WorkspaceError) {
    guard let top = wireframe.stack.top else { throw .noOpenScreen }
    for field in top.parts.fields where field.interactor.isEditing {
      workspace.editing.cancelEditing(of: field)
    }
    speaking = nil
    wireframe.leave()
    if let top = wireframe.stack.top {
      top.update()
      try tell(top)
    }
  }

  private var failure: WorkspaceError?

  private func make(
    _ definition: ScreenDefinition, on id: RecordID?
  ) throws(WorkspaceError) -> OpenScreen {
    let screen: OpenScreen
    if let listing = definition.listing {
      if let id {
        let other = host.screens.first { $0.type == id.type && $0.listing == nil }
        throw .screenOfMany(definition.name, of: definition.type, id, other: other?.name)
      }
      screen = make(definition, listing)
    } else if let id {
      screen = try make(definition, on: id)
    } else {
      throw .screenOfOne(definition.name, of: definition.type)
    }
    for label in definition.labels {
      let bound = try fromBody(
        host.label(label, of: id) { [weak self, weak screen] reply in
          guard let self, let screen, speaking === screen else { return }
          // `leaveScreensOfDeletedRecords` reports a deleted record.
          if let id, (try? workspace.reader.exists(id)) != true { return }
          workspace.say(reply)
        })
      screen.parts.add(bound)
    }
    try addMenu(to: screen)
    return screen
  }

  private func addMenu(to screen: OpenScreen) throws(WorkspaceError) {
    let definition = screen.definition
    let opens = definition.listing?.opens
    for entry in definition.menu {
      guard let choice = MenuChoice(rawValue: entry.command) else {
        screen.presenter.add(host.command(named: entry.command))
        continue
      }
      var place = MenuChoice.Place.type(definition.type, opens: opens)
      if let record = screen.record {
        place = .record(record, list: try fromBody(host.list(of: entry, on: record.type)))
      }
      screen.presenter.add(host.command(choice, in: place))
    }
    // Add `open` without showing it in the menu, so that Return opens a record.
    let isThere =
      opens != nil || host.screens.contains { $0.type == definition.type && $0.listing == nil }
    if screen.record == nil, isThere, !definition.menu.contains(where: { $0.command == "open" }) {
      screen.presenter.add(host.command(.open, in: .type(definition.type, opens: opens)))
    }
  }

  private func make(
    _ definition: ScreenDefinition, _ listing: ScreenDefinition.Listing
  ) -> ListScreen {
    let records = ListedRecords(definition.type, listing.query, workspace.store, host) {
      [unowned self] count in
      guard let count else { return wireframe.hideProgress() }
      wireframe.showProgress(
        LoadingProgress(definition.type, done: count.done, of: count.total))
      if wireframe.isCancelled { throw CancellationError() }
    }
    return ListScreen(definition, records)
  }

  private func make(
    _ definition: ScreenDefinition, on id: RecordID
  ) throws(WorkspaceError) -> RecordScreen {
    guard definition.type == id.type else {
      throw .screenOfOtherType(definition.name, of: definition.type, id)
    }
    let formatters = try fromBody(host.formatters(of: definition))
    let title = try fromBody(host.title(of: definition))
    failure = nil
    return RecordScreen(
      definition, id, formatters: formatters, title: title, wireframe,
      slots: definition.fields.map { [unowned host] field in
        BoundScreen.Slot(name: field.name) { () throws(Diagnostic) in
          try host.field(field.body, of: id)
        }
      },
      prepare: { [unowned host] in host.prepare(&$0) },
      load: { [unowned self] step in try load(id, step) },
      find: { [live = workspace.live] in live.find($0) })
  }

  private func load(
    _ id: RecordID, _ step: (LoadingProgress) throws -> Void
  ) throws -> TypedRecord {
    do {
      let record = try workspace.live.record(id)
      // Retain the related records until the formatted screen retains them.
      related = []
      for property in record.type.properties where property.item?.kind.recordType != nil {
        guard case .list(let items)? = record[property.name] else { continue }
        for (index, item) in items.enumerated() {
          if index.isMultiple(of: Self.stepOfProgress) {
            try step(LoadingProgress(property.name, done: index, of: items.count))
          }
          if case .reference(let id) = item { related.append(workspace.live.find(id)) }
        }
      }
      return record
    } catch let error as WorkspaceError {
      failure = error
      throw error
    }
  }

  private static let stepOfProgress = 500
  private var related: [TypedRecord?] = []

  package func update() {
    guard !open.isEmpty else { return }
    leaveScreensOfDeletedRecords()
    leaveOutdatedScreens()
    leaveDroppedScreens()
    let isNew = locale != workspace.notation.locale
    locale = workspace.notation.locale
    for screen in open { screen.update(anew: isNew) }
    guard let top = wireframe.stack.top else { return }
    updateFields(of: top)
    if isDrawn { return }
    guard let lastReported = top.lastReported else {
      do throws(WorkspaceError) {
        try tell(top)
      } catch {
        wireframe.alert(WireframeAlert(error.message))
      }
      return
    }
    let content = top.content(depth: open.count)
    for item in content.changes(since: lastReported) { workspace.say(.item(item)) }
    top.lastReported = content
  }

  private func leaveScreensOfDeletedRecords() {
    for screen in open {
      guard let record = screen.record, (try? workspace.reader.exists(record)) == false
      else {
        continue
      }
      wireframe.close(screen)
      wireframe.alert(
        WireframeAlert("\(record) was deleted; its screen \(screen.definition.name) is closed"))
    }
  }

  private func leaveDroppedScreens() {
    guard revision != workspace.store.schema.definitionsRevision else { return }
    let defined = host.screens
    let dropped = open.filter { screen in
      let (name, type) = (screen.definition.name, screen.definition.type)
      return !defined.contains { $0.name == name && $0.type == type }
    }
    // A screen that is being edited is closed later.
    if !dropped.contains(where: \.isEditing) {
      revision = workspace.store.schema.definitionsRevision
    }
    for screen in dropped where !screen.isEditing {
      let name = screen.definition.name
      wireframe.close(screen)
      wireframe.alert(WireframeAlert("the screen \(name) was dropped and is closed"))
    }
  }

  /// Closes the screens of changed types, and of types that refer to them directly or indirectly. A
  /// screen with a field being edited stays open and unchanged until editing ends.
  package func note(_ change: SchemaChange) {
    let types = change.leading
    for screen in open where types.contains(screen.definition.type) { screen.suspend() }
    leaveOutdatedScreens()
  }

  private func leaveOutdatedScreens() {
    for screen in open where screen.isOutdated && !screen.isEditing {
      wireframe.close(screen)
      wireframe.alert(
        WireframeAlert(
          "\(screen.definition.type.asName) or a type that it refers to was altered; the screen "
            + "\(screen.definition.name) on \(screen.subject) is closed"))
    }
  }

  private func updateFields(of screen: OpenScreen) {
    endEditingsOfDeletedRecords(on: screen)
    if screen.isOutdated { return }
    screen.parts.updateFields { field throws(Diagnostic) in
      do throws(WorkspaceError) {
        try workspace.editing.follow(field)
      } catch {
        throw error.diagnostic
      }
    }
  }

  /// Ends the edits, because keys typed into a deleted record would be lost, and undoing the
  /// deletion must restore the record unchanged.
  private func endEditingsOfDeletedRecords(on screen: OpenScreen) {
    for field in screen.parts.fields where field.interactor.isEditing {
      guard (try? workspace.reader.exists(field.record)) == false else { continue }
      field.interactor.cancel()
      wireframe.alert(
        WireframeAlert(
          "\(field.record) was deleted while \(field.name) was edited; nothing was stored"))
    }
  }

  package func reportTop(onlyNew: Bool) throws(WorkspaceError) {
    guard let top = wireframe.stack.top, !onlyNew || top.lastReported == nil else { return }
    try tell(top)
  }

  /// Reports the whole content of a screen; later updates report only changes.
  private func tell(_ screen: OpenScreen) throws(WorkspaceError) {
    if isDrawn { return }
    if let listing = screen.definition.listing { try fromBody(host.report(listing.query)) }
    let content = screen.content(depth: open.count)
    if content.headings == nil { for item in content.shownItems { workspace.say(.item(item)) } }
    for label in content.labels { workspace.say(.label(name: label.name, text: label.text)) }
    for item in content.fieldItems { workspace.say(.item(item)) }
    screen.lastReported = content
    speaking = screen
  }
}

extension ItemSelection<RecordID> {
  fileprivate func isAffected(by changes: Set<PropertyReference>) -> Bool {
    let types = changes.filter { $0.property == nil }.map(\.type)
    return !types.isEmpty && chosen.contains { types.contains($0.type) }
  }
}

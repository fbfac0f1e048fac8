internal import Replies
internal import Session
internal import Values
internal import Workspace

/// The list of a screen, as last sent to the browser.
struct ShownList {
  static let first = 0..<100
  static let mostRows = 500
  /// The maximum number of rows in a saved file.
  static let mostSaved = 100_000

  var drawn: Datum?
  /// The range of rows that the browser requested.
  var window = Self.first
  var listing = PagePath.Listing()
  var depth = 0
}

extension TabKeyboard {
  func visit(_ visit: ScreenVisit) -> Bool {
    let outer = (self.visit, list, lists)
    (self.visit, list, lists) = (visit, ShownList(), [:])
    hasVisited = true
    if opening != PagePath.Listing() { narrow(to: opening, visit) }
    opening = PagePath.Listing()
    list.depth = visit.content?.depth ?? 0
    defer {
      (self.visit, list, lists) = outer
      list.drawn = nil
    }
    while !visit.isEnded {
      if isQuiet { draw(visit) }
      guard let message = next() else {
        if hasLeft { visit.leaveAll() } else { visit.refresh() }
        continue
      }
      take(message, visit)
    }
    return true
  }

  private func take(_ message: TabMessage, _ visit: ScreenVisit) {
    guard let content = visit.content else { return }
    switch message.kind {
    case _ where !isPossible(message): note("this page does not support this action", isError: true)
    case .open:
      destination = message.to
      visit.leaveAll()
    case .back: visit.leave()
    case .do:
      if let command = message.c { perform(command, visit) }
    case .select: select(Set(message.ids ?? []), content, visit)
    case .rows:
      guard let range = message.rows, range.count == 2, 0 <= range[0], range[0] < range[1] else {
        return
      }
      list.window = range[0]..<range[0] + min(range[1] - range[0], ShownList.mostRows)
    case .save where content.headings != nil: save(visit)
    case .list: narrow(to: message.listing, visit)
    case .at:
      travel(to: message)
      visit.leaveAll()
    case .focus:
      guard let part = message.f, let field = content.fields.first(where: { $0.id == part }),
        let editing = visit.edit(field)
      else { return }
      edit(editing)
      visit.finishEditing()
    case .key:
      // The session no longer edits the field. The browser keeps the keys, and focuses the field
      // again.
      note("no field is being edited", isError: true)
    case .run where message.what == "history" && message.on != nil:
      showsHistory = message.on ?? false
    case .run:
      guard let action = PageAction(message) else { return }
      // Confirm first, because the user may have meant the undo key for a field.
      if message.on == true, let last = visit.undoable ?? visit.reversible.undo,
        !agrees(to: "Undo \(last)?")
      {
        return
      }
      if action == .undo, visit.undoable != nil {
        _ = visit.undo()
      } else {
        _ = visit.carryOut(action)
      }
      noteChange()
    default: break
    }
  }

  /// Whether the screen can process the message; if not, the message does not end the editing of a
  /// field.
  func isPossible(_ message: TabMessage) -> Bool {
    switch message.kind {
    case nil: false
    case .open: message.to != nil
    case .do: visit?.content?.menu.contains { $0.command == message.c } == true
    case .run: message.what == "history" && message.on != nil || PageAction(message) != nil
    default: true
    }
  }

  private func perform(_ command: String, _ visit: ScreenVisit) {
    if !visit.perform(command), let question = visit.question {
      if agrees(to: question) { _ = visit.perform(command) } else { _ = visit.withdrawQuestion() }
    }
    noteChange()
  }

  private func narrow(to listing: PagePath.Listing, _ visit: ScreenVisit) {
    if (listing.conditions, listing.order ?? "")
      != (list.listing.conditions, list.listing.order ?? "")
    {
      guard visit.narrow(by: listing.conditions, order: listing.order) else { return }
    }
    (list.listing, list.window) = (listing, ShownList.first)
    visit.search(listing.find)
  }

  /// Sends the rows of the list, up to ``ShownList/mostSaved``, as a file.
  private func save(_ visit: ScreenVisit) {
    defer { showProgress(nil) }
    var rows = 0..<ShownList.mostRows
    var (count, isLast) = (0, false)
    while !isLast {
      let saved = visit.rows(rows)
      let isAll = visit.extent.isComplete && visit.extent.count <= rows.upperBound
      if saved.isEmpty && !isAll || tab.isStopped() {
        return note("the file was not saved", isError: true)
      }
      isLast = isAll || rows.upperBound >= ShownList.mostSaved
      send(
        "file",
        [
          "from": .integer(count),
          "rows": .list(saved.map { .list($0.cells.map(PageData.cell)) }),
          "end": isLast ? .boolean(true) : nil, "more": isLast && !isAll ? .boolean(true) : nil,
        ])
      rows = rows.upperBound..<rows.upperBound + ShownList.mostRows
      count += saved.count
      showProgress("\(count) rows")
    }
  }

  private func select(_ ids: Set<String>, _ content: ScreenContent, _ visit: ScreenVisit) {
    if content.headings != nil {
      return visit.select(visit.rows(list.window).filter { ids.contains($0.id) })
    }
    for item in content.sections.flatMap(\.items) where ids.contains(item.id) { visit.select(item) }
  }

  func draw(_ visit: ScreenVisit, isNumbered: Bool = true) {
    guard let content = visit.content, let page = visit.page else { return }
    if list.depth != content.depth {
      lists[list.depth] = list
      list = lists[content.depth] ?? ShownList()
      list.depth = content.depth
      list.drawn = nil
      lists = lists.filter { $0.key < content.depth }
    }
    let rows = content.headings == nil ? [] : visit.rows(list.window)
    let screen = PageData.screen(
      content, path: PagePath.text(of: page) + list.listing.query, rows: rows, list, visit,
      showsHistory ? visit.history : nil)
    guard screen != list.drawn else {
      if isNumbered { confirm() }
      return
    }
    list.drawn = screen
    send(
      "screen", ["screen": screen, "traits": PageData.traits(visit.traits)],
      isNumbered: isNumbered)
  }
}

extension PageAction {
  init?(_ message: TabMessage) {
    let record = message.record.flatMap { text -> RecordID? in
      guard let slash = text.lastIndex(of: "/"), let number = Int(text[slash...].dropFirst()),
        number > 0
      else { return nil }
      return RecordID(String(text[..<slash]), number)
    }
    let transaction = message.txn.flatMap { $0 > 0 ? $0 : nil }
    switch (message.what, record, transaction) {
    case ("undo", _, _): self = .undo
    case ("redo", _, _): self = .redo
    case ("log", _, _): self = .log
    case ("revert", _, let number?): self = .revert(transaction: number)
    case ("restore", let id?, let number?): self = .restore(id, transaction: number)
    case ("history", let id?, _): self = .history(id)
    case ("blame", let id?, _): self = .blame(id)
    case ("why", let id?, _):
      guard let property = message.property else { return nil }
      self = .why(id, property: property)
    case ("diff", _, let number?): self = .diff(transaction: number)
    default: return nil
    }
  }
}

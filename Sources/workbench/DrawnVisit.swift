internal import LineEditor
internal import Replies
internal import Session
internal import Values
internal import Workspace

/// The screens of a visit, each of which fills the terminal.
///
/// Tab and the arrows move between items, fields and commands. Return edits a field, opens an item
/// or runs a command; the letter of a command also runs it. Escape leaves a field, then the screen.
/// In a list, the up and down arrows move the cursor, and Tab moves to the commands.
final class DrawnVisit: ScreenClient {
  private enum Spot: Hashable {
    case item(section: String, id: String)
    case field(String)
    case command(String)
    case list
  }

  private let visit: ScreenVisit
  private var focus: Spot?
  /// The index of the focus, used if the focused element disappears.
  private var place = 0
  private var below: [(focus: Spot?, place: Int, list: DrawnList)] = []
  private var list: DrawnList
  private var room = DrawnList.Room()
  private var depth = 0
  private var editing: EditingSession?
  private var isRefused = false
  private var seen = DrawnScreen(title: "")

  init(_ visit: ScreenVisit) {
    self.visit = visit
    list = DrawnList(visit)
  }

  func fit(columns: Int, lines: Int) { room = DrawnList.Room(columns: columns, lines: lines) }

  func page(isDown: Bool) -> Bool {
    guard editing == nil, let content = visit.content, spot(in: content) == .list else {
      return false
    }
    list.page(isDown: isDown)
    return true
  }

  var isEnded: Bool { visit.isEnded }

  func idle() {
    visit.refresh()
    forgetLostField()
  }

  private func forgetLostField() {
    guard editing != nil, visit.hasLostField else { return }
    editing = nil
    visit.forgetField()
  }

  func hangUp() {
    if let editing {
      editing.cancel()
      self.editing = nil
      visit.finishEditing()
    }
    visit.leaveAll()
  }

  func press(_ key: Key) -> Bool {
    guard let content = visit.content else { return false }
    settle(at: content.depth)
    forgetLostField()
    if let editing {
      isRefused = !editing.type(key)
      if editing.isEnded {
        self.editing = nil
        visit.finishEditing()
        if key == .tab || key == .down { move(by: 1, in: content) }
        if key == .up { move(by: -1, in: content) }
      }
      return !isRefused
    }
    if list.isTyping, spot(in: content) == .list, let isDone = list.press(key) { return isDone }
    let command = command(of: key, in: content)
    // Escape closes the question, not the screen below.
    if command == nil, visit.withdrawQuestion(), key == .escape { return true }
    let isInList = spot(in: content) == .list || key == .escape && content.headings != nil
    if isInList, command == nil, let isDone = list.press(key) { return isDone }
    switch key {
    case .character(Self.searchKey) where content.headings != nil:
      focus = .list
      list.beginSearch()
    case .character(Self.undoKey): return visit.undo()
    case .tab, .down, .right: move(by: 1, in: content)
    case .up, .left: move(by: -1, in: content)
    case .home: move(to: 0, in: content)
    case .end: move(to: .max, in: content)
    case .enter: return choose(content)
    case .escape: visit.leave()
    default: return command.map(perform) ?? false
    }
    return true
  }

  private static let (searchKey, undoKey): (Unicode.Scalar, Unicode.Scalar) = ("/", "u")

  private func command(of key: Key, in content: ScreenContent) -> String? {
    switch key {
    case .character(let scalar):
      let menu = content.shownMenu
      return Self.letters(of: menu).firstIndex(of: String(scalar)).map { menu[$0].command }
    case .enter: return if case .command(let name) = spot(in: content) { name } else { nil }
    default: return nil
    }
  }

  private func settle(at newDepth: Int) {
    if depth == 0 { depth = newDepth }
    while depth < newDepth {
      below.append((focus, place, list))
      (focus, place, list) = (nil, 0, DrawnList(visit))
      depth += 1
    }
    while depth > newDepth {
      (focus, place, list) = below.popLast() ?? (nil, 0, DrawnList(visit))
      depth -= 1
    }
  }

  private func perform(_ command: String) -> Bool {
    visit.perform(command)
  }

  private func choose(_ content: ScreenContent) -> Bool {
    switch spot(in: content) {
    case .field(let name):
      guard let field = content.fields.first(where: { $0.name == name }),
        let editing = visit.edit(field)
      else { return false }
      self.editing = editing
      isRefused = false
      return true
    case .command(let command): return perform(command)
    case .item, .list:
      let isList = content.headings != nil
      let opening =
        content.menu.first { $0.command == "open" || !isList && $0.command == "edit" }
        ?? content.menu.first { $0.command == "edit" }
      return opening.map { perform($0.command) } ?? false
    case nil: return false
    }
  }

  private func spots(in content: ScreenContent) -> [Spot] {
    let items = content.sections.flatMap { section in
      section.items.filter(\.canBeSelected).map { Spot.item(section: section.title, id: $0.id) }
    }
    return (content.headings == nil ? [] : [.list]) + items + content.fields.map { .field($0.name) }
      + content.shownMenu.map { .command($0.command) }
  }

  private func spot(in content: ScreenContent) -> Spot? {
    let spots = spots(in: content)
    if focus == nil, content.headings != nil { focus = .list }
    if let focus, let index = spots.firstIndex(of: focus) {
      place = index
      return focus
    }
    return spots.isEmpty ? nil : spots[min(place, spots.count - 1)]
  }

  private func move(by step: Int, in content: ScreenContent) {
    let count = spots(in: content).count
    guard count > 0, spot(in: content) != nil else { return }
    let place = min(place, count - 1)
    move(
      to: focus == nil ? (step > 0 ? 0 : count - 1) : (place + step + count) % count, in: content)
  }

  /// Also selects the item at the new focus, because the menu depends on the selected record.
  private func move(to place: Int, in content: ScreenContent) {
    let spots = spots(in: content)
    guard !spots.isEmpty else { return }
    self.place = min(place, spots.count - 1)
    focus = spots[self.place]
    for section in content.sections {
      for item in section.items where focus == .item(section: section.title, id: item.id) {
        visit.select(item)
      }
    }
  }

  var screen: DrawnScreen {
    seen = screenNow
    return seen
  }

  /// Returns the last drawn screen with a notice, for use during loading, when screens must not be
  /// queried.
  func screen(noting notice: String) -> DrawnScreen {
    var screen = seen
    screen.notice = notice
    return screen
  }

  private var screenNow: DrawnScreen {
    guard let content = visit.content else { return DrawnScreen(title: "") }
    settle(at: content.depth)
    var screen = DrawnScreen(title: content.title)
    let spot = focus == nil && content.headings == nil ? nil : spot(in: content)
    for (number, section) in content.sections.enumerated() {
      let rows = section.items.map { item in
        let isSelected = content.selection.contains(item.id)
        return DrawnScreen.Row.text((isSelected ? "• " : "  ") + item.text)
      }
      screen.sections.append(DrawnScreen.Section(title: section.title, rows: rows))
      if case .item(section.title, let id) = spot,
        let row = section.items.firstIndex(where: { $0.id == id })
      {
        screen.focus = .row(section: number, row: row)
      }
    }
    var rows = content.labels.map { DrawnScreen.Row.label(name: $0.name, text: $0.text) }
    for field in content.fields {
      if spot == .field(field.name) {
        screen.focus = .row(section: screen.sections.count, row: rows.count)
      }
      rows.append(row(field, hasFocus: spot == .field(field.name)))
    }
    if content.headings != nil, let search = list.searchRow { rows.append(search) }
    if !rows.isEmpty { screen.sections.append(DrawnScreen.Section(rows: rows)) }
    if let headings = content.headings {
      var room = room
      room.lines -= rows.isEmpty ? 0 : rows.count + 1
      list.draw(
        on: &screen, headings, selected: Set(content.selection), in: room, hasFocus: spot == .list)
    }
    screen.menu = list.isTyping && spot == .list ? Self.searchMenu : menu(of: content, spot)
    if case .command(let command)? = spot {
      screen.focus = content.shownMenu.firstIndex { $0.command == command }.map { .menu($0) }
    }
    screen.notice = visit.notice
    return screen
  }

  private static let searchMenu: [DrawnScreen.MenuItem] = [
    .init(key: "Return", title: "keep the search"), .init(key: "Esc", title: "show all"),
  ]

  private func menu(of content: ScreenContent, _ spot: Spot?) -> [DrawnScreen.MenuItem] {
    let entries = content.shownMenu
    var menu = zip(entries, Self.letters(of: entries)).map { entry, letter in
      DrawnScreen.MenuItem(key: letter, title: entry.title, objection: entry.reason)
    }
    if spot == .list { menu.append(.init(key: "Space", title: "select")) }
    let opens = spot == .list && content.menu.contains { $0.command == "open" && !$0.isShown }
    let choice = editing != nil ? "accept" : opens ? "open" : "choose"
    menu.append(.init(key: "Return", title: choice))
    if content.headings != nil, editing == nil { menu.append(.init(key: "/", title: "search")) }
    if visit.undoable != nil, editing == nil { menu.append(.init(key: "u", title: "undo")) }
    let isSearched = content.headings != nil && list.search != nil
    menu.append(
      .init(key: "Esc", title: editing != nil ? "cancel" : isSearched ? "show all" : "back"))
    return menu
  }

  private func row(_ field: ShownPart, hasFocus: Bool) -> DrawnScreen.Row {
    var row = DrawnScreen.Field(field, edited: hasFocus ? editing : nil, isRefused: isRefused)
    if editing == nil || !hasFocus {
      row.hint = field.reason ?? (hasFocus ? field.expectation : "")
    } else if !isRefused {
      row.state = .changed
    }
    return .field(row)
  }

  private static func letters(of menu: [ScreenContent.MenuEntry]) -> [String?] {
    var used: Set<Character> = [Character(undoKey)]
    return menu.map { entry in
      let letter = entry.title.lowercased().first { $0.isLetter && used.insert($0).inserted }
      return letter.map(String.init)
    }
  }
}

extension ScreenContent {
  fileprivate var shownMenu: [MenuEntry] { menu.filter(\.isShown) }
}

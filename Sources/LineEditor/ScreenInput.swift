internal import Glibc
package import Values

package protocol ScreenClient: AnyObject {
  var screen: DrawnScreen { get }
  var isEnded: Bool { get }

  func fit(columns: Int, lines: Int)
  func page(isDown: Bool) -> Bool
  /// False rings the bell.
  func press(_ key: Key) -> Bool
  /// Called when the input has been idle; checks for changes by others.
  func idle()
  /// Called when the terminal has disconnected or a signal asks the program to end.
  func hangUp()
}

extension ScreenClient {
  package func fit(columns: Int, lines: Int) {}
  package func page(isDown: Bool) -> Bool { false }
}

/// A full-screen view; restores the terminal at every exit.
package final class ScreenInput {
  private let terminal: Terminal
  private let patience: Int32
  private var painter: ScreenPainter
  private var isRunning = false
  private var mode: TerminalMode?

  /// nil if there is no output terminal, or if the terminal cannot move its cursor.
  ///
  /// - Parameter patience: Idle time in milliseconds before `idle` is called.
  package init?(_ terminal: Terminal, isColoured: Bool, patience: Int32 = 250) {
    guard terminal.canEdit else { return nil }
    (self.patience, self.terminal) = (patience, terminal)
    painter = ScreenPainter(isColoured: isColoured)
  }

  package func shortage(for purpose: String) -> String? {
    let size = terminal.screen
    return ScreenLayout.isTooSmall(size) ? ScreenLayout.shortage(of: size, for: purpose) : nil
  }

  /// Returns false, without effect, if the terminal cannot be used.
  ///
  /// While a client handles a key, it may run another client.
  package func run(_ client: any ScreenClient) -> Bool {
    guard !isRunning else {
      painter.forget()
      defer { painter.forget() }
      return handKeys(to: client)
    }
    guard let mode = TerminalMode(terminal.input) else { return false }
    var former = TerminalSignals.note([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH])
    former.append(SignalAction(switchingOff: SIGQUIT))
    enter(mode)
    defer {
      leave(mode)
      for action in former { action.restore() }
    }
    self.mode = mode
    return handKeys(to: client)
  }

  private func handKeys(to client: any ScreenClient) -> Bool {
    while !client.isEnded {
      draw(client)
      guard let event = terminal.keys.next(within: patience) else {
        client.idle()
        continue
      }
      switch event {
      case .suspension:
        guard let mode else { break }
        leave(mode)
        TerminalSignals.stop()
        enter(mode)
      case .resize: break
      case .end:
        if TerminalSignals.ending == nil { TerminalSignals.hangUp() }
        client.hangUp()
        return true
      case .character, .escape, .meta, .sequence, .paste, .garbage, .interruption:
        press(event, client)
      }
    }
    return true
  }

  /// Draws again if the first drawing changes the height available to the client.
  private func draw(_ client: any ScreenClient) {
    var height = painter.height
    client.fit(columns: terminal.screen.columns, lines: height)
    draw(client.screen)
    guard painter.height != height else { return }
    height = painter.height
    client.fit(columns: terminal.screen.columns, lines: height)
    draw(client.screen)
  }

  package func draw(_ screen: DrawnScreen) {
    guard isRunning else { return }
    write(painter.paint(screen, on: terminal.screen))
  }

  private func press(_ event: KeyReader.Event, _ client: any ScreenClient) {
    if case .sequence(let page) = event, page == Self.pageUp || page == Self.pageDown {
      if client.page(isDown: page == Self.pageDown) { return }
      return scroll(client.screen, isDown: page == Self.pageDown)
    }
    let keys = Key.keys(for: event)
    if keys.isEmpty { ring() }
    for key in keys where !client.isEnded {
      // Keys must not edit a screen that is too small to be shown.
      let isBlind = ScreenLayout.isTooSmall(terminal.screen) && key != .escape
      if isBlind || !client.press(key) { ring() }
    }
  }

  private static let (pageUp, pageDown) = ("[5~", "[6~")

  private func scroll(_ screen: DrawnScreen, isDown: Bool) {
    let lines = max(1, painter.height - 1)
    let drawing = painter.scroll(screen, by: isDown ? lines : -lines, on: terminal.screen)
    if drawing.isEmpty { ring() } else { terminal.write(drawing) }
  }

  private func enter(_ mode: TerminalMode) {
    mode.begin()
    painter.forget()
    isRunning = true
    terminal.write(ScreenPainter.begin + Terminal.beginBrackets)
  }

  private func leave(_ mode: TerminalMode) {
    isRunning = false
    terminal.write(Terminal.endBrackets + ScreenPainter.end)
    mode.end()
  }

  private func write(_ drawing: String) {
    if !drawing.isEmpty { terminal.write(drawing) }
  }

  private func ring() { terminal.write("\u{7}") }
}

/// Turns screens into terminal output, writing only the changes.
///
/// ``begin`` must be written before the first output and ``end`` after the last.
package struct ScreenPainter {
  package static let begin = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[2J"
  package static let end = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private struct Painted {
    var size: Screen
    var layout: ScreenLayout
    var screen: DrawnScreen
  }

  private let isColoured: Bool
  private var painted: Painted?
  private var rows = RowLayouts()
  private var isScrolled = false

  package init(isColoured: Bool) { self.isColoured = isColoured }

  package mutating func forget() { painted = nil }

  package var height: Int { painted?.layout.height ?? 0 }

  /// The focus is visible until ``scroll(_:by:on:)`` moves away.
  package mutating func paint(_ screen: DrawnScreen, on size: Screen) -> String {
    // Most redraws of an idle screen change nothing.
    guard painted?.screen != screen || painted?.size != size else { return "" }
    if painted?.screen.focused != screen.focused { isScrolled = false }
    return paint(screen, on: size, top: painted?.layout.top ?? 0)
  }

  package mutating func scroll(_ screen: DrawnScreen, by lines: Int, on size: Screen) -> String {
    isScrolled = true
    return paint(screen, on: size, top: (painted?.layout.top ?? 0) + lines)
  }

  private mutating func paint(_ screen: DrawnScreen, on size: Screen, top: Int) -> String {
    let layout = ScreenLayout(
      screen, on: size, top: max(0, top), showsFocus: !isScrolled, rows: &rows)
    let before = painted.flatMap { $0.size == size ? $0.layout : nil }
    painted = Painted(size: size, layout: layout, screen: screen)
    guard layout != before else { return "" }
    var text = before == nil ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : "\u{1B}[?25l"
    for (row, line) in layout.lines.enumerated() {
      let isThere = before.map { $0.lines[row] == line } ?? line.cells.isEmpty
      if !isThere { text += Self.place(row, 0) + drawing(of: line, columns: size.columns) }
    }
    if let caret = layout.caret { text += Self.place(caret.row, caret.column) + "\u{1B}[?25h" }
    return text
  }

  private static func place(_ row: Int, _ column: Int) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H"
  }

  private func drawing(of line: DrawnLine, columns: Int) -> String {
    let text = line.cells[...].drawing(at: 0, columns: columns, isColoured: isColoured)
    return line.width < columns ? text + "\u{1B}[K" : text
  }
}

extension DrawnScreen {
  fileprivate struct Focused: Hashable {
    var place: Place?
    var row: Row?
  }

  fileprivate var focused: Focused {
    guard case .row(let section, let row) = focus, sections.indices.contains(section),
      sections[section].rows.indices.contains(row)
    else { return Focused(place: focus) }
    return Focused(place: focus, row: sections[section].rows[row])
  }
}

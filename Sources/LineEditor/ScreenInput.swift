internal import Glibc
package import Values

/// What a person sees and does on a whole screen, for ``ScreenInput`` to show and to hand keys to.
package protocol ScreenClient: AnyObject {
  /// What is to be seen now.
  var screen: DrawnScreen { get }
  /// Whether the screen is done with.
  var isEnded: Bool { get }

  /// Notes how many columns and lines there are between the title and the menu.
  func fit(columns: Int, lines: Int)
  /// Goes on by a page; false where the screen is to scroll.
  func page(isDown: Bool) -> Bool
  /// Presses a key; false if it does nothing here, and then the bell is rung.
  func press(_ key: Key) -> Bool
  /// Looks for what others have changed: no key has come for a while.
  func idle()
  /// Ends the screen as if nobody had looked: the terminal has gone, or the program is asked to end.
  func hangUp()
}

extension ScreenClient {
  /// Does nothing: most screens draw all that there is.
  package func fit(columns: Int, lines: Int) {}
  /// Lets the screen scroll.
  package func page(isDown: Bool) -> Bool { false }
}

/// A screen that fills the terminal and follows keys, the window's size and time.
///
/// However it ends, the terminal is as it was before.
package final class ScreenInput {
  private let terminal: Terminal
  private let patience: Int32
  private var painter: ScreenPainter
  private var isRunning = false
  private var mode: TerminalMode?

  /// Begins to draw at a terminal; nil where its cursor cannot be moved.
  ///
  /// - Parameters:
  ///   - isColoured: whether colours are wanted, which `NO_COLOR` says they are not.
  ///   - patience: how long no key comes, in milliseconds, before a client is told to look for
  ///     changes.
  package init?(_ terminal: Terminal, isColoured: Bool, patience: Int32 = 250) {
    guard terminal.canEdit else { return nil }
    self.patience = patience
    self.terminal = terminal
    painter = ScreenPainter(isColoured: isColoured)
  }

  /// What the window lacks that is too small for a screen; nil where there is room for one.
  package func shortage(for purpose: String) -> String? {
    let size = terminal.screen
    return ScreenLayout.isTooSmall(size) ? ScreenLayout.shortage(of: size, for: purpose) : nil
  }

  /// Shows a client's screen and hands it keys until it has ended; false if the terminal cannot be
  /// used, and then nothing has happened.
  ///
  /// A client may run another one while it is at work on a key.
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

  /// Draws a client, and again where it has got another room by that.
  private func draw(_ client: any ScreenClient) {
    var height = painter.height
    client.fit(columns: terminal.screen.columns, lines: height)
    draw(client.screen)
    guard painter.height != height else { return }
    height = painter.height
    client.fit(columns: terminal.screen.columns, lines: height)
    draw(client.screen)
  }

  /// Shows a screen at once, as a client may want that is still at work on a key.
  package func draw(_ screen: DrawnScreen) {
    guard isRunning else { return }
    write(painter.paint(screen, on: terminal.screen))
  }

  // MARK: Keys

  private func press(_ event: KeyReader.Event, _ client: any ScreenClient) {
    if case .sequence(let page) = event, page == Self.pageUp || page == Self.pageDown {
      if client.page(isDown: page == Self.pageDown) { return }
      return scroll(client.screen, isDown: page == Self.pageDown)
    }
    let keys = Key.keys(for: event)
    if keys.isEmpty { ring() }
    for key in keys where !client.isEnded {
      // Nobody types into what cannot be seen.
      let isBlind = ScreenLayout.isTooSmall(terminal.screen) && key != .escape
      if isBlind || !client.press(key) { ring() }
    }
  }

  private static let (pageUp, pageDown) = ("[5~", "[6~")

  /// Goes on by what is seen at once, but for a line to go by.
  private func scroll(_ screen: DrawnScreen, isDown: Bool) {
    let lines = max(1, painter.height - 1)
    let drawing = painter.scroll(screen, by: isDown ? lines : -lines, on: terminal.screen)
    if drawing.isEmpty { ring() } else { terminal.write(drawing) }
  }

  // MARK: The terminal

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

internal import CLibEdit
internal import Glibc

/// The base of both editors at a terminal: passes keys through libedit and looks at the result.
///
/// libedit asks for a key and does something with it; before it gets the next one the editor looks
/// at what became of the line. What the editor then does itself is cut into steps, as libedit has
/// to run in between to draw.
class TerminalEditor {
  /// Something to do before the next key.
  enum Step {
    /// Changes the line, in a command of libedit.
    case act(() -> EditLine.Answer)
    /// Forgets what libedit has drawn since the last key.
    case drop
    /// Does something else while libedit waits, and writes what it returns where the cursor is.
    case write(() -> String)
    /// Hands libedit a key.
    case key(Unicode.Scalar)
    /// Ends the line.
    case end
  }

  let terminal: Terminal
  let line: EditLine
  private var steps: [Step] = []
  private var action: () -> EditLine.Answer = { .nothing }
  /// Whether the private key was handed out and its command has not run yet.
  private var isActing = false
  /// How many times in a row a command of libedit has taken the private key.
  private var timesTaken = 0

  /// Makes an editor; nil where libedit cannot use the terminal.
  init?(_ terminal: Terminal, program: String) {
    guard let line = terminal.makeLine(program: program) else { return nil }
    self.terminal = terminal
    self.line = line
    line.read = { [unowned self] in nextKey() }
    line.act = { [unowned self] in
      isActing = false
      timesTaken = 0
      return action()
    }
  }

  /// Edits a line to its end; nil if it ends without one.
  func run() -> String? {
    steps = []
    var former = TerminalSignals.note([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH])
    former.append(SignalAction(switchingOff: SIGQUIT))
    terminal.write(Terminal.beginBrackets)
    // Ctrl-S is no key that stops all that is shown, without a sign of it.
    let mode = TerminalMode(terminal.input)
    mode?.handOnFlowControl()
    defer {
      forward()
      mode?.end()
      terminal.write(Terminal.endBrackets)
      for action in former { action.restore() }
    }
    return line.line()
  }

  /// Says what to do about what libedit has made of the last key.
  func look() -> [Step] { [] }

  /// Says what to do about an event; those of the terminal itself are dealt with already.
  func answer(to event: KeyReader.Event) -> [Step] { [] }

  /// What is drawn over the line once it was drawn anew.
  var overlay: [Step] { [] }

  /// The escape sequences that are answered although libedit does not know them.
  var ownSequences: Set<String> { [] }

  /// Beeps.
  var bell: [Step] { [.act { .complaint }] }

  /// Draws the line anew where the cursor of the terminal is.
  var redraw: Step {
    .act { [unowned self] in
      clibedit_refresh(line.handle)
      return .nothing
    }
  }

  /// The steps that hand libedit the escape key with what follows.
  func keys(afterEscape text: String) -> [Step] {
    [.key("\u{1B}")] + text.unicodeScalars.map(Step.key)
  }

  private func nextKey() -> Unicode.Scalar? {
    if isActing { return repeatedKey() }
    if steps.isEmpty { steps = look() }
    while true {
      guard !steps.isEmpty else {
        forward()
        steps = respond(to: terminal.keys.next())
        continue
      }
      switch steps.removeFirst() {
      case .act(let body):
        action = body
        isActing = true
        return EditLine.PrivateKey.act
      case .drop: _ = line.takeDrawing()
      case .write(let text):
        forward()
        terminal.write(text())
      case .key(let key): return key
      case .end: return nil
      }
    }
  }

  /// The key that runs an action although a command of libedit has taken the private key: one that
  /// reads a character itself, such as to quote it.
  private func repeatedKey() -> Unicode.Scalar {
    timesTaken += 1
    guard timesTaken < 3 else {
      // A search reads one character after the other, and ends with this one.
      timesTaken = 0
      return "\u{1B}"
    }
    let body = action
    action = { [unowned self] in
      line.dropPrivateKeys()
      return body() == .nothing ? .nothing : .refresh
    }
    return EditLine.PrivateKey.act
  }

  private func forward() {
    let drawing = line.takeDrawing()
    if !drawing.isEmpty { terminal.write(drawing) }
  }

  // MARK: What the terminal does

  private func respond(to event: KeyReader.Event) -> [Step] {
    switch event {
    case .end:
      // While a line is edited Ctrl-D is a key, and no end.
      if TerminalSignals.ending == nil { TerminalSignals.hangUp() }
      return answer(to: event)
    case .suspension: return suspend()
    case .resize: return resize()
    case .character(let scalar) where scalar.value == 0 || (0x80...0x9F).contains(scalar.value):
      // A text holds no NUL, and the others are private keys.
      return bell
    case .garbage: return bell
    case .sequence(let sequence):
      // libedit would take the end of one it does not know for text.
      guard ownSequences.contains(sequence) || line.command(of: "\\033" + sequence) != nil else {
        return bell
      }
      return answer(to: event)
    default: return answer(to: event)
    }
  }

  /// Ends what libedit reads characters for, such as a search.
  private var settle: Step { .act { .nothing } }

  private func suspend() -> [Step] {
    let stop = Step.write { [unowned self] in
      terminal.write(Terminal.endBrackets)
      clibedit_prepare_terminal(line.handle, false)
      TerminalSignals.stop()
      clibedit_prepare_terminal(line.handle, true)
      // The window may have been made another size meanwhile.
      el_resize(line.handle)
      return Terminal.beginBrackets + "\r\u{1B}[K"
    }
    return [settle, stop, redraw] + overlay
  }

  private func resize() -> [Step] {
    let clear = Step.write { [unowned self] in
      el_resize(line.handle)
      // The terminal has broken the line anew; it is drawn again from where it begins now.
      let screen = terminal.screen
      let before = line.prompt + String(line.text.prefix(line.cursor))
      let rows =
        before.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).displayWidth / screen.columns + 1 }.reduce(0, +) - 1
      let up = min(rows, screen.rows - 1)
      return "\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J"
    }
    return [settle, clear, redraw] + overlay
  }
}

internal import CLibEdit
internal import Glibc

/// The base of both editors at a terminal: passes keys through libedit and looks at the result.
///
/// What libedit draws is not shown: it leaves out characters of no width, and does not know what a
/// terminal has made of the line in a window of another size.
///
/// libedit asks for a key and does something with it; before it gets the next one the editor looks
/// at what became of the line. What the editor then does itself is cut into steps, as libedit has
/// to run in between to draw.
class TerminalEditor {
  /// Something to do before the next key.
  enum Step {
    /// Changes the line, in a command of libedit.
    case act(() -> EditLine.Answer)
    /// Does something else while libedit waits, and writes what it returns where the cursor is;
    /// the line is drawn anew behind it.
    case write(() -> String)
    /// Writes lines in the place of the line, which is drawn anew behind them.
    case insert([String])
    /// Hands libedit a key.
    case key(Unicode.Scalar)
    /// Ends the line.
    case end
  }

  let terminal: Terminal
  let line: EditLine
  /// What is to be seen; text and cursor are those of libedit.
  var picture = LinePicture()
  private var painter = LinePainter()
  private var lastKey: String?
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
    // What libedit has to say about ~/.editrc.
    terminal.write(line.takeDrawing())
    painter.begin(on: terminal.screen)
    terminal.write(Terminal.beginBrackets)
    // Ctrl-S is no key that stops all that is shown, without a sign of it.
    let mode = TerminalMode(terminal.input)
    mode?.handOnFlowControl()
    defer {
      _ = line.takeDrawing()
      mode?.end()
      terminal.write(Terminal.endBrackets)
      for action in former { action.restore() }
    }
    guard let text = line.line() else { return nil }
    picture.text = text.unicodeScalars
    picture.cursor = picture.text.count
    terminal.write(painter.finish(picture))
    return text
  }

  /// Says what to do about what libedit has made of the last key.
  func look() -> [Step] { [] }

  /// Says what to do about an event; those of the terminal itself are dealt with already.
  func answer(to event: KeyReader.Event) -> [Step] { [] }

  /// Says what to do about a window of another size.
  func resized() -> [Step] { [] }

  /// The escape sequences that are answered although libedit does not know them.
  var ownSequences: Set<String> { [] }

  /// Beeps.
  var bell: [Step] { [.act { .complaint }] }

  /// The steps that hand libedit the escape key with what follows.
  func keys(afterEscape text: String) -> [Step] {
    [.key("\u{1B}")] + text.unicodeScalars.map(Step.key)
  }

  private func nextKey() -> Unicode.Scalar? {
    if isActing { return repeatedKey() }
    if steps.isEmpty {
      keepCharactersWhole()
      steps = look()
    }
    while true {
      guard !steps.isEmpty else {
        draw()
        let event = terminal.keys.next()
        lastKey = event.binding
        steps = respond(to: event)
        continue
      }
      switch steps.removeFirst() {
      case .act(let body):
        action = body
        isActing = true
        return EditLine.PrivateKey.act
      case .write(let text):
        draw()
        terminal.write(text())
        painter.begin(on: terminal.screen)
      case .insert(let lines):
        terminal.write(painter.erase() + lines.map { $0 + "\r\n" }.joined())
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

  private func draw() {
    let drawn = line.takeDrawing()
    picture.text = line.text
    picture.cursor = line.cursor
    var drawing = String(repeating: "\u{7}", count: drawn.count { $0 == 0x7 })
    // libedit goes to the first line only to clear the screen.
    if drawn.contains([0x1B, UInt8(ascii: "["), UInt8(ascii: "H")]) {
      painter.begin(on: terminal.screen)
      drawing += "\u{1B}[H\u{1B}[2J"
    }
    drawing += painter.paint(picture)
    if !drawing.isEmpty { terminal.write(drawing) }
  }

  /// Has libedit, which knows only scalars, move past characters and delete them as a whole.
  private func keepCharactersWhole() {
    let (former, text, cursor) = (Array(picture.text), Array(line.text), line.cursor)
    guard text != former || cursor != picture.cursor, !Self.isSearch(text) else { return }
    if text.count < former.count, isDeletion(lastKey) {
      let change = Difference(from: former, to: text, cursor: cursor)
      let whole = change.range.whole(in: former)
      if change.replacement.isEmpty, whole != change.range {
        let rest = former[..<whole.lowerBound] + former[whole.upperBound...]
        return line.show(String(rest), cursor: whole.lowerBound)
      }
    }
    let character = (cursor..<cursor).whole(in: text)
    guard !character.isEmpty else { return }
    let isForward = cursor > picture.cursor
    // In the command mode of vi the cursor is on the last character, not behind it.
    let isOnLast = line.isVi && character.upperBound == text.count
    let toEnd = isForward && (!isOnLast || picture.cursor == character.lowerBound)
    line.move(to: toEnd ? character.upperBound : character.lowerBound)
  }

  private func isDeletion(_ key: String?) -> Bool {
    guard let key else { return false }
    return [false, true].contains { isCommandMode in
      let command = line.command(of: key, inCommandMode: isCommandMode) ?? ""
      return command.contains("delete") || command.contains("kill")
    }
  }

  /// Whether libedit has put what it searches for behind the line.
  private static func isSearch(_ text: [Unicode.Scalar]) -> Bool {
    let last = String(text[((text.lastIndex(of: "\n") ?? -1) + 1)...])
    return ["bck", "fwd"].contains { last.hasPrefix($0) }
  }

  // MARK: What the terminal does

  private func respond(to event: KeyReader.Event) -> [Step] {
    switch event {
    case .end:
      // While a line is edited Ctrl-D is a key, and no end.
      if TerminalSignals.ending == nil { TerminalSignals.hangUp() }
      return answer(to: event)
    case .suspension: return suspend()
    case .resize:
      el_resize(line.handle)
      let screen = terminal.screen
      let column = screen.columns == painter.size.columns ? nil : terminal.cursorColumn()
      terminal.write(painter.erase(on: screen, column: column))
      return [settle] + resized()
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
    return [settle, stop]
  }
}

extension KeyReader.Event {
  /// The key as it is written in `~/.editrc`; nil for what is none.
  fileprivate var binding: String? {
    switch self {
    case .character(let scalar) where scalar.isASCII:
      "\\" + String(scalar.value + 0o1000, radix: 8).dropFirst()
    case .meta(let scalar): "\\033\(scalar)"
    case .sequence(let sequence): "\\033\(sequence)"
    case .character, .escape, .paste, .garbage, .interruption, .suspension, .resize, .end: nil
    }
  }
}

extension Range<Int> {
  /// The range with all of the characters that it begins or ends in, in the scalars of a text.
  func whole(in text: [Unicode.Scalar]) -> Range {
    var (start, end) = (lowerBound, upperBound)
    var place = 0
    for character in String(text) where place < upperBound {
      let next = place + character.unicodeScalars.count
      if place < lowerBound, lowerBound < next { start = place }
      if place < upperBound, upperBound < next { end = next }
      place = next
    }
    return start..<end
  }
}

extension String {
  init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}

internal import CLibEdit
internal import Glibc

/// Passes keys through libedit and draws the result.
///
/// libedit's own drawing is discarded, because libedit omits zero-width characters and does not
/// know how a resized terminal reflows a line.
///
/// libedit asks for a key and acts on it. Before the next key, this class examines the line. The
/// actions of this class are steps, because libedit must run between them.
class TerminalEditor {
  enum Step {
    case act(() -> EditLine.Answer)
    /// Runs while libedit waits for a key; the result is written at the cursor, then the line is
    /// redrawn.
    case write(() -> String)
    case insert([String])
    case key(Unicode.Scalar)
    case end
  }

  let terminal: Terminal
  let line: EditLine
  /// The line to draw, with text and cursor copied from libedit.
  var picture = LinePicture()
  private var painter = LinePainter()
  private var lastKey: String?
  private var steps: [Step] = []
  private var action: () -> EditLine.Answer = { .nothing }
  /// The private key was sent, but its command has not run yet.
  private var isActing = false
  /// How many times in a row another libedit command has consumed the private key.
  private var timesTaken = 0

  init?(_ terminal: Terminal, program: String) {
    guard let line = terminal.makeLine(program: program) else { return nil }
    (self.terminal, self.line) = (terminal, line)
    line.read = { [unowned self] in nextKey() }
    line.act = { [unowned self] in
      isActing = false
      timesTaken = 0
      return action()
    }
  }

  func run() -> String? {
    steps = []
    var former = TerminalSignals.note([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH])
    former.append(SignalAction(switchingOff: SIGQUIT))
    // Reports the errors that libedit found in ~/.editrc.
    terminal.write(line.takeDrawing())
    painter.begin(on: terminal.screen)
    terminal.write(Terminal.beginBrackets)
    // Ctrl-S would silently stop all output.
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

  func look() -> [Step] { [] }

  func answer(to event: KeyReader.Event) -> [Step] { [] }

  func resized() -> [Step] { [] }

  var ownSequences: Set<String> { [] }

  var bell: [Step] { [.act { .complaint }] }

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
      case .insert(let lines): terminal.write(painter.erase() + lines.map { $0 + "\r\n" }.joined())
      case .key(let key): return key
      case .end: return nil
      }
    }
  }

  /// Returns the key to send after another command has consumed the private key, for example a
  /// command that quotes a character.
  private func repeatedKey() -> Unicode.Scalar {
    timesTaken += 1
    guard timesTaken < 3 else {
      // An incremental search keeps reading characters; Escape ends it.
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
    // libedit moves to the first line only to clear the screen.
    if drawn.contains([0x1B, UInt8(ascii: "["), UInt8(ascii: "H")]) {
      painter.begin(on: terminal.screen)
      drawing += "\u{1B}[H\u{1B}[2J"
    }
    drawing += painter.paint(picture)
    if !drawing.isEmpty { terminal.write(drawing) }
  }

  /// Extends the moves and deletions of libedit, which works by scalar, to whole characters.
  private func keepCharactersWhole() {
    let (former, text, cursor) = (Array(picture.text), Array(line.text), line.cursor)
    guard text != former || cursor != picture.cursor, !Self.isSearch(text) else { return }
    if text.count < former.count, isDeletion(lastKey) {
      let change = TextReplacement(from: former, to: text, cursor: cursor)
      let whole = change.range.whole(in: former)
      if change.replacement.isEmpty, whole != change.range {
        let rest = former[..<whole.lowerBound] + former[whole.upperBound...]
        return line.show(String(rest), cursor: whole.lowerBound)
      }
    }
    let character = (cursor..<cursor).whole(in: text)
    guard !character.isEmpty else { return }
    let isForward = cursor > picture.cursor
    // In vi command mode the cursor is on the last character, not behind it.
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

  private static func isSearch(_ text: [Unicode.Scalar]) -> Bool {
    let last = String(text[((text.lastIndex(of: "\n") ?? -1) + 1)...])
    return ["bck", "fwd"].contains { last.hasPrefix($0) }
  }

  private func respond(to event: KeyReader.Event) -> [Step] {
    switch event {
    case .end:
      // During editing, Ctrl-D is an ordinary key, so the terminal has disconnected.
      if TerminalSignals.ending == nil { TerminalSignals.hangUp() }
      return answer(to: event)
    case .suspension: return suspend()
    case .resize:
      clibedit_resize(line.handle)
      let screen = terminal.screen
      let column = screen.columns == painter.size.columns ? nil : terminal.cursorColumn()
      terminal.write(painter.erase(on: screen, column: column))
      return [settle] + resized()
    case .character(let scalar) where scalar.value == 0 || (0x80...0x9F).contains(scalar.value):
      // NUL cannot be in a text; the others are private keys.
      return bell
    case .garbage: return bell
    case .sequence(let sequence):
      // libedit would insert the end of an unknown sequence as text.
      guard ownSequences.contains(sequence) || line.command(of: "\\033" + sequence) != nil else {
        return bell
      }
      return answer(to: event)
    default: return answer(to: event)
    }
  }

  /// Ends a libedit command that reads characters, such as a search.
  private var settle: Step { .act { .nothing } }

  private func suspend() -> [Step] {
    let stop = Step.write { [unowned self] in
      terminal.write(Terminal.endBrackets)
      clibedit_prepare_terminal(line.handle, false)
      TerminalSignals.stop()
      clibedit_prepare_terminal(line.handle, true)
      // The window may have been resized meanwhile.
      clibedit_resize(line.handle)
      return Terminal.beginBrackets + "\r\u{1B}[K"
    }
    return [settle, stop]
  }
}

extension KeyReader.Event {
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

struct LinePainter {
  private(set) var size = Screen(columns: 80, rows: 24)
  private var painted = LineRows(columns: 1)
  private var top = 0

  /// The cursor must be in the first column.
  mutating func begin(on screen: Screen) {
    size = screen
    painted = LineRows(columns: 1)
    top = 0
  }

  mutating func paint(_ picture: LinePicture) -> String {
    var next = LineRows(picture, columns: size.columns)
    top = next.cut(to: size.rows, from: top)
    defer { painted = next }
    return drawing(of: next)
  }

  mutating func finish(_ picture: LinePicture) -> String {
    let all = LineRows(picture, columns: size.columns)
    let start = all.rows.count > size.rows ? erase() : ""
    defer { begin(on: size) }
    return start + drawing(of: all) + "\r\n"
  }

  mutating func erase() -> String { erase(below: painted.caret.row) }

  mutating func erase(on screen: Screen, column: Int?) -> String {
    let (cut, broken) = (painted.caret, painted.caret(brokenAt: screen.columns))
    size = screen
    // After a resize, some terminals have reflowed the lines, and others have truncated them.
    let isCut =
      column == nil || column != broken.column && column == min(cut.column, size.columns - 1)
    return erase(below: isCut ? cut.row : broken.row)
  }

  private mutating func erase(below row: Int) -> String {
    begin(on: size)
    return "\r" + Self.sequence(min(row, size.rows - 1), "A") + "\u{1B}[J"
  }

  private static func sequence(_ count: Int, _ final: String) -> String {
    count > 0 ? "\u{1B}[\(count)\(final)" : ""
  }

  private func drawing(of next: LineRows) -> String {
    let (old, new) = (painted.rows, next.rows)
    var text = ""
    var place = painted.caret
    func move(to target: ScreenLayout.Caret) {
      guard target != place else { return }
      text +=
        Self.sequence(place.row - target.row, "A") + Self.sequence(target.row - place.row, "B")
      text += "\r" + Self.sequence(target.column, "C")
      place = target
    }
    var row = zip(old, new).prefix { $0 == $1 }.count
    guard row < max(old.count, new.count) else {
      move(to: next.caret)
      return text
    }
    // Starts at the end of the last common row if rows are added or removed.
    if row == min(old.count, new.count) { row -= 1 }
    var first = zip(old[row].cells, new[row].cells).prefix { $0 == $1 }.count
    // Rewriting the last character makes the terminal wrap into the next row.
    if new[row].wraps, first == new[row].cells.count { first = max(0, first - 1) }
    move(
      to: ScreenLayout.Caret(
        row: row, column: new[row].cells[..<first].reduce(0) { $0 + $1.width }))
    for (index, line) in new.enumerated().dropFirst(row) {
      text += line.cells[first...].drawing(
        at: place.column, columns: size.columns, isColoured: true, wraps: true)
      first = 0
      let isLast = index == new.count - 1
      if line.width < size.columns {
        text += isLast && index + 1 < old.count ? "\u{1B}[J" : "\u{1B}[K"
      }
      guard !isLast else {
        place = ScreenLayout.Caret(row: index, column: line.width)
        break
      }
      if !line.wraps {
        text += "\r\n"
      } else if new[index + 1].cells.isEmpty {
        text += " \r"
      }
      place = ScreenLayout.Caret(row: index + 1, column: 0)
    }
    move(to: next.caret)
    return text
  }
}

internal import CLibEdit
internal import Glibc
package import Values

/// A field edited at a terminal with libedit's editing keys.
///
/// Every change by libedit is validated before anything is drawn, so a rejected key never appears.
package final class FieldInput {
  private let editor: GuardedEditor

  /// nil if libedit cannot use the terminal.
  package init?(_ terminal: Terminal, program: String, isColoured: Bool) {
    guard let editor = GuardedEditor(terminal, program: program) else { return nil }
    editor.isColoured = isColoured
    self.editor = editor
  }

  package func edit(_ text: any GuardedText) { editor.edit(text) }
}

private final class GuardedEditor: TerminalEditor {
  private struct Shown {
    var start = 0
    var scalars: [Unicode.Scalar] = []
    var cursor = 0
    var isRefusal = false
  }

  private var text: (any GuardedText)?
  private var prompt = ""
  private var shown = Shown()
  var isColoured = false
  /// libedit starts with an empty line; true once the content has been inserted.
  private var hasBegun = false
  private var isCancelled = false
  /// Whether libedit has received a key since the line was last examined.
  private var hasHandedKey = false

  override init?(_ terminal: Terminal, program: String) {
    super.init(terminal, program: program)
    // The command prompt has already reported errors in ~/.editrc.
    _ = line.takeDrawing()
    line.cancel = { [unowned self] in
      isCancelled = true
      return .nothing
    }
    line.unbind(Self.foreign)
  }

  /// libedit commands that are unbound, because they leave the line or replace its content.
  private static let foreign: Set = [
    "ed-command", "ed-end-of-file", "ed-next-history", "ed-prev-history", "ed-next-line",
    "ed-prev-line", "ed-search-next-history", "ed-search-prev-history", "em-inc-search-next",
    "em-inc-search-prev", "vi-alias", "vi-comment-out", "vi-histedit", "vi-history-word",
    "vi-repeat-search-next", "vi-repeat-search-prev", "vi-search-next", "vi-search-prev",
    "vi-to-history-line",
  ]

  func edit(_ text: any GuardedText) {
    self.text = text
    prompt = text.prompt
    picture = LinePicture(prompt: prompt)
    isCancelled = false
    shown = Shown()
    (hasBegun, hasHandedKey) = (false, false)
    while !text.isEnded {
      _ = run()
      // A key ended libedit's line, but not the field.
      hasBegun = false
      shown = Shown()
      if TerminalSignals.ending != nil { _ = text.press(.escape) }
    }
    self.text = nil
  }

  override func look() -> [Step] {
    guard let text else { return [.end] }
    if isCancelled {
      isCancelled = false
      return pressed(.escape)
    }
    guard hasBegun else {
      // The key that ended the previous line is not a cursor movement in this one.
      (hasBegun, hasHandedKey) = (true, false)
      return show(isRefused: false)
    }
    defer { hasHandedKey = false }
    let scalars = Array(line.text)
    let cursor = line.cursor
    if scalars == shown.scalars {
      // A key that cannot move the cursor still ends a selection.
      let isMove = cursor != shown.cursor || hasHandedKey && !text.selection.isEmpty
      guard isMove else { return [] }
      let all = Array(text.text.unicodeScalars)
      text.move(to: target(of: cursor, in: all.count))
      shown.cursor = cursor
      let isThere =
        text.caret == shown.start + cursor
        && part(of: all, around: text.caret).lowerBound == shown.start
      guard isThere else { return show(isRefused: false) }
      picture.selection = 0..<0
      return []
    }
    var difference = TextReplacement(from: shown.scalars, to: scalars, cursor: cursor)
    difference.range =
      difference.range.lowerBound + shown.start..<difference.range.upperBound + shown.start
    return offer(difference, isTyped: difference.replacement.unicodeScalars.count == 1)
  }

  private static let shiftTab = "[Z"
  private static let (altUp, altDown) = ("[1;3A", "[1;3B")

  override var ownSequences: Set<String> { [Self.shiftTab, Self.altUp, Self.altDown] }

  override func answer(to event: KeyReader.Event) -> [Step] {
    let steps = ownAnswer(to: event)
    hasHandedKey = steps.contains { if case .key = $0 { true } else { false } }
    return steps
  }

  private func ownAnswer(to event: KeyReader.Event) -> [Step] {
    if let text, !text.selection.isEmpty, let steps = answer(to: event, selecting: text.selection) {
      return steps
    }
    switch event {
    case .character("\r"), .character("\n"): return pressed(.enter)
    case .character("\t"): return pressed(.tab)
    case .character("\u{13}"): return pressed(.submit)
    case .sequence("[B"), .sequence("OB"): return pressed(.down)
    case .sequence(Self.altUp): return pressed(.step(by: 1))
    case .sequence(Self.altDown): return pressed(.step(by: -1))
    case .sequence("[A"), .sequence("OA"), .sequence(Self.shiftTab): return pressed(.up)
    // libedit would take Ctrl-D on an empty line as the end of input.
    case .character("\u{04}") where shown.scalars.isEmpty: return bell
    case .character("\u{1F}"): return pressed(.undo)
    case .character("\u{0C}"): return pressed(.clear)
    case .character(let scalar): return [.key(scalar)]
    case .escape: return line.isVi ? [.key(EditLine.PrivateKey.escape)] : pressed(.escape)
    case .meta("_"): return pressed(.redo)
    case .meta(let scalar):
      return line.isVi
        ? answer(to: .escape) + answer(to: .character(scalar))
        : keys(afterEscape: String(scalar))
    case .sequence(let sequence): return keys(afterEscape: sequence)
    case .paste(let pasted):
      guard let text, !pasted.isEmpty else { return [] }
      return offer(TextReplacement(inserting: pasted, at: text.caret), isTyped: false)
    case .interruption: return pressed(.escape)
    case .end: return [.end]
    case .garbage, .suspension, .resize: return []
    }
  }

  /// libedit sees only the visible part, so a jump to its start or end means the start or end of
  /// the whole text.
  private func target(of cursor: Int, in count: Int) -> Int {
    let leap = 32
    let end = shown.start + shown.scalars.count
    if cursor == 0, shown.cursor > leap { return 0 }
    if end < count, cursor >= shown.scalars.count - 1, cursor - shown.cursor > leap { return count }
    return shown.start + cursor
  }

  private func answer(to event: KeyReader.Event, selecting selection: Range<Int>) -> [Step]? {
    guard let text else { return nil }
    switch event {
    case .sequence("[D"), .sequence("OD"): text.move(to: selection.lowerBound)
    case .sequence("[C"), .sequence("OC"): text.move(to: selection.upperBound)
    case .sequence("[3~"): return offer(TextReplacement(deleting: selection), isTyped: true)
    default: return nil
    }
    return show(isRefused: false)
  }

  private func offer(_ change: TextReplacement, isTyped: Bool) -> [Step] {
    guard let text else { return [.end] }
    let isTaken = text.replace(change.range, with: change.replacement, isTyped: isTyped)
    return [restore] + show(isRefused: !isTaken)
  }

  /// Undoes libedit's change, so that libedit's own undo starts at the visible text.
  private var restore: Step {
    let before = shown
    return .act { [unowned self] in
      line.show(String(before.scalars), cursor: before.cursor)
      return .refresh
    }
  }

  private func pressed(_ key: Key) -> [Step] {
    guard let text else { return [.end] }
    let isTaken = text.press(key)
    guard text.isEnded else {
      return show(isRefused: !isTaken, saying: !isTaken, listing: text.candidates)
    }
    return show(isRefused: false) + [.key(EditLine.PrivateKey.newline)]
  }

  /// - Parameters:
  ///   - says: Whether to print the hint as a message if it does not fit on the line.
  ///   - candidates: Texts to list above the line.
  private func show(
    isRefused: Bool, saying says: Bool = false, listing candidates: [String] = []
  ) -> [Step] {
    guard let text else { return [.end] }
    var news = text.takeNews()
    if !candidates.isEmpty {
      let screen = terminal.screen
      news += Proposals.lines(of: candidates, columns: screen.columns, rows: screen.rows)
    }
    let scalars = Array(text.text.unicodeScalars)
    if prompt != text.prompt {
      prompt = text.prompt
      shown = Shown()
    }
    let range = part(of: scalars, around: text.caret)
    shown = Shown(
      start: range.lowerBound, scalars: Array(scalars[range]),
      cursor: text.caret - range.lowerBound, isRefusal: isRefused)
    let (content, cursor) = (String(shown.scalars), shown.cursor)
    let marked = prompt + (range.lowerBound > 0 ? "…" : "")
    let hint = text.isEnded ? "" : fitting(text.hint, beside: marked + content)
    if says, hint != text.hint { news.append(text.hint) }
    let style: DrawnStyle = !isColoured ? [] : isRefused ? [.bold, .red] : .dim
    let selected = text.selection.clamped(to: range)
    picture = LinePicture(
      prompt: marked,
      selection: selected.lowerBound - range.lowerBound..<selected.upperBound - range.lowerBound,
      hint: DrawnLine(hint, style))
    let show = Step.act { [unowned self] in
      line.show(content, cursor: cursor)
      return isRefused ? .refreshWithBell : .refresh
    }
    return (news.isEmpty ? [] : [.insert(news)]) + [show]
  }

  override func resized() -> [Step] { hasBegun ? show(isRefused: shown.isRefusal) : [] }

  private func part(of scalars: [Unicode.Scalar], around caret: Int) -> Range<Int> {
    Window(on: terminal.screen, beside: prompt.displayWidth + 1)
      .part(of: scalars, around: caret, from: shown.start).whole(in: scalars)
  }

  private func fitting(_ hint: String, beside text: String) -> String {
    let room = terminal.screen.columns - text.displayWidth - 3
    if hint.displayWidth <= room { return hint }
    var cut = hint
    while !cut.isEmpty, cut.displayWidth >= room { cut.removeLast() }
    return cut.count < 4 ? "" : cut + "…"
  }
}

/// A text that validates every change before it is shown. Positions count Unicode scalars from 0.
package protocol GuardedText: AnyObject {
  var prompt: String { get }
  var text: String { get }
  var caret: Int { get }
  var selection: Range<Int> { get }
  var candidates: [String] { get }
  var hint: String { get }
  var isEnded: Bool { get }

  /// Returns false and changes nothing if the replacement is rejected.
  ///
  /// - Parameter isTyped: Whether the user inserted a single scalar, or deleted the selection with
  ///   Delete.
  func replace(_ range: Range<Int>, with replacement: String, isTyped: Bool) -> Bool
  func move(to caret: Int)
  func press(_ key: Key) -> Bool
  /// Returns and clears the messages to print above the line.
  func takeNews() -> [String]
}

package struct TextReplacement: Hashable, Sendable {
  /// In scalars of the old text.
  package var range: Range<Int>
  package var replacement: String

  /// Of several possible replacements, picks the one that ends at the cursor.
  package init(from old: [Unicode.Scalar], to new: [Unicode.Scalar], cursor: Int) {
    let shorter = min(old.count, new.count)
    func suffix(from start: Int, upTo limit: Int) -> Int {
      var length = start
      while length < limit, old[old.count - 1 - length] == new[new.count - 1 - length] {
        length += 1
      }
      return length
    }
    // Equal text after the cursor counts as unchanged, because edits end at the cursor.
    var end = suffix(from: 0, upTo: min(shorter, new.count - cursor))
    var start = 0
    while start < shorter - end, old[start] == new[start] { start += 1 }
    end = suffix(from: end, upTo: shorter - start)
    range = start..<old.count - end
    replacement = String(new[start..<new.count - end])
  }

  init(inserting text: String, at place: Int) { (range, replacement) = (place..<place, text) }

  init(deleting range: Range<Int>) { (self.range, replacement) = (range, "") }
}

/// The part of a long text around the caret that fits on a screen.
///
/// libedit gets only this part, because it scans the whole line at each key.
struct Window {
  /// Minimum distance between the caret and an end beyond which text is hidden.
  private static let margin = 8

  private let screen: Screen
  /// The number of columns, of all rows together, that the text can occupy.
  private let room: Int

  init(on screen: Screen, beside columns: Int) {
    self.screen = screen
    room = max(2 * Self.margin, screen.columns * (screen.rows - 1) - columns - 2)
  }

  /// Keeps the former start while the caret stays inside the part and outside its margins.
  func part(of text: [Unicode.Scalar], around caret: Int, from former: Int) -> Range<Int> {
    let end = self.end(of: text, from: 0)
    if end == text.count { return 0..<end }
    let start = min(former, text.count)
    let range = start..<self.end(of: text, from: start)
    let isInside =
      (range.lowerBound == 0 || caret >= range.lowerBound + Self.margin)
      && (range.upperBound == text.count ? caret >= start : caret <= range.upperBound - Self.margin)
    if isInside { return range }
    var columns = 0
    var first = caret
    while first > 0, columns + width(text[first - 1]) <= room / 2 {
      first -= 1
      columns += width(text[first])
    }
    return first..<self.end(of: text, from: first)
  }

  private func end(of text: [Unicode.Scalar], from start: Int) -> Int {
    var columns = 0
    var end = start
    while end < text.count, columns + width(text[end]) <= room {
      columns += width(text[end])
      end += 1
    }
    return end
  }

  private func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar == "\n" { return screen.columns }
    let width = Int(clibedit_width(wchar_t(bitPattern: scalar.value)))
    if width > 0 || scalar.properties.isGraphemeExtend || scalar == "\u{200D}" { return width }
    // Invisible scalars are replaced by escapes.
    return 10
  }
}

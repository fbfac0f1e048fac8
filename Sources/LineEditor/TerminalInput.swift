internal import CLibEdit

package final class TerminalInput: PromptInput {
  private static let rememberedLines: Int32 = 1000

  private let editor: CommandEditor
  private let history: OpaquePointer
  private let nothing: OpaquePointer

  package var propose: (_ line: String, _ caret: Int) -> Proposals {
    get { editor.propose }
    set { editor.propose = newValue }
  }

  package init?(_ terminal: Terminal, program: String) {
    guard let editor = CommandEditor(terminal, program: program), let history = history_winit(),
      let nothing = history_winit()
    else { return nil }
    (self.editor, self.history, self.nothing) = (editor, history, nothing)
    clibedit_history_limit(history, Self.rememberedLines)
    clibedit_set_history(editor.line.handle, history)
  }

  deinit {
    history_wend(history)
    history_wend(nothing)
  }

  package func nextLine(prompt: String) -> PromptLine {
    editor.picture.prompt = prompt
    editor.outcome = .end
    if let line = editor.run() { return .entered(line) }
    if editor.outcome == .end { editor.terminal.write("\r\n") }
    return editor.outcome
  }

  package func answer(to question: String) -> PromptLine {
    let propose = editor.propose
    clibedit_set_history(editor.line.handle, nothing)
    editor.propose = CommandEditor.nothing
    defer {
      clibedit_set_history(editor.line.handle, history)
      editor.propose = propose
    }
    return nextLine(prompt: question)
  }

  package func remember(_ command: String) {
    clibedit_history_add(history, EditLine.wide(command))
  }
}

private final class CommandEditor: TerminalEditor {
  static let nothing: @Sendable (_ line: String, _ caret: Int) -> Proposals = { _, caret in
    Proposals(range: caret..<caret, texts: [], isWhole: false)
  }

  var propose: (_ line: String, _ caret: Int) -> Proposals = CommandEditor.nothing
  var outcome = PromptLine.end
  private var completion: [Step] = []

  override init?(_ terminal: Terminal, program: String) {
    super.init(terminal, program: program)
    line.complete = { [unowned self] in complete() }
    // Bind only keys that are still free, to respect the user's ~/.editrc.
    let free: [String?] = [nil, "ed-unassigned", "ed-insert", "ed-redisplay"]
    if free.contains(line.command(of: "^I")) { line.bind("^I", to: "workbench-complete") }
    if free.contains(line.command(of: "^R")) { line.bind("^R", to: "em-inc-search-prev") }
  }

  override func look() -> [Step] {
    defer { completion = [] }
    return completion
  }

  override func answer(to event: KeyReader.Event) -> [Step] {
    switch event {
    case .character(let scalar): return [.key(scalar)]
    case .escape: return [.key(escape)]
    case .meta(let scalar): return [.key(escape), .key(scalar)]
    case .sequence(let sequence): return keys(afterEscape: sequence)
    case .paste(let text):
      // A command with NUL could not be run.
      guard !text.unicodeScalars.contains("\0") else { return bell }
      return [.act { [unowned self] in line.insert(text) ? .refresh : .complaint }]
    case .interruption:
      outcome = .dropped
      return [toEnd, .write { "^C\r\n" }, .end]
    case .end:
      outcome = .gone
      return [toEnd, .write { "\r\n" }, .end]
    case .garbage, .suspension, .resize: return []
    }
  }

  private var escape: Unicode.Scalar { line.isVi ? EditLine.PrivateKey.escape : "\u{1B}" }

  private var toEnd: Step {
    .act { [unowned self] in
      line.moveToEnd()
      return .refresh
    }
  }

  private func complete() -> EditLine.Answer {
    let text = line.text
    let proposals = propose(String(text), line.cursor)
    let before = String(
      text.prefix(proposals.range.upperBound).dropFirst(proposals.range.lowerBound))
    let common = proposals.commonPrefix
    guard !common.isEmpty || proposals.texts.count > 1 else { return .complaint }
    if proposals.texts.count == 1 || common != before && common.count >= before.count {
      let isSpaced = text.dropFirst(proposals.range.upperBound).first == " "
      let ends = proposals.texts.count == 1 && proposals.isWhole && !isSpaced
      put(common + (ends ? " " : ""), in: proposals.range, of: text)
      return .refresh
    }
    let lines = proposals.lines(columns: terminal.screen.columns, rows: terminal.screen.rows)
    let cursor = line.cursor
    completion = [
      toEnd, .write { "\r\n" + lines.map { $0 + "\r\n" }.joined() },
      .act { [unowned self] in
        line.show(String(text), cursor: cursor)
        return .nothing
      },
    ]
    return .nothing
  }

  private func put(_ proposal: String, in range: Range<Int>, of text: String.UnicodeScalarView) {
    let start = String(text.prefix(range.lowerBound)) + proposal
    line.show(start + String(text.dropFirst(range.upperBound)), cursor: start.unicodeScalars.count)
  }
}

package struct Proposals: Hashable, Sendable {
  package var range: Range<Int>
  package var texts: [String]
  package var shown: [String]
  package var isWhole: Bool

  package init(range: Range<Int>, texts: [String], shown: [String]? = nil, isWhole: Bool) {
    (self.range, self.texts, self.isWhole) = (range, texts, isWhole)
    self.shown = shown ?? texts
  }

  var commonPrefix: String {
    guard let first = texts.first else { return "" }
    return texts.dropFirst().reduce(first) { common, text in
      String(zip(common, text).prefix { $0 == $1 }.map(\.0))
    }
  }

  func lines(columns: Int, rows: Int) -> [String] {
    Self.lines(of: shown, columns: columns, rows: rows)
  }

  static func lines(of texts: [String], columns: Int, rows: Int) -> [String] {
    let width = (texts.map(\.displayWidth).max() ?? 0) + 2
    let across = max(1, columns / width)
    let most = max(1, rows - 3)
    let down = min(most, (texts.count + across - 1) / across)
    var lines = (0..<down).map { row in
      stride(from: row, to: min(texts.count, down * across), by: down)
        .map { texts[$0] + String(repeating: " ", count: width - texts[$0].displayWidth) }
        .joined().trimmingSpaces
    }
    let left = texts.count - down * across
    if left > 0 { lines.append("… and \(left) more") }
    return lines
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

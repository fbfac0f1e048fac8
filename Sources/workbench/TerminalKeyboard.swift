internal import LineEditor
internal import Session
internal import Values
internal import Workspace

final class TerminalKeyboard: ScreenKeyboard {
  private let terminal: Terminal
  private let streams: [Output]
  // Created on first use, because most sessions edit no fields.
  private lazy var input = FieldInput(terminal, program: Workbench.name, isColoured: isColoured)
  private lazy var screen = ScreenInput(terminal, isColoured: isColoured)
  private let isColoured: Bool
  private weak var drawn: DrawnVisit?

  /// - Parameter streams: Streams to the terminal, which are held during editing.
  init(_ terminal: Terminal, _ streams: [Output], isColoured: Bool) {
    (self.terminal, self.streams, self.isColoured) = (terminal, streams, isColoured)
  }

  var obstacleToForms: String? { screen?.shortage(for: "a form") }

  func edit(_ editing: EditingSession) {
    let isHolding = hold()
    defer { release(isHolding) }
    // A form, or a field with candidates, fills the screen; any other field is edited on its
    // line.
    if let form = DrawnForm(editing), let screen, screen.run(form) { return }
    if let input {
      input.edit(EditedField(editing, streams))
    } else {
      editing.cancel()
    }
  }

  func visit(_ visit: ScreenVisit) -> Bool {
    guard let screen else { return false }
    let isHolding = hold()
    defer { release(isHolding) }
    let drawn = DrawnVisit(visit)
    self.drawn = drawn
    return screen.run(drawn)
  }

  func showProgress(_ text: String?) -> Bool {
    guard let drawn, let screen else { return false }
    if let text { screen.draw(drawn.screen(noting: text)) }
    return true
  }

  private func hold() -> Bool {
    guard !streams.contains(where: \.isHeld) else { return false }
    for stream in streams {
      stream.flush()
      stream.isHeld = true
    }
    return true
  }

  private func release(_ isHolding: Bool) {
    guard isHolding else { return }
    for stream in streams {
      stream.isHeld = false
      stream.flush()
    }
  }
}

final class EditedField: GuardedText {
  private let editing: EditingSession
  private let streams: [Output]

  init(_ editing: EditingSession, _ streams: [Output]) {
    (self.editing, self.streams) = (editing, streams)
  }

  // libedit cannot draw directly after the text, so the unit is in the prompt.
  var prompt: String {
    let unit = editing.unit.map { " (\($0.withVisibleControls))" } ?? ""
    return editing.name + unit + ": " + (editing.prefix?.withVisibleControls ?? "")
  }
  var text: String { editing.text }
  var caret: Int { editing.caret }
  var selection: Range<Int> { editing.selection }
  var candidates: [String] { editing.candidates.map(\.withVisibleControls) }
  var hint: String { editing.hint.withVisibleControls }
  var isEnded: Bool { editing.isEnded }

  func replace(_ range: Range<Int>, with replacement: String, isTyped: Bool) -> Bool {
    editing.replace(range, with: replacement, isTyped: isTyped)
  }

  func move(to caret: Int) { editing.move(to: caret) }

  func press(_ key: Key) -> Bool { editing.type(key) }

  func takeNews() -> [String] { streams.flatMap { $0.takeLines() } }
}

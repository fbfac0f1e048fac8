internal import LineEditor
internal import Session
internal import Values
internal import Workspace

/// Adapts the editing of a field to the line editor.
final class EditedField: GuardedText {
  private let editing: EditingSession
  private let streams: [Output]

  init(_ editing: EditingSession, _ streams: [Output]) {
    self.editing = editing
    self.streams = streams
  }

  // libedit draws nothing directly after the text, so the unit precedes it.
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

  func press(_ key: Key) -> Bool { editing.press(key) }

  func takeNews() -> [String] { streams.flatMap { $0.takeLines() } }
}

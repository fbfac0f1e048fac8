internal import LineEditor
internal import Session

/// A field on its way to the screen.
final class EditedField: GuardedText {
  private let editing: FieldEditing
  private let streams: [Output]
  /// Why the last key was refused, if the editing does not say so.
  private(set) var refusal: String?

  init(_ editing: FieldEditing, _ streams: [Output]) {
    self.editing = editing
    self.streams = streams
  }

  // libedit draws nothing right after the text, so the unit goes before it.
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

  func press(_ key: FieldKey) -> Bool {
    switch key {
    case .enter: editing.press(.enter)
    case .cancel: editing.press(.cancel)
    case .leave: editing.press(.leave)
    case .next: editing.press(.next)
    case .back: editing.press(.back)
    case .clear: editing.press(.clear)
    case .undo: editing.press(.undo)
    case .redo: editing.press(.redo)
    case .stepUp: editing.press(.stepUp)
    case .stepDown: editing.press(.stepDown)
    case .addRow: editing.press(.addRow)
    case .removeRow: editing.press(.removeRow)
    }
  }

  /// Does what a key of a screen does to a field; false if that is refused, or nothing.
  func take(_ key: ScreenKey) -> Bool {
    if case .named(let name) = key,
      let selection = FieldEditing.SelectionKey(rawValue: name.rawValue)
    {
      refusal = editing.press(selection)
      return refusal == nil
    }
    refusal = nil
    return press(key)
  }

  func takeNews() -> [String] { streams.flatMap { $0.takeLines() } }
}

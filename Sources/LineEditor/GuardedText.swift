/// A text that judges every change before it is shown, for ``FieldInput`` to edit.
///
/// Places in it count Unicode scalars from 0.
package protocol GuardedText: AnyObject {
  /// What is before the text, which may come to be called otherwise while it is edited.
  var prompt: String { get }
  /// The text as it is shown.
  var text: String { get }
  /// Where the caret is.
  var caret: Int { get }
  /// What is selected; empty where nothing is.
  var selection: Range<Int> { get }
  /// The texts that the last ``FieldKey/leave`` found to choose from, and so stayed.
  var candidates: [String] { get }
  /// What a person should know: what is expected, or why the last key was refused.
  var hint: String { get }
  /// Whether the editing is over.
  var isEnded: Bool { get }

  /// Offers a change; false if it is refused, and then nothing has changed.
  ///
  /// - Parameter isTyped: whether the replacement was typed as one character, not put in at once.
  func replace(_ range: Range<Int>, with replacement: String, isTyped: Bool) -> Bool
  /// Moves the caret.
  func move(to caret: Int)
  /// Presses a key that changes no character; false if it is refused.
  func press(_ key: FieldKey) -> Bool
  /// Takes the lines that were said meanwhile and belong above the one that is edited.
  func takeNews() -> [String]
}

/// A key of a field that changes no character by itself.
package enum FieldKey: Hashable, Sendable {
  /// Ends the editing, if what is there is acceptable.
  case enter
  /// Ends the editing as if it had not been.
  case cancel
  /// Completes the text, or goes on to what comes next.
  case leave
  /// Goes on to what comes next.
  case next
  /// Goes back to what came before.
  case back
  /// Empties the field.
  case clear
  /// Step back and forth in what was edited.
  case undo, redo
  /// Go to the next value, or to the one before.
  case stepUp, stepDown
  /// Make a row of the list that the field is in, or take its row out.
  case addRow, removeRow
}

package import Values

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
  /// The texts that the last Tab found to choose from, and so stayed.
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
  func press(_ key: Key) -> Bool
  /// Takes the lines that were said meanwhile and belong above the one that is edited.
  func takeNews() -> [String]
}

package import Values

/// A text that validates every change before it is shown, for ``FieldInput`` to edit.
///
/// Positions count Unicode scalars from 0.
package protocol GuardedText: AnyObject {
  var prompt: String { get }
  var text: String { get }
  var caret: Int { get }
  var selection: Range<Int> { get }
  /// The texts found by the last Tab if it could not choose one.
  var candidates: [String] { get }
  var hint: String { get }
  var isEnded: Bool { get }

  /// False if the change is refused; then nothing has changed.
  ///
  /// - Parameter isTyped: whether the replacement was typed as one character, not pasted.
  func replace(_ range: Range<Int>, with replacement: String, isTyped: Bool) -> Bool
  func move(to caret: Int)
  func press(_ key: Key) -> Bool
  /// Returns and clears the messages to print above the line.
  func takeNews() -> [String]
}

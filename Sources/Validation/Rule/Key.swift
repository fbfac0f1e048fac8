/// One key as a person presses it.
public enum Key: Hashable, Sendable {
  /// A character typed.
  case character(Unicode.Scalar)
  /// Deletes the selection, else what is before or behind the caret.
  case backspace, delete
  /// Move the caret.
  case left, right, home, end
  /// Move the caret and leave the anchor.
  case selectLeft, selectRight, selectHome, selectEnd, selectAll
  /// Empties the field.
  case clear
  /// Step back and forth in what was edited.
  case undo, redo
  /// Delete or keep the selection, which the caller has read before.
  case cut, copy
  /// Puts a text in at once.
  case paste(String)
  /// Deletes back over white space to the next; in fields other than text, to the start.
  case wordBackspace
  /// Puts the caret at an offset; out of bounds is the end.
  case go(Int)
  /// Selects from an offset to an offset, where the caret is; out of bounds is the end.
  case select(Int, Int)
}

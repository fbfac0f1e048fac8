/// A key of a field that changes no character by itself.
package enum FieldKey: Hashable, Sendable {
  /// Ends the editing, if what stands there is acceptable.
  case enter
  /// Ends the editing as if it had not been.
  case cancel
  /// Goes on to what comes next.
  case leave
  /// Goes back to what came before.
  case back
  /// Empties the field.
  case clear
  /// Step back and forth in what was edited.
  case undo, redo
}

/// The keyboard of a person, which `edit` hands to a field.
package protocol Keyboard: AnyObject {
  /// Hands keys to an editing until it is over.
  func edit(_ editing: FieldEditing)
}

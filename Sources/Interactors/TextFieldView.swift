public import Validation

/// Shows a text that a person edits.
public protocol TextFieldView: AnyObject {
  /// Called when the view is set, before its first update.
  func configureView(_ traits: ViewTraits)
  func updateView(_ state: EditState)
}

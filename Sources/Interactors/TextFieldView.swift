public import Validation

/// Shows a text that a person edits.
public protocol TextFieldView: AnyObject {
  /// Called when the view is set, before its first update.
  func configureView(_ traits: ViewTraits)
  /// Called with the text and selection to show, which may be those already shown.
  func updateView(_ state: EditState)
}

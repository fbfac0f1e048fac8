/// Shows a text that it cannot change.
public protocol LabelView: AnyObject {
  /// Called when the view is set, before its first update.
  func configureView(_ traits: ViewTraits)
  /// Called with the text to show, which may be the one already shown.
  func updateView(_ text: String)
}

/// Shows a text that it cannot change.
public protocol LabelView: AnyObject {
  /// Called when the view is set, before its first update.
  func configureView(_ traits: ViewTraits)
  func updateView(_ text: String)
}

public import Validation

/// A view that shows a text.
public protocol LabelView: AnyObject {
  /// Called when the view is set, before its first update, and after a change of the traits.
  func configureView(_ traits: ViewTraits)
  /// Called with the text to show, which may be unchanged.
  func updateView(_ text: String)
}

/// A view in which the user edits a text.
public protocol TextFieldView: AnyObject {
  /// Called when the view is set, before its first update, and after a change of the traits.
  func configureView(_ traits: ViewTraits)
  /// Called with the text and selection to show, which may be unchanged.
  func updateView(_ state: EditState)
}

/// Closures for a label's updates, instead of a view class.
public struct LabelViewEvents {
  /// Called with the traits, before the first update.
  public var configure: (ViewTraits) -> Void
  /// Called with the text to show.
  public var update: (String) -> Void

  /// Creates events from closures.
  public init(
    configure: @escaping (ViewTraits) -> Void = { _ in }, update: @escaping (String) -> Void
  ) {
    self.configure = configure
    self.update = update
  }
}

/// Closures for a text field's updates, instead of a view class.
public struct TextFieldViewEvents {
  /// Called with the traits, before the first update.
  public var configure: (ViewTraits) -> Void
  /// Called with the text and selection to show.
  public var update: (EditState) -> Void

  /// Creates events from closures.
  public init(
    configure: @escaping (ViewTraits) -> Void = { _ in }, update: @escaping (EditState) -> Void
  ) {
    self.configure = configure
    self.update = update
  }
}

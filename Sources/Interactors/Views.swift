public import Validation

/// Shows a text that it cannot change.
public protocol LabelView: AnyObject {
  /// Called when the view is set, before its first update, and with other traits.
  func configureView(_ traits: ViewTraits)
  /// Called with the text to show, which may be the one already shown.
  func updateView(_ text: String)
}

/// Shows a text that a person edits.
public protocol TextFieldView: AnyObject {
  /// Called when the view is set, before its first update, and with other traits.
  func configureView(_ traits: ViewTraits)
  /// Called with the text and selection to show, which may be those already shown.
  func updateView(_ state: EditState)
}

/// What a view of a label is told, as closures: a view without a class.
public struct LabelViewEvents {
  /// Called with the traits, before the first update.
  public var configure: (ViewTraits) -> Void
  /// Called with the text to show.
  public var update: (String) -> Void

  /// Makes the events of closures.
  public init(
    configure: @escaping (ViewTraits) -> Void = { _ in }, update: @escaping (String) -> Void
  ) {
    self.configure = configure
    self.update = update
  }
}

/// What a view of a text field is told, as closures: a view without a class.
public struct TextFieldViewEvents {
  /// Called with the traits, before the first update.
  public var configure: (ViewTraits) -> Void
  /// Called with the text and selection to show.
  public var update: (EditState) -> Void

  /// Makes the events of closures.
  public init(
    configure: @escaping (ViewTraits) -> Void = { _ in }, update: @escaping (EditState) -> Void
  ) {
    self.configure = configure
    self.update = update
  }
}

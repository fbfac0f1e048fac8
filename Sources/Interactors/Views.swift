public import Records
public import Validation

/// What a view should be like for the values it shows; a terminal or a window makes of it what
/// it can.
public struct ViewTraits: Hashable, Sendable {
  /// Which keys are needed to type the values, where a view can choose.
  public typealias Keyboard = PropertyKind.Keyboard
  /// At which edge of the view its text is.
  public enum Alignment: Hashable, Sendable { case leading, trailing }

  /// The keys to offer: digits for whole numbers, digits and a separator for other numbers.
  public var keyboard: Keyboard
  /// The edge at which the text is: the trailing one for numbers.
  public var alignment: Alignment
  /// Whether the view may mark words as misspelt.
  public var checksSpelling: Bool
  /// Whether the view may replace what was typed by what it takes for meant.
  public var correctsText: Bool
  /// Whether the view offers a button for Clear while its text is edited.
  public var hasClearButtonWhileEditing: Bool

  /// The traits for values of a kind: numbers are at the right, and only texts are spelt.
  public init(_ kind: PropertyKind, isEditable: Bool) {
    keyboard = kind.keyboard
    alignment = kind.isNumeric ? .trailing : .leading
    checksSpelling = kind == .text
    correctsText = kind == .text
    hasClearButtonWhileEditing = isEditable
  }
}

/// Shows a text that it cannot change.
public protocol LabelView: AnyObject {
  /// Called when the view is set, before its first update.
  func configureView(_ traits: ViewTraits)
  /// Called with the text to show, which may be the one already shown.
  func updateView(_ text: String)
}

/// Shows a text that a person edits.
public protocol TextFieldView: AnyObject {
  /// Called when the view is set, before its first update.
  func configureView(_ traits: ViewTraits)
  /// Called with the text and selection to show, which may be those already shown.
  func updateView(_ state: EditState)
}

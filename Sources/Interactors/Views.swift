public import Records
public import Validation

/// A view that shows a text.
public protocol LabelView: AnyObject {
  /// Called once when the view is set, before the first update, and again whenever the traits
  /// change.
  func configureView(_ traits: ViewTraits)
  /// Called with the text to show, which may be unchanged.
  func updateView(_ text: String)
}

/// A view in which the user edits a text.
public protocol TextFieldView: AnyObject {
  /// Called once when the view is set, before the first update, and again whenever the traits
  /// change.
  func configureView(_ traits: ViewTraits)
  /// Called with the text and selection to show, which may be unchanged.
  func updateView(_ state: EditState)
}

/// Closures for a label's updates, instead of a view class.
public struct LabelViewEvents {
  /// Called with the traits before the first update, and again whenever the traits change.
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
  /// Called with the traits before the first update, and again whenever the traits change.
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

/// The traits of a view for its values; a view ignores traits that it does not support.
public struct ViewTraits: Hashable, Sendable {
  /// The keyboard suited for typing the values.
  public typealias Keyboard = PropertyKind.Keyboard
  /// The capitalization of typed letters.
  public typealias Capitalization = TextTraits.Capitalization
  /// The meaning of a text, for autofill.
  public typealias ContentType = TextTraits.ContentType
  /// The edge of the view at which the text is aligned.
  public enum Alignment: Hashable, Sendable { case leading, trailing }

  /// The keyboard: digits for whole numbers, digits and a separator for other numbers.
  public var keyboard: Keyboard
  /// The alignment of the text: trailing for numbers.
  public var alignment: Alignment
  /// Whether the view may mark misspelled words.
  public var checksSpelling: Bool
  /// Whether the view may correct typed text.
  public var correctsText: Bool
  /// Whether the view offers a clear button during editing.
  public var hasClearButtonWhileEditing: Bool
  /// The text shown in an empty view.
  public var placeholder: String?
  /// The meaning of the text, for autofill.
  public var contentType: ContentType?
  /// The capitalization of typed letters.
  public var capitalization: Capitalization

  /// Creates traits for texts: numbers are aligned at the trailing edge, and only prose is
  /// spell-checked.
  public init(_ text: TextTraits, isEditable: Bool, placeholder: String? = nil) {
    keyboard = text.keyboard
    alignment = text.isNumber ? .trailing : .leading
    checksSpelling = text.isProse
    correctsText = text.isProse
    hasClearButtonWhileEditing = isEditable
    self.placeholder = placeholder
    contentType = text.contentType
    capitalization = text.capitalization
  }

  /// Creates traits for the values of a kind without further limits.
  public init(_ kind: PropertyKind, isEditable: Bool) {
    self.init(Property("", kind).grammar().traits, isEditable: isEditable)
  }
}

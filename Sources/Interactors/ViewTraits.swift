public import Records
public import Validation

/// What a view should be like for the values it shows; a terminal or a window makes of it what
/// it can.
public struct ViewTraits: Hashable, Sendable {
  /// Which keys are needed to type the values, where a view can choose.
  public typealias Keyboard = PropertyKind.Keyboard
  /// Which letters the keys give.
  public typealias Capitalization = TextTraits.Capitalization
  /// What a text is, for a view that can fill it in.
  public typealias ContentType = TextTraits.ContentType
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
  /// What an empty view shows in place of a text.
  public var placeholder: String?
  /// What the text is, for a view that can fill it in.
  public var contentType: ContentType?
  /// Which letters the keys give.
  public var capitalization: Capitalization

  /// The traits of a view for texts: numbers are at the right, and only free texts are spelt.
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

  /// The traits for values of a kind, in a field within no limits of its own.
  public init(_ kind: PropertyKind, isEditable: Bool) {
    self.init(Property("", kind).grammar().traits, isEditable: isEditable)
  }
}

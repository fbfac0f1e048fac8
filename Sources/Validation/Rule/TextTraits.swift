/// The traits of a text input view for the texts of a grammar.
public struct TextTraits: Hashable, Sendable {
  /// The automatic capitalization while typing.
  public enum Capitalization: Hashable, Sendable {
    /// No automatic capitalization.
    case none
    /// A capital at the beginning of each word.
    case words
    /// A capital at the beginning of each sentence.
    case sentences
    /// Capitals only.
    case allCharacters
  }

  /// The meaning of a text, for automatic filling and completion. Clients can define their own
  /// types by name.
  public struct ContentType: RawRepresentable, Hashable, Sendable {
    /// The name of the type.
    public var rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The number of a payment card.
    public static let creditCardNumber = ContentType(rawValue: "creditCardNumber")
    /// A telephone number.
    public static let telephoneNumber = ContentType(rawValue: "telephoneNumber")
    /// An email address.
    public static let emailAddress = ContentType(rawValue: "emailAddress")
    /// A URL.
    public static let url = ContentType(rawValue: "URL")
    /// A date, a time, or a date and time.
    public static let dateTime = ContentType(rawValue: "dateTime")
    /// A bank account number.
    public static let bankAccount = ContentType(rawValue: "bankAccount")
  }

  /// The keyboard suited for typing the texts.
  public var keyboard: PropertyKind.Keyboard
  /// The meaning of the text, for automatic filling; nil if the text has no special meaning.
  public var contentType: ContentType?
  /// The automatic capitalization.
  public var capitalization: Capitalization
  /// Whether the text is a number, which a view aligns to the trailing edge.
  public var isNumber: Bool
  /// Whether the text is prose, so that spelling can be checked and corrected.
  public var isProse: Bool

  /// Creates traits; the defaults suit a validated text that a keyboard must not change.
  public init(
    keyboard: PropertyKind.Keyboard = .text, contentType: ContentType? = nil,
    capitalization: Capitalization = .none, isNumber: Bool = false, isProse: Bool = false
  ) {
    self.keyboard = keyboard
    self.contentType = contentType
    self.capitalization = capitalization
    self.isNumber = isNumber
    self.isProse = isProse
  }
}

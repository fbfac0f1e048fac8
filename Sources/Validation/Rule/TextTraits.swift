/// What a view should be like in which the texts of a grammar are typed.
public struct TextTraits: Hashable, Sendable {
  /// Which letters the keys offered give, where a view can choose.
  public enum Capitalization: Hashable, Sendable {
    /// Small letters, unless a person asks for others.
    case none
    /// A capital at the beginning of each word.
    case words
    /// A capital at the beginning of each sentence.
    case sentences
    /// Capitals only.
    case allCharacters
  }

  /// What a text is, for a view that can fill it in or complete it; one of your own is made of its
  /// name.
  public struct ContentType: RawRepresentable, Hashable, Sendable {
    /// The name of the type.
    public var rawValue: String

    /// Makes a type of its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The number of a payment card.
    public static let creditCardNumber = ContentType(rawValue: "creditCardNumber")
    /// A telephone number.
    public static let telephoneNumber = ContentType(rawValue: "telephoneNumber")
    /// An address for mail.
    public static let emailAddress = ContentType(rawValue: "emailAddress")
    /// A URL.
    public static let url = ContentType(rawValue: "URL")
    /// A day, a time or a moment.
    public static let dateTime = ContentType(rawValue: "dateTime")
    /// The number of a bank account.
    public static let bankAccount = ContentType(rawValue: "bankAccount")
  }

  /// The keys to offer: digits for whole numbers, digits and a separator for other numbers.
  public var keyboard: PropertyKind.Keyboard
  /// What the text is, where a view may know it.
  public var contentType: ContentType?
  /// Which letters the keys give.
  public var capitalization: Capitalization
  /// Whether the text is a number, which is at the trailing edge.
  public var isNumber: Bool
  /// Whether the text is free, so that its words can be checked and corrected.
  public var isProse: Bool

  /// Makes traits; without arguments those of a text that is judged and that nothing may change.
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

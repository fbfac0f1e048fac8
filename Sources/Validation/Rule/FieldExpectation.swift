/// A description of the complete texts of a field.
///
/// Future versions may add cases, so a `switch` needs a `default`.
public enum FieldExpectation: Hashable, Sendable {
  /// A number: its bounds in the notation of the field, the maximum number of digits before the
  /// separator and the allowed numbers of digits after it, if limited, and the unit.
  case number(
    from: String?, through: String?, isWhole: Bool, digits: Int?, decimals: ClosedRange<Int>?,
    unit: String?)
  /// A text with a limited number of characters; `most` is nil if there is no maximum.
  case characters(fewest: Int, most: Int?)
  /// A text with a number of digits in this range.
  case digits(ClosedRange<Int>)
  /// A text with a number of hexadecimal digits in this range.
  case hexadecimalDigits(ClosedRange<Int>)
  /// A text that fits a mask, in the syntax of definitions.
  case mask(String)
  /// A text that matches a pattern, in the syntax of definitions.
  case pattern(String)
  /// A date or time: its parts in order with the separators between them, and the bounds in the
  /// notation of the field.
  case moment(form: [CalendarToken], from: String?, through: String?)
  /// A date and time in UTC.
  case instant
  /// A duration, optionally with seconds.
  case duration(hasSeconds: Bool)
  /// An email address.
  case email
  /// A URL.
  case webAddress
  /// A bank account number.
  case account
  /// A telephone number; the country code, if given, replaces a leading zero.
  case phone(country: String?)
  /// `true` or `false`.
  case truth
  /// One of these names.
  case choice([String])
  /// A value of this kind, in the syntax of definitions.
  case kind(String)

  /// A part of a date or time, or a separator.
  public enum CalendarToken: Hashable, Sendable {
    /// A part of a date or time.
    case part(Reason.Part)
    /// A separator between parts.
    case separator(String)
  }
}

extension FieldExpectation: CustomStringConvertible {
  /// The description in English, for example `0 to 150` or `up to 20 characters`.
  public var description: String {
    switch self {
    case .number(let minimum, let maximum, let isWhole, let digits, let decimals, let unit):
      Self.number(minimum, maximum, isWhole, digits, decimals, unit)
    case .characters(0, nil): "text"
    case .characters(let fewest, nil): "\(fewest.counted("character")) or more"
    case .characters(0, let most?): "up to \(most.counted("character"))"
    case .characters(let fewest, let most?): Self.counts(fewest...most, "character")
    case .digits(let counts): Self.counts(counts, "digit")
    case .hexadecimalDigits(let counts):
      counts.lowerBound == 1 && counts.upperBound > 1
        ? "up to \(counts.upperBound.counted("hexadecimal digit"))"
        : Self.counts(counts, "hexadecimal digit")
    case .mask(let mask): Self.mask(mask)
    case .pattern(let pattern):
      PatternWords.words(for: Self.source(ofPattern: pattern)) ?? "a text matching \(pattern)"
    case .moment(let form, let minimum, let maximum): Self.moment(form, minimum, maximum)
    case .instant: "year-month-day hour:minute:second UTC"
    case .duration(let hasSeconds): hasSeconds ? "hours:minutes:seconds" : "hours:minutes"
    case .email: "an address such as name@example.org"
    case .webAddress: "a URL such as https://example.org/"
    case .account: "country, check digits and account"
    case .phone(let country):
      "+ and 7 to 15 digits" + (country.map { ", or 0 in place of \($0)" } ?? "")
    case .truth: "true or false"
    case .choice([]): "nothing to choose from yet"
    case .choice(let names): names.count <= 6 ? names.listed() : "one of \(names.count) names"
    case .kind(let definition): definition
    }
  }

  /// A pattern in the syntax of definitions is between slashes.
  private static func source(ofPattern pattern: String) -> String {
    pattern.count > 2 && pattern.hasPrefix("/") && pattern.hasSuffix("/")
      ? String(pattern.dropFirst().dropLast()) : pattern
  }

  /// An example, because all texts of a mask look alike.
  private static func mask(_ pattern: String) -> String {
    guard let mask = try? TextMask(pattern) else { return pattern }
    var digits = 0
    var letters = 0
    var example = String.UnicodeScalarView()
    for slot in mask.form.slots {
      switch slot {
      case .literal(let scalar): example.append(scalar)
      case .digit, .hexadecimal, .alphanumeric:
        digits += 1
        example.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(digits % 10)))
      case .capital, .letter:
        let first = slot == .capital ? UInt8(ascii: "A") : UInt8(ascii: "a")
        example.append(Unicode.Scalar(first + UInt8(letters % 26)))
        letters += 1
      }
    }
    return "a text such as \(String(example))"
  }

  private static func counts(_ counts: ClosedRange<Int>, _ name: String) -> String {
    let most = counts.upperBound.counted(name)
    return counts.count == 1 ? most : "\(counts.lowerBound) to \(most)"
  }

  private static func number(
    _ minimum: String?, _ maximum: String?, _ isWhole: Bool, _ digits: Int?,
    _ decimals: ClosedRange<Int>?, _ unit: String?
  ) -> String {
    let first: String =
      switch (minimum, maximum) {
      case (nil, nil) where isWhole: "a whole number"
      case (nil, nil): digits.map { $0.counted("digit") } ?? "a number"
      case (let minimum?, nil): "at least \(minimum)"
      case (nil, let maximum?): "up to \(maximum)"
      case (let minimum?, let maximum?): "\(minimum) to \(maximum)"
      }
    let fraction = decimals.map { decimals in
      let count = decimals.upperBound.counted("decimal")
      return decimals.count == 1 ? count : "up to \(count)"
    }
    return [first, fraction, unit.map { "in \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  private static func moment(
    _ form: [CalendarToken], _ minimum: String?, _ maximum: String?
  ) -> String {
    let words = form.map { token in
      switch token {
      case .part(let part): part.rawValue
      case .separator(let text): text
      }
    }.joined()
    return switch (minimum, maximum) {
    case (nil, nil): words
    case (let minimum?, nil): "\(words), from \(minimum)"
    case (nil, let maximum?): "\(words), up to \(maximum)"
    case (let minimum?, let maximum?): "\(words), \(minimum) to \(maximum)"
    }
  }
}

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

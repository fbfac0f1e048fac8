/// The reason why an edit was rejected or a text is incomplete: a code and its arguments.
///
/// The arguments are computed each time they are read, because most reasons are never read.
public struct Reason: Sendable {
  private let make: @Sendable () -> Detail

  /// Creates a reason whose arguments are computed each time they are read.
  public init(_ detail: @autoclosure @escaping @Sendable () -> Detail) {
    make = detail
  }

  /// Creates a reason with a custom message, computed each time it is read.
  public init(_ words: @autoclosure @escaping @Sendable () -> String) {
    make = { Detail(words: words()) }
  }

  /// Creates a reason for a value that violates a rule.
  public init(_ violation: Violation) {
    make = { Detail(violation) }
  }

  /// The code and its arguments.
  public var detail: Detail { make() }

  /// The code, for use in a `switch`.
  public var code: Code { detail.code }
}

extension Reason: ExpressibleByStringInterpolation {
  /// Creates a reason with a custom message.
  public init(stringLiteral words: String) {
    self.init(words)
  }
}

extension Reason: CustomStringConvertible {
  /// The reason in English: lower case, no period.
  public var description: String { detail.description }
}

extension Reason: Hashable {
  /// Returns whether two reasons have the same message.
  public static func == (one: Reason, other: Reason) -> Bool {
    one.description == other.description
  }

  /// Hashes the message.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Reason {
  /// A code and its arguments; each ``Reason/Code`` says which arguments it uses.
  public struct Detail: Hashable, Sendable {
    /// The code of the reason.
    public var code: Code
    /// The text that the reason is about.
    public var subject: Quote?
    /// The text before the position of the error.
    public var front: Quote?
    /// The text after the position of the error.
    public var back: Quote?
    /// The number of existing or missing characters, or of matching entries.
    public var count: Int?
    /// The allowed number of characters, or another limit.
    public var limit: Int?
    /// The minimum, in the notation of the field.
    public var minimum: String?
    /// The maximum, in the notation of the field.
    public var maximum: String?
    /// The class of the counted characters, or the class required of the subject.
    public var characters: CharacterClass?
    /// The part of the text that the reason is about.
    public var part: Part?
    /// The expected kind of text.
    public var whole: Whole?
    /// The numbers of the parts of a date.
    public var numbers: [Part: Int] = [:]
    /// The characters or texts that would have been accepted.
    public var expected: [Expected] = []
    /// The violated rule.
    public var violation: Violation?

    /// Creates a reason from a code and its arguments.
    public init(
      _ code: Code, _ subject: Quote? = nil, after front: Quote? = nil, before back: Quote? = nil,
      count: Int? = nil, limit: Int? = nil, of characters: CharacterClass? = nil,
      part: Part? = nil, whole: Whole? = nil, expected: [Expected] = []
    ) {
      (self.code, self.subject, self.front, self.back) = (code, subject, front, back)
      (self.count, self.limit, self.characters, self.part) = (count, limit, characters, part)
      (self.whole, self.expected) = (whole, expected)
    }

    init(_ violation: Violation) {
      self.init(.violated)
      self.violation = violation
    }

    /// Creates a reason with a custom message.
    public init(words: String) {
      self.init(.stated, Quote(words))
    }

    /// Returns a copy with these expected characters.
    public func expecting(_ next: [Expected]) -> Detail {
      var detail = self
      detail.expected = next
      return detail
    }

    func counting(_ count: Int) -> Detail {
      var detail = self
      detail.count = count
      return detail
    }

    func about(_ numbers: [Part: Int]) -> Detail {
      var detail = self
      detail.numbers = numbers
      return detail
    }

    func within(_ minimum: String?, _ maximum: String?) -> Detail {
      var detail = self
      detail.minimum = minimum
      detail.maximum = maximum
      return detail
    }
  }

  /// A text quoted in a reason.
  public struct Quote: Hashable, Sendable {
    /// The complete, unescaped text.
    public var text: String

    var form = Form.start

    /// How a message quotes the text: `start` and `end` escape it and keep its start or end,
    /// `displayed` uses the notation of the field, `literal` uses command syntax, and `kept`
    /// shortens it in the middle.
    enum Form: Hashable, Sendable {
      case start, end, displayed, literal, kept
    }

    /// Creates a quotation of a text.
    public init(_ text: String) {
      self.text = text
    }

    init(_ text: String, form: Form) {
      self.text = text
      self.form = form
    }

    init(_ scalars: some Sequence<Unicode.Scalar>, form: Form = .start) {
      self.init(String(String.UnicodeScalarView(scalars)), form: form)
    }

    init(startOf text: ArraySlice<UInt8>) {
      self.init(String(decoding: text, as: UTF8.self))
    }

    init?(endOf text: ArraySlice<UInt8>) {
      if text.isEmpty { return nil }
      self.init(String(decoding: text, as: UTF8.self), form: .end)
    }

    init(firstOf text: ArraySlice<UInt8>) {
      var reader = ScalarReader(text)
      self.init([reader.next() ?? "\u{FFFD}"])
    }
  }

  /// A character or text that would have been accepted.
  ///
  /// Future versions may add cases, so a `switch` needs a `default`.
  public enum Expected: Hashable, Sendable {
    /// A range of digits or letters, perhaps a single one.
    case run(from: String, through: String)
    /// A range of scalars.
    case scalars(from: Unicode.Scalar, through: Unicode.Scalar)
    /// Any character of a class.
    case anyOf(CharacterClass)
    /// Any character except these.
    case anyCharacter(but: [Expected])
    /// A character or text.
    case literal(Quote)
    /// More characters, which are not listed; always the last element.
    case others
  }

  /// A named class of characters.
  ///
  /// Future versions may add cases, so a `switch` needs a `default`.
  public enum CharacterClass: String, Sendable {
    /// Any character.
    case character
    /// One of the ten digits.
    case digit
    /// One of the sixteen hexadecimal digits.
    case hexadecimalDigit = "hexadecimal digit"
    /// A letter of any script.
    case letter
    /// A letter in upper case.
    case capitalLetter = "capital letter"
    /// A letter in lower case.
    case smallLetter = "small letter"
    /// A letter or one of the ten digits.
    case letterOrDigit = "letter or digit"
    /// White space.
    case whiteSpace = "white space"
    /// A line break.
    case lineBreak = "line break"
    /// A fixed character of a format.
    case literal = "literal of the format"
  }

  /// A part of a text.
  ///
  /// Future versions may add cases, so a `switch` needs a `default`.
  public enum Part: String, Sendable {
    /// A part of a number.
    case wholePart, fraction
    /// A part of a duration.
    case hours, minutes, seconds
    /// The country of an account number.
    case country
    /// A part of a date.
    case year, month, day
    /// A part of a time of day.
    case hour, minute, second

    init(_ part: CalendarPart) {
      self =
        switch part {
        case .year: .year
        case .month: .month
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        }
    }

    var ofCalendar: CalendarPart? { CalendarPart.allCases.first { Self($0) == self } }
  }

  /// The expected kind of text.
  ///
  /// Future versions may add cases, so a `switch` needs a `default`.
  public enum Whole: String, Sendable {
    /// A number.
    case number
    /// A duration.
    case duration
    /// A text.
    case text
  }
}

extension FieldContent {
  var detail: Reason.Detail {
    if case .incomplete(let reason) = self { reason.detail } else { Reason.Detail(.unfinished) }
  }
}

extension Reason.Detail {
  static func nothing(after front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>) -> Self {
    Self(
      .nothingFits, after: Reason.Quote(endOf: front),
      before: after.isEmpty ? nil : Reason.Quote(startOf: after))
  }

  static func more(after text: ArraySlice<UInt8>) -> Self {
    Self(.unfinishedElsewhere, after: Reason.Quote(endOf: text))
  }
}

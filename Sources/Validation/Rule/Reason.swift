/// Why an edit was refused or a text is not complete, as data: a code, and what it is about.
///
/// The data is worked out whenever it is read, for nobody asks for most reasons.
public struct Reason: Sendable {
  private let make: @Sendable () -> Detail

  /// Creates a reason of data to be worked out.
  public init(_ detail: @autoclosure @escaping @Sendable () -> Detail) {
    make = detail
  }

  /// Creates a reason in words that are not of the rule, to be worked out.
  public init(_ words: @autoclosure @escaping @Sendable () -> String) {
    make = { Detail(words: words()) }
  }

  /// Creates the reason that a value breaks a rule.
  public init(_ violation: Violation) {
    make = { Detail(violation) }
  }

  /// The code and its arguments.
  public var detail: Detail { make() }

  /// What the reason is, for code to switch on.
  public var code: Code { detail.code }
}

extension Reason: ExpressibleByStringInterpolation {
  /// Creates a reason in words that are not of the rule.
  public init(stringLiteral words: String) {
    self.init(words)
  }
}

extension Reason: CustomStringConvertible {
  /// The reason in English: lower case, no period.
  public var description: String { detail.description }
}

extension Reason: Hashable {
  /// Whether two reasons say the same.
  public static func == (one: Reason, other: Reason) -> Bool {
    one.description == other.description
  }

  /// Feeds the words to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Reason {
  /// A code and its arguments; which of these there are is said of each ``Reason/Code``.
  public struct Detail: Hashable, Sendable {
    /// What the reason is.
    public var code: Code
    /// The text it is about.
    public var subject: Quote?
    /// The text before the place it is about.
    public var front: Quote?
    /// The text after the place it is about.
    public var back: Quote?
    /// How many there are, or are missing.
    public var count: Int?
    /// How many there can be.
    public var limit: Int?
    /// The least that is taken, as the field displays it.
    public var minimum: String?
    /// The greatest that is taken, as the field displays it.
    public var maximum: String?
    /// What is counted, or what the subject is not.
    public var characters: CharacterClass?
    /// The part of the whole it is about.
    public var part: Part?
    /// What the text is to be.
    public var whole: Whole?
    /// The numbers of the parts of a date that it is about.
    public var numbers: [Part: Int] = [:]
    /// What would be taken.
    public var expected: [Expected] = []
    /// The rule that a value breaks.
    public var violation: Violation?

    /// Creates the data of a reason.
    public init(
      _ code: Code, _ subject: Quote? = nil, after front: Quote? = nil, before back: Quote? = nil,
      count: Int? = nil, limit: Int? = nil, of characters: CharacterClass? = nil,
      part: Part? = nil, whole: Whole? = nil, expected: [Expected] = []
    ) {
      self.code = code
      self.subject = subject
      self.front = front
      self.back = back
      self.count = count
      self.limit = limit
      self.characters = characters
      self.part = part
      self.whole = whole
      self.expected = expected
    }

    /// Creates the reason that a value breaks a rule.
    init(_ violation: Violation) {
      self.init(.violated)
      self.violation = violation
    }

    /// Creates a reason in words that are not of the rule.
    public init(words: String) {
      self.init(.stated, Quote(words))
    }

    /// The same with what would be taken.
    public func expecting(_ next: [Expected]) -> Detail {
      var detail = self
      detail.expected = next
      return detail
    }

    /// The same with how many there are.
    func counting(_ count: Int) -> Detail {
      var detail = self
      detail.count = count
      return detail
    }

    /// The same with the numbers of the parts of a date.
    func about(_ numbers: [Part: Int]) -> Detail {
      var detail = self
      detail.numbers = numbers
      return detail
    }

    /// The same with bounds, as the field displays them.
    func within(_ minimum: String?, _ maximum: String?) -> Detail {
      var detail = self
      detail.minimum = minimum
      detail.maximum = maximum
      return detail
    }
  }

  /// A text that a reason is about.
  public struct Quote: Hashable, Sendable {
    /// The text, all of it and as it is.
    public var text: String

    var form = Form.start

    /// How a text is quoted: what cannot be seen is escaped and what is long is shortened, at its
    /// end or at its start; as the field displays it; or as a command writes it; with its beginning and
    /// its end, of a text that the field is left with.
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
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      self.init(String(text), form: form)
    }

    /// Quotes a text from its start, and not to its end where it is long.
    init(startOf text: ArraySlice<UInt8>) {
      self.init(String(decoding: text, as: UTF8.self))
    }

    /// Quotes the end of a text, where the caret is; `nil` where there is no text.
    init?(endOf text: ArraySlice<UInt8>) {
      if text.isEmpty { return nil }
      self.init(String(decoding: text, as: UTF8.self), form: .end)
    }

    /// Quotes the first scalar of a text.
    init(firstOf text: ArraySlice<UInt8>) {
      var reader = ScalarReader(text)
      self.init([reader.next() ?? "\u{FFFD}"])
    }
  }

  /// Something that would be taken.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Expected: Hashable, Sendable {
    /// The digits, or letters, from one through another, which may be the same.
    case run(from: String, through: String)
    /// The scalars from one through another, by their numbers.
    case scalars(from: Unicode.Scalar, through: Unicode.Scalar)
    /// Any character of a class.
    case anyOf(CharacterClass)
    /// Any character at all but some.
    case anyCharacter(but: [Expected])
    /// This character or text.
    case literal(Quote)
    /// There are more of them; always the last.
    case others
  }

  /// Characters that have a name together.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum CharacterClass: String, Sendable {
    /// Any character.
    case character
    /// One of the ten digits.
    case digit
    /// One of sixteen digits.
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
    /// The end of a line.
    case lineBreak = "line break"
    /// A character of a fixed form that is always the same.
    case literal = "literal of the form"
  }

  /// A part of a text.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
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

    /// The part of a date or time.
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

  /// What a text is to be.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
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
  /// What is known of why it is not complete.
  var detail: Reason.Detail {
    if case .incomplete(let reason) = self { reason.detail } else { Reason.Detail(.unfinished) }
  }
}

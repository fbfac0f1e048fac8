/// The reason why a value is not allowed for a property.
///
/// The reason is data: a ``Code`` with its details. ``message`` is in English;
/// ``localized(in:)`` returns it in another language.
public struct Violation: Error, Sendable {
  /// The class of a fault, for code to switch on.
  public enum Kind: Hashable, Sendable {
    /// The property does not exist, or is the value of a calculation, which cannot be set.
    case name
    /// The value is not of the property's kind, or has too many digits; or a kind is malformed.
    case value
    /// The value breaks a rule or is missing, or the property is computed and cannot be set.
    case rule
  }

  /// The class of the fault.
  public var kind: Kind
  /// The fault with its values, numbers and names.
  public var code: Code
  /// The path of the property: `age`, `tags[2]`, `lines[0].amount`; nil if the violation is not
  /// about a property, or if the property is not known yet.
  public var property: String?
  /// Suggested values that the user may have meant; empty if unknown or too many.
  public var candidates: [String]
  /// The error thrown by the caller's own code that caused the violation; nil otherwise.
  public var cause: (any Error)?
  /// The property's name in messages, without the path.
  let name: String?

  /// Creates a violation from a code, optionally about a property.
  public init(
    kind: Kind, _ code: Code, of property: String? = nil, candidates: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.kind = kind
    self.code = code
    self.property = property
    self.candidates = candidates
    self.cause = cause
    name = property
  }

  /// Creates a violation with the caller's own message.
  public init(
    kind: Kind, message: String, of property: String? = nil, candidates: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.init(
      kind: kind, .stated(message), of: property, candidates: candidates, cause: cause)
  }

  /// The message for the user: in English, lower case, without a period.
  public var message: String { english }

  /// Returns the violation with a path before its property: `amount` within `lines[0]` becomes
  /// `lines[0].amount`. A violation without a property gets the path as its property.
  public func within(_ path: String) -> Violation {
    var violation = self
    violation.property = property.map { path + ($0.hasPrefix("[") ? "" : ".") + $0 } ?? path
    return violation
  }

  /// Creates a violation for a required property without a value.
  public static func required(_ property: String, kind: Kind = .rule) -> Violation {
    Violation(kind: kind, .required([property]), of: property)
  }

  /// Creates a violation for several required properties without values; ``property`` is the first.
  public static func required(_ properties: [String]) -> Violation {
    Violation(kind: .rule, .required(properties), of: properties.first)
  }

  /// Creates a violation for a property that does not exist.
  ///
  /// - Parameter owner: the owner without the property, as named in messages: a type, or `a list of
  ///   records`.
  public static func missing(_ property: String, of owner: String? = nil) -> Violation {
    Violation(kind: .name, .noProperty(property, of: owner), of: property)
  }
}

extension Violation: Hashable {
  /// Returns whether two violations are equal; their causes are ignored.
  public static func == (one: Violation, other: Violation) -> Bool {
    (one.kind, one.code, one.property, one.candidates)
      == (other.kind, other.code, other.property, other.candidates)
  }

  /// Hashes the violation without its cause.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(code)
    hasher.combine(property)
    hasher.combine(candidates)
  }
}

extension Violation: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension Violation {
  /// The kind of fault, with its details.
  ///
  /// Future versions may add cases, so clients need a `default` when switching.
  public indirect enum Code: Hashable, Sendable {
    /// A program's own message.
    case stated(String)

    /// There is no property of this name, in the named owner if one is given.
    case noProperty(String, of: String?)
    /// These properties are required.
    case required([String])
    /// The property, of this kind, cannot be nil.
    case noNil(PropertyKind)
    /// The property rejects the value, given in command syntax, for the given reason.
    case misfit(String, Code)
    /// The Swift type of the property cannot represent the value, which can be nil.
    case notOfType(Value?)
    /// The value is computed by this expression and cannot be set.
    case computed(String)
    /// The value is calculated by the program and cannot be set.
    case calculated
    /// The list contains the records of a type that refer to this record by a property.
    case inverse(type: String, property: String)
    /// The list owns records of a type, which must be inserted and removed one by one.
    case owned(type: String)
    /// The property has no such list item, or the item cannot be set to nil.
    case noItem
    /// The number of records in a list cannot be set.
    case countOfList
    /// The value comes from the clock, but the caller provided no clock.
    case noClock
    /// The object breaks a rule: the rule's name, its text, and the values that its condition read.
    case rule(String, String?, [Seen])
    /// The value, given in command syntax, must be unique, but another record or form already uses
    /// it.
    case taken(String, by: String)

    /// A text contains the character U+0000.
    case nullCharacter
    /// The length of a text, in characters, is not allowed.
    case length(LengthRange, Int)
    /// The value does not match the pattern.
    case pattern(TextPattern, Value)
    /// The value is not in the range.
    case range(ValueRange, Value)
    /// The number has more digits before the decimal point than allowed.
    case integerDigits(limit: Int, Value)
    /// The number has more digits after the decimal point than allowed.
    case fractionDigits(limit: Int, Value)

    /// The value is not of the kind.
    case expected(PropertyKind)
    /// The whole number exceeds 64 bits.
    case wholeNumberTooLarge
    /// The number cannot be represented exactly as a `Double`.
    case inexactDouble
    /// The time has seconds, but its kind does not allow them.
    case timeWithSeconds
    /// The duration has seconds, but its kind does not allow them.
    case durationWithSeconds
    /// A duration cannot have this many hours.
    case durationTooLong(hours: String)
    /// The number is out of range for a part of a date or time.
    case noSuchPart(CalendarPart, Int)
    /// The day does not exist in the month.
    case noSuchDay(year: Int, month: Int, day: Int)
    /// A date and time has no zone.
    case noZone
    /// The zone is too far from UTC.
    case zoneTooFar
    /// The year of a date and time is out of range.
    case yearTooFar
    /// The fraction of a second has no digits, or too many.
    case fractionOfSecond
    /// The text does not match the format; the mistake is nil if the text is incomplete but has no
    /// error.
    case form(String, FixedMistake?)
    /// A character is not a hexadecimal digit; `digits` is the expected number of digits.
    case noHexadecimalDigit(digits: Int, String)
    /// The number of hexadecimal digits is wrong: expected and actual.
    case hexadecimalDigits(digits: Int, Int)
    /// The number of digits of a telephone number is wrong: expected and actual.
    case phoneLength(ClosedRange<Int>, Int)
    /// An email address is too long before the `@`.
    case localPartTooLong(limit: Int)
    /// An email address is too long.
    case addressTooLong(limit: Int)
    /// An IBAN does not begin with a country code.
    case noAccountCountry
    /// No country with IBANs has this code.
    case noSuchAccountCountry(String)
    /// A character is not allowed at its position in an IBAN of the country.
    case accountCharacter(AccountPlace, country: String, String)
    /// The length of an IBAN of the country is wrong: expected and actual.
    case accountLength(Int, country: String, Int)
    /// The check digits of an IBAN are wrong.
    case accountCheckDigits
    /// A card number contains other characters than digits and separators.
    case cardCharacters
    /// The number of digits of a card number is wrong: expected, the prefix that determines it if
    /// any, and actual.
    case cardLength(ClosedRange<Int>, after: String?, Int)
    /// The check digit of a card is wrong.
    case cardCheckDigit

    /// A choice has no names.
    case noChoices
    /// A name of a choice is empty.
    case emptyChoice
    /// A name of a choice contains the character U+0000.
    case nullInChoice
    /// A name of a choice is given twice.
    case equalChoices(String)
    /// The number of digits in the definition of a `Hex` is not in the range.
    case hexadecimalWidth(ClosedRange<Int>)
    /// The text is not a calling code such as `+49`.
    case callingCode
    /// The items of a list are lists.
    case nestedList
    /// A mask ends in a backslash.
    case maskEndsInBackslash
    /// A mask has only literals.
    case maskWithoutPlaces
    /// A mask has too many positions.
    case maskTooLong(limit: Int)
  }
  /// A value that the condition of a rule has read.
  public struct Seen: Hashable, Sendable {
    /// The name of the property.
    public var property: String
    /// The value when the rule was checked; nil if the property had no value.
    public var value: Value?

    /// Creates a pair of a property's name and its value.
    public init(property: String, value: Value?) {
      self.property = property
      self.value = value
    }
  }
}

extension Violation {
  /// What a fault is, with what it is about.
  ///
  /// More cases will come: code that switches over them needs a `default`, such as ``message``.
  public indirect enum Code: Hashable, Sendable {
    /// The words say it: those of a program.
    case stated(String)

    // MARK: Properties

    /// There is no property of this name, in what is said to have none.
    case noProperty(String, of: String?)
    /// These properties have to have a value.
    case required([String])
    /// The property cannot be nil.
    case noNil(PropertyKind)
    /// The value, as a command writes it, is none of the property's, for a reason.
    case misfit(String, Code)
    /// The Swift type of the property has no such value; nil stands for nothing.
    case notOfType(Value?)
    /// The value is that of this expression.
    case computed(String)
    /// The value is calculated by the program.
    case calculated
    /// The list follows from the records of a type that refer here by a property.
    case inverse(type: String, property: String)
    /// The list has records of a type, which are put in and taken out one by one.
    case owned(type: String)
    /// The property has no item that could be set.
    case noItem
    /// The number of records follows from the list.
    case countOfList
    /// The value is taken from the clock, and there is none.
    case noClock
    /// A rule of the object is broken: its name, what it demands, and what it has seen.
    case rule(String, String?, [Seen])

    // MARK: Rules of a property

    /// A text holds the character U+0000.
    case nullCharacter
    /// The text has so many characters, and they should be others.
    case length(LengthRange, Int)
    /// The value does not match.
    case pattern(TextPattern, Value)
    /// The value is not in the range.
    case range(ValueRange, Value)
    /// The number has more digits before the point than the limit.
    case integerDigits(limit: Int, Value)
    /// The number has more digits after the point than the limit.
    case fractionDigits(limit: Int, Value)

    // MARK: Texts and numbers

    /// It is not a value of the kind.
    case expected(PropertyKind)
    /// The whole number has more than 64 bits.
    case wholeNumberTooLarge
    /// No binary fraction is just this number.
    case inexactDouble
    /// The time has seconds.
    case timeWithSeconds
    /// The duration has seconds.
    case durationWithSeconds
    /// A duration has fewer hours than these.
    case durationTooLong(hours: String)
    /// No such part of a date or time has the number.
    case noSuchPart(CalendarPart, Int)
    /// The month has no such day.
    case noSuchDay(year: Int, month: Int, day: Int)
    /// A moment does not say its zone.
    case noZone
    /// The zone is too far from UTC.
    case zoneTooFar
    /// The moment is in a year that is not written.
    case yearTooFar
    /// The second has too many digits after the point, or none.
    case fractionOfSecond
    /// The text is not of the form; the mistake is nil where it is only not complete.
    case form(String, FixedMistake?)
    /// So many hexadecimal digits are expected, and this character is none.
    case noHexadecimalDigit(digits: Int, String)
    /// So many hexadecimal digits are expected, and there are others.
    case hexadecimalDigits(digits: Int, Int)
    /// A telephone number has so many digits, and there are others.
    case phoneLength(ClosedRange<Int>, Int)
    /// An address has more characters before the `@` than the limit.
    case localPartTooLong(limit: Int)
    /// An address has more characters than the limit.
    case addressTooLong(limit: Int)
    /// An IBAN begins with the code of its country.
    case noAccountCountry
    /// No country with an IBAN has the code.
    case noSuchAccountCountry(String)
    /// A character cannot be at its place in an IBAN of the country.
    case accountCharacter(AccountPlace, country: String, String)
    /// An IBAN of the country has so many characters, and there are others.
    case accountLength(Int, country: String, Int)
    /// The check digits of an IBAN do not fit.
    case accountCheckDigits
    /// The number of a card has other characters than digits and what separates them.
    case cardCharacters
    /// The number of a card has so many digits, after some if they are given; and there are others.
    case cardLength(ClosedRange<Int>, after: String?, Int)
    /// The check digit of a card does not fit.
    case cardCheckDigit

    // MARK: Kinds as they are defined

    /// A choice has no names.
    case noChoices
    /// A name of a choice is empty.
    case emptyChoice
    /// A name of a choice holds the character U+0000.
    case nullInChoice
    /// A name of a choice is there twice.
    case equalChoices(String)
    /// The number of hexadecimal digits is not in the range.
    case hexadecimalWidth(ClosedRange<Int>)
    /// It is not the code of a country, `+49`.
    case callingCode
    /// The items of a list are lists.
    case nestedList
    /// A mask ends in a backslash.
    case maskEndsInBackslash
    /// All places of a mask are literals.
    case maskWithoutPlaces
  }
  /// A value that a rule has seen.
  public struct Seen: Hashable, Sendable {
    /// The name of the property.
    public var property: String
    /// What it had.
    public var value: Value?

    /// Makes the account of a value.
    public init(property: String, value: Value?) {
      self.property = property
      self.value = value
    }
  }
}

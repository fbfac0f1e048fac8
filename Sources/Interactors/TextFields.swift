public import Records
public import Validation

/// Edits a text within limits of its own.
open class TextTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of these lengths, whatever the property allows.
  ///
  /// - Precondition: the least length is not greater than the greatest.
  public init(_ subject: (any Subject)?, _ propertyName: String, length: LengthRange) {
    let grammar = TextGrammar(length: length.minimum...(length.maximum ?? .max))
    super.init(subject, propertyName, format: FieldFormat(grammar: grammar))
  }
}

/// Edits a text that matches a pattern.
open class PatternTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts all of which matches a pattern, whatever the property allows.
  public init(_ subject: (any Subject)?, _ propertyName: String, matching pattern: TextPattern) {
    let property = Property(propertyName, .text, pattern: pattern)
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

/// Edits a whole number within limits of its own.
open class IntegerTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the whole numbers of a range, whatever the property allows.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, in range: ClosedRange<Int>,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let format = FieldFormat(
      grammar: IntegerGrammar(in: range), symbols: symbols, isGrouped: isGrouped)
    super.init(subject, propertyName, format: format)
  }
}

/// Edits a decimal within limits of its own.
open class DecimalTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for decimals of so many digits, whatever the property allows.
  ///
  /// - Precondition: the fewest fraction digits are not more than the most.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, maximumIntegerDigits: Int = 8,
    minimumFractionDigits: Int = 1, maximumFractionDigits: Int = 3,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let grammar = DecimalGrammar(
      maximumIntegerDigits: maximumIntegerDigits,
      fractionDigits: minimumFractionDigits...maximumFractionDigits, minimum: nil, maximum: nil)
    let format = FieldFormat(grammar: grammar, symbols: symbols, isGrouped: isGrouped)
    super.init(subject, propertyName, format: format)
  }
}

/// Edits a day, typed as `2026-11-21`.
open class DateTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the days of a range, whatever the property allows.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, in range: ClosedRange<CalendarDate>? = nil
  ) {
    let property = Property(
      propertyName, .date,
      range: range.map { ValueRange(.date($0.lowerBound), .date($0.upperBound)) })
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

/// Edits a moment, typed as `2026-11-21T10:00:00Z`.
open class DateTimeTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the moments of a range, whatever the property allows.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, in range: ClosedRange<Instant>? = nil
  ) {
    let property = Property(
      propertyName, .dateTime,
      range: range.map { ValueRange(.dateTime($0.lowerBound), .dateTime($0.upperBound)) })
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

/// Edits a text that is one of some names.
open class ChoiceTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for these names, whatever the property allows.
  public init(_ subject: (any Subject)?, _ propertyName: String, among names: [String]) {
    let property = Property(propertyName, .choice(names))
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

/// Edits a text of hexadecimal digits, whose letters become upper case.
open class HexTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of exactly so many digits, whatever the property allows.
  ///
  /// - Precondition: there is one digit at least.
  public init(_ subject: (any Subject)?, _ propertyName: String, digits: Int) {
    precondition(digits >= 1, "a field takes one digit at least")
    let property = Property(propertyName, .hex(digits: digits))
    super.init(subject, propertyName, format: FieldFormat(property))
  }
}

/// Edits the number of a payment card, which is shown in full while the field is there.
open class CardTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for cards, whatever the property allows.
  public init(_ subject: (any Subject)?, _ propertyName: String) {
    super.init(subject, propertyName, format: FieldFormat(Property(propertyName, .card)))
  }
}

/// Edits a text of a form, such as a telephone number.
open class MaskTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of a form, whatever the property allows.
  public init(_ subject: (any Subject)?, _ propertyName: String, mask: TextMask) {
    super.init(subject, propertyName, format: FieldFormat(Property(propertyName, .mask(mask))))
  }
}

/// Edits a reference as the key of a record.
open class ReferenceTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for these records, whatever the property allows.
  public init(_ subject: (any Subject)?, _ propertyName: String, among keys: ReferenceKeys) {
    super.init(subject, propertyName, format: FieldFormat(references: keys))
    references = keys
  }
}

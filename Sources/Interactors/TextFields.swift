public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Each takes the name of a property, or the key path of one that can have such values; its limits
// are its own, whatever the property allows.

extension TextFieldInteractor {
  /// Makes a field for the values of a kind, such as `.email` on a text or `.duration` on a span.
  ///
  /// - Parameters:
  ///   - kind: the kind, whose values the property takes.
  ///   - range: the values allowed, of that kind.
  ///   - unit: what follows a number, such as `€`.
  public convenience init(
    _ subject: (any Subject)?, _ propertyName: String, as kind: PropertyKind,
    in range: ValueRange? = nil, unit: String? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    let property = Property(propertyName, kind, range: range, unit: unit)
    self.init(subject, property, symbols: symbols, isGrouped: isGrouped)
  }

  /// Makes a field within the rules of an `@Observed` property.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let name = subject.propertyName(of: keyPath)
    let property = subject.property(named: name) ?? Wrapped.property(named: name)
    self.init(subject, property, symbols: symbols, isGrouped: isGrouped)
  }

  /// Makes a field for the values of a kind, and within a range.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, as kind: PropertyKind,
    in range: ValueRange? = nil, unit: String? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    self.init(
      subject, subject.propertyName(of: keyPath), as: kind, in: range, unit: unit,
      symbols: symbols, isGrouped: isGrouped)
  }
}

/// Edits a text within limits of its own.
open class TextTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of these lengths.
  ///
  /// - Precondition: the least length is not greater than the greatest.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, length: some LengthBounds
  ) {
    let length = length.lengthRange
    let grammar = TextGrammar(length: length.minimum...(length.maximum ?? .max))
    super.init(subject, propertyName, format: FieldFormat(grammar: grammar))
  }

  /// Makes a field for texts of these lengths.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    length: some LengthBounds
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), length: length)
  }
}

/// Edits a text that matches a pattern.
open class PatternTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts all of which matches a pattern.
  public init(_ subject: (any Subject)?, _ propertyName: String, matching pattern: TextPattern) {
    let property = Property(propertyName, .text, pattern: pattern)
    super.init(subject, propertyName, format: FieldFormat(property))
  }

  /// Makes a field for texts all of which matches a pattern.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    matching pattern: TextPattern
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), matching: pattern)
  }
}

/// Edits a whole number within limits of its own.
open class IntegerTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the whole numbers of a range: `0...150`, `0...`, `...150`.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, in range: some PropertyBounds<Int>,
    unit: String? = nil, symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) {
    let property = Property(propertyName, .integer, range: range.valueRange, unit: unit)
    super.init(
      subject, propertyName, format: FieldFormat(property, symbols: symbols, isGrouped: isGrouped))
  }

  /// Makes a field for the whole numbers of a range: `0...150`, `0...`, `...150`.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    in range: some PropertyBounds<Int>, unit: String? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) where Wrapped.Base: FixedWidthInteger {
    self.init(
      subject, subject.propertyName(of: keyPath), in: range, unit: unit, symbols: symbols,
      isGrouped: isGrouped)
  }
}

/// Edits a decimal within limits of its own.
open class DecimalTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for decimals of so many digits, and within a range if one is given.
  ///
  /// - Parameters:
  ///   - unit: what follows the number, such as `€`.
  ///   - range: the least and the greatest number.
  /// - Precondition: there is a digit before the separator, and the fewest after it are not more than
  ///   the most.
  public init(
    _ subject: (any Subject)?, _ propertyName: String, maximumIntegerDigits: Int = 8,
    minimumFractionDigits: Int = 1, maximumFractionDigits: Int = 3, unit: String? = nil,
    in range: (any PropertyBounds<ExactDecimal>)? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    let digits = minimumFractionDigits...maximumFractionDigits
    let property = Property(
      propertyName, .decimal(integerDigits: maximumIntegerDigits, fractionDigits: digits),
      range: range?.valueRange, unit: unit)
    super.init(
      subject, propertyName, format: FieldFormat(property, symbols: symbols, isGrouped: isGrouped))
  }

  /// Makes a field for decimals of so many digits, and within a range if one is given.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    maximumIntegerDigits: Int = 8, minimumFractionDigits: Int = 1, maximumFractionDigits: Int = 3,
    unit: String? = nil, in range: (any PropertyBounds<ExactDecimal>)? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false
  ) where Wrapped.Base: FractionalValue {
    self.init(
      subject, subject.propertyName(of: keyPath), maximumIntegerDigits: maximumIntegerDigits,
      minimumFractionDigits: minimumFractionDigits, maximumFractionDigits: maximumFractionDigits,
      unit: unit, in: range, symbols: symbols, isGrouped: isGrouped)
  }
}

/// Edits a day, typed as `2026-11-21`.
open class DateTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the days of a range.
  public init(
    _ subject: (any Subject)?, _ propertyName: String,
    in range: (any PropertyBounds<CalendarDate>)? = nil
  ) {
    let property = Property(propertyName, .date, range: range?.valueRange)
    super.init(subject, propertyName, format: FieldFormat(property))
  }

  /// Makes a field for the days of a range.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    in range: (any PropertyBounds<CalendarDate>)? = nil
  ) where Wrapped.Base == CalendarDate {
    self.init(subject, subject.propertyName(of: keyPath), in: range)
  }
}

/// Edits a moment, typed as `2026-11-21T10:00:00Z`.
open class DateTimeTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for the moments of a range.
  public init(
    _ subject: (any Subject)?, _ propertyName: String,
    in range: (any PropertyBounds<Instant>)? = nil
  ) {
    let property = Property(propertyName, .dateTime, range: range?.valueRange)
    super.init(subject, propertyName, format: FieldFormat(property))
  }

  /// Makes a field for the moments of a range.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    in range: (any PropertyBounds<Instant>)? = nil
  ) where Wrapped.Base == Instant {
    self.init(subject, subject.propertyName(of: keyPath), in: range)
  }
}

/// Edits a text that is one of some names.
open class ChoiceTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for these names.
  public init(_ subject: (any Subject)?, _ propertyName: String, among names: [String]) {
    let property = Property(propertyName, .choice(names))
    super.init(subject, propertyName, format: FieldFormat(property))
  }

  /// Makes a field for these names.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, among names: [String]
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), among: names)
  }
}

/// Edits a text of hexadecimal digits, whose letters become upper case, or a whole number that is
/// written in them.
open class HexTextFieldInteractor: TextFieldInteractor {
  private let digits: Int

  /// Makes a field for texts of exactly so many digits, or for whole numbers of at most so many.
  ///
  /// - Precondition: there is one digit at least, and at most 15 for a number.
  public init(_ subject: (any Subject)?, _ propertyName: String, digits: Int) {
    precondition(digits >= 1, "a field takes one digit at least")
    self.digits = digits
    let isNumber = subject?.property(named: propertyName)?.kind == .integer
    super.init(
      subject, propertyName, format: FieldFormat(hexadecimal: digits, isNumber: isNumber))
  }

  /// Takes numbers if the property of the new subject is one, else texts.
  open override func subjectDidChange() {
    super.subjectDidChange()
    guard let property else { return }
    format = FieldFormat(hexadecimal: digits, isNumber: property.kind == .integer)
  }

  /// Makes a field for texts of exactly so many digits.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, digits: Int
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), digits: digits)
  }

  /// Makes a field for whole numbers of at most so many digits, `0x` apart.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, digits: Int
  ) where Wrapped.Base: FixedWidthInteger {
    self.init(subject, subject.propertyName(of: keyPath), digits: digits)
  }
}

/// Edits the number of a payment card, which is shown in full while the field is there.
open class CardTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for cards.
  public init(_ subject: (any Subject)?, _ propertyName: String) {
    super.init(subject, propertyName, format: FieldFormat(Property(propertyName, .card)))
  }

  /// Makes a field for cards.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath))
  }
}

/// Edits a text of a form, such as a telephone number.
open class MaskTextFieldInteractor: TextFieldInteractor {
  /// Makes a field for texts of a form.
  public init(_ subject: (any Subject)?, _ propertyName: String, mask: TextMask) {
    super.init(subject, propertyName, format: FieldFormat(Property(propertyName, .mask(mask))))
  }

  /// Makes a field for texts of a form.
  public convenience init<Owner: Subject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, mask: TextMask
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), mask: mask)
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

/// A Swift type of numbers with a fraction: what a ``DecimalTextFieldInteractor`` edits.
public protocol FractionalValue: PropertyValue {}

extension ExactDecimal: FractionalValue {}
extension Double: FractionalValue {}
extension Float: FractionalValue {}
extension Decimal: FractionalValue {}

extension FieldFormat {
  /// Whole numbers of at most so many hexadecimal digits, or texts of exactly so many.
  fileprivate init(hexadecimal digits: Int, isNumber: Bool) {
    if isNumber {
      self.init(hexadecimalNumbersUpTo: digits)
    } else {
      self.init(Property("", .hex(digits: digits)))
    }
  }
}

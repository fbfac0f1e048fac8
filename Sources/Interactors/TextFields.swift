public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Each field takes the name of a property, or a key path to a property of a suitable type. A range
// is narrowed to the range of the property, because the property would reject other values. Other
// limits replace the limits of the property.

extension ValueRange? {
  /// Returns the part of the range that the property accepts; the whole range if the property is of
  /// another kind or accepts no value in the range. Nil means all values.
  fileprivate func narrowed(
    to kind: PropertyKind, of subject: (any PropertySubject)?, _ propertyName: String
  ) -> ValueRange? {
    guard let own = subject?.property(named: propertyName)?.range?.converted(to: kind) else {
      return self
    }
    guard let range = self else { return own }
    func narrower(_ bound: Value?, _ own: Value?, in range: ValueRange) -> Value? {
      guard let bound, let own else { return bound ?? own }
      return range.contains(own) ? own : bound
    }
    let narrowed = ValueRange(
      narrower(range.lowerBound, own.lowerBound, in: ValueRange(range.lowerBound, nil)),
      narrower(range.upperBound, own.upperBound, in: ValueRange(nil, range.upperBound)))
    return narrowed.isEmpty ? self : narrowed
  }
}

extension TextFieldInteractor {
  /// Creates a field for a kind, such as `.email` for a text or `.duration` for a time span.
  ///
  /// - Parameters:
  ///   - kind: the kind; the property must accept its values.
  ///   - range: the allowed values, of that kind.
  ///   - unit: shown after a number, such as `€`.
  public convenience init(
    _ subject: (any PropertySubject)?, _ propertyName: String, as kind: PropertyKind,
    in range: ValueRange? = nil, unit: String? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, isActive: Bool = true
  ) {
    let limits = range.narrowed(to: kind, of: subject, propertyName)
    let property = Property(propertyName, kind, range: limits, unit: unit)
    self.init(subject, property, symbols: symbols, isGrouped: isGrouped, isActive: isActive)
  }

  /// Creates a field with the rules of an `@Observed` property.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) {
    let name = subject.propertyName(of: keyPath)
    let property = subject.property(named: name) ?? Wrapped.property(named: name)
    self.init(subject, property, symbols: symbols, isGrouped: isGrouped, isActive: isActive)
  }

  /// Creates a field for a kind and a range.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, as kind: PropertyKind,
    in range: ValueRange? = nil, unit: String? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, isActive: Bool = true
  ) {
    self.init(
      subject, subject.propertyName(of: keyPath), as: kind, in: range, unit: unit,
      symbols: symbols, isGrouped: isGrouped, isActive: isActive)
  }
}

/// Edits a text with its own limits.
open class TextTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for texts of these lengths.
  ///
  /// - Precondition: the minimum is not greater than the maximum.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, length: some LengthBounds,
    isActive: Bool = true
  ) {
    let length = length.lengthRange
    let grammar = TextGrammar(length: length.minimum...(length.maximum ?? .max))
    super.init(subject, propertyName, format: FieldFormat(grammar: grammar), isActive: isActive)
  }

  /// Creates a field for texts of these lengths.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    length: some LengthBounds, isActive: Bool = true
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), length: length, isActive: isActive)
  }
}

/// Edits a text that must match a pattern.
open class PatternTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for texts that match a pattern as a whole.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, matching pattern: TextPattern,
    isActive: Bool = true
  ) {
    let property = Property(propertyName, .text, pattern: pattern)
    super.init(subject, propertyName, format: FieldFormat(property), isActive: isActive)
  }

  /// Creates a field for texts that match a pattern as a whole.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    matching pattern: TextPattern, isActive: Bool = true
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), matching: pattern, isActive: isActive)
  }
}

/// Edits a whole number with its own limits.
open class IntegerTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for the whole numbers of a range: `0...150`, `0...`, `...150`; by default for
  /// the numbers of the property.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String,
    in range: (any PropertyBounds<Int>)? = nil, unit: String? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) {
    let limits = (range?.valueRange).narrowed(to: .integer, of: subject, propertyName)
    let property = Property(propertyName, .integer, range: limits, unit: unit)
    super.init(
      subject, propertyName, format: FieldFormat(property, symbols: symbols, isGrouped: isGrouped),
      isActive: isActive)
  }

  /// Creates a field for the whole numbers of a range: `0...150`, `0...`, `...150`; by default for
  /// the numbers of the property, such as 0 to 255 for a `UInt8`.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    in range: (any PropertyBounds<Int>)? = nil, unit: String? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) where Wrapped.Base: FixedWidthInteger {
    self.init(
      subject, subject.propertyName(of: keyPath), in: range, unit: unit, symbols: symbols,
      isGrouped: isGrouped, isActive: isActive)
  }
}

/// Edits a decimal with its own limits.
open class DecimalTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for decimals with these digits, optionally in a range.
  ///
  /// - Parameters:
  ///   - unit: shown after the number, such as `€`.
  ///   - range: the minimum and maximum number.
  /// - Precondition: there is at least one digit before the separator, and the minimum number of
  ///   digits after it is not greater than the maximum.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, maximumIntegerDigits: Int = 8,
    minimumFractionDigits: Int = 1, maximumFractionDigits: Int = 3, unit: String? = nil,
    in range: (any PropertyBounds<ExactDecimal>)? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, isActive: Bool = true
  ) {
    let kind = PropertyKind.decimal(
      integerDigits: maximumIntegerDigits,
      fractionDigits: minimumFractionDigits...maximumFractionDigits)
    let limits = (range?.valueRange).narrowed(to: kind, of: subject, propertyName)
    let property = Property(propertyName, kind, range: limits, unit: unit)
    super.init(
      subject, propertyName, format: FieldFormat(property, symbols: symbols, isGrouped: isGrouped),
      isActive: isActive)
  }

  /// Creates a field for decimals with these digits, optionally in a range.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    maximumIntegerDigits: Int = 8, minimumFractionDigits: Int = 1, maximumFractionDigits: Int = 3,
    unit: String? = nil, in range: (any PropertyBounds<ExactDecimal>)? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) where Wrapped.Base: FractionalValue {
    self.init(
      subject, subject.propertyName(of: keyPath), maximumIntegerDigits: maximumIntegerDigits,
      minimumFractionDigits: minimumFractionDigits, maximumFractionDigits: maximumFractionDigits,
      unit: unit, in: range, symbols: symbols, isGrouped: isGrouped, isActive: isActive)
  }
}

/// Edits a day, typed as `2026-11-21` or in the notation of a locale.
open class DateTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for days, optionally in a range, with the digits and the notation of a locale.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String,
    in range: (any PropertyBounds<CalendarDate>)? = nil, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isActive: Bool = true
  ) {
    let limits = (range?.valueRange).narrowed(to: .date, of: subject, propertyName)
    let property = Property(propertyName, .date, range: limits)
    super.init(
      subject, propertyName, format: FieldFormat(property, symbols: symbols, dates: dates),
      isActive: isActive)
  }

  /// Creates a field for days, optionally in a range, with the digits and the notation of a locale.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    in range: (any PropertyBounds<CalendarDate>)? = nil, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isActive: Bool = true
  ) where Wrapped.Base == CalendarDate {
    self.init(
      subject, subject.propertyName(of: keyPath), in: range, dates: dates, symbols: symbols,
      isActive: isActive)
  }
}

/// Edits a date and time, typed as `2026-11-21T10:00:00Z`, or in a time zone and in the notation of
/// a locale.
open class DateTimeTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for dates and times, optionally in a range.
  ///
  /// - Parameter calendar: the notation of dates, and the time zone; nil for ISO 8601 in UTC.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String,
    in range: (any PropertyBounds<Instant>)? = nil, calendar: CalendarNotation? = nil,
    symbols: NumberSymbols = .english, isActive: Bool = true
  ) {
    let limits = (range?.valueRange).narrowed(to: .dateTime, of: subject, propertyName)
    let format = FieldFormat(
      Property(propertyName, .dateTime, range: limits), symbols: symbols,
      dates: calendar?.dates ?? .iso, zoneOffset: calendar?.zoneOffset)
    super.init(subject, propertyName, format: format, isActive: isActive)
  }

  /// Creates a field for dates and times, optionally in a range.
  ///
  /// - Parameter calendar: the notation of dates, and the time zone; nil for ISO 8601 in UTC.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>,
    in range: (any PropertyBounds<Instant>)? = nil, calendar: CalendarNotation? = nil,
    symbols: NumberSymbols = .english, isActive: Bool = true
  ) where Wrapped.Base == Instant {
    self.init(
      subject, subject.propertyName(of: keyPath), in: range, calendar: calendar, symbols: symbols,
      isActive: isActive)
  }
}

/// Edits a text that is one of several names.
open class ChoiceTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for these names, which users see and type as their display names.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, among names: [String],
    displayNames: [String: String] = [:], isActive: Bool = true
  ) {
    let property = Property(propertyName, .choice(names))
    super.init(
      subject, propertyName, format: FieldFormat(property, displayNames: displayNames),
      isActive: isActive)
  }

  /// Creates a field for these names, which users see and type as their display names.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, among names: [String],
    displayNames: [String: String] = [:], isActive: Bool = true
  ) where Wrapped.Base == String {
    self.init(
      subject, subject.propertyName(of: keyPath), among: names, displayNames: displayNames,
      isActive: isActive)
  }
}

/// Edits a text of hexadecimal digits, in upper case, or a whole number in hexadecimal.
open class HexTextFieldInteractor: TextFieldInteractor {
  private let digits: Int

  /// Creates a field for texts of exactly `digits` digits, or for whole numbers of at most `digits`
  /// digits.
  ///
  /// - Precondition: `digits` is at least 1, and at most 15 for a number.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, digits: Int, isActive: Bool = true
  ) {
    precondition(digits >= 1, "a field needs at least one digit")
    self.digits = digits
    let isNumber = subject?.property(named: propertyName)?.kind == .integer
    super.init(
      subject, propertyName, format: FieldFormat(hexadecimal: digits, isNumber: isNumber),
      isActive: isActive)
  }

  /// Accepts numbers if the property of the new subject is a number, otherwise texts.
  open override func subjectDidChange() {
    super.subjectDidChange()
    guard let property else { return }
    format = FieldFormat(hexadecimal: digits, isNumber: property.kind == .integer)
  }

  /// Creates a field for texts of exactly `digits` digits.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, digits: Int,
    isActive: Bool = true
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), digits: digits, isActive: isActive)
  }

  /// Creates a field for whole numbers of at most `digits` digits, not counting `0x`.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, digits: Int,
    isActive: Bool = true
  ) where Wrapped.Base: FixedWidthInteger {
    self.init(subject, subject.propertyName(of: keyPath), digits: digits, isActive: isActive)
  }
}

/// Edits a payment card number, shown in full.
open class CardTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for card numbers.
  public init(_ subject: (any PropertySubject)?, _ propertyName: String, isActive: Bool = true) {
    super.init(
      subject, propertyName, format: FieldFormat(Property(propertyName, .card)), isActive: isActive)
  }

  /// Creates a field for card numbers.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, isActive: Bool = true
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), isActive: isActive)
  }
}

/// Edits a text with a fixed format, such as a telephone number.
open class MaskTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for texts with a fixed format.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, mask: TextMask, isActive: Bool = true
  ) {
    super.init(
      subject, propertyName, format: FieldFormat(Property(propertyName, .mask(mask))),
      isActive: isActive)
  }

  /// Creates a field for texts with a fixed format.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Wrapped>, mask: TextMask,
    isActive: Bool = true
  ) where Wrapped.Base == String {
    self.init(subject, subject.propertyName(of: keyPath), mask: mask, isActive: isActive)
  }
}

/// Edits a reference as the key of a record.
open class ReferenceTextFieldInteractor: TextFieldInteractor {
  /// Creates a field for these records, instead of all records that the property allows.
  public init(
    _ subject: (any PropertySubject)?, _ propertyName: String, among keys: ReferenceKeys,
    isActive: Bool = true
  ) {
    super.init(subject, propertyName, format: FieldFormat(references: keys), isActive: isActive)
    references = keys
  }
}

/// A Swift type of numbers with a fraction, for ``DecimalTextFieldInteractor``.
public protocol FractionalValue: PropertyValue {}

extension ExactDecimal: FractionalValue {}
extension Double: FractionalValue {}
extension Float: FractionalValue {}
extension Decimal: FractionalValue {}

extension FieldFormat {
  fileprivate init(hexadecimal digits: Int, isNumber: Bool) {
    if isNumber {
      self.init(hexadecimalNumbersUpTo: digits)
    } else {
      self.init(Property("", .hex(digits: digits)))
    }
  }
}

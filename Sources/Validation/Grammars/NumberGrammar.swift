/// A grammar of numbers; all number grammars check and display texts in the same way.
public protocol NumberGrammar: InnerTextGrammar {
  /// The digit limits and the range.
  var form: NumberForm { get }

  /// Returns the exact decimal of a value; `nil` if the value is of another kind, or is not an
  /// exact decimal.
  func number(of value: Value) -> ExactDecimal?
}

extension NumberGrammar {
  /// The traits of a number: a keyboard of digits and, if needed, the separator.
  public var traits: TextTraits {
    TextTraits(
      keyboard: form.fractionDigits.upperBound == 0 ? .number : .decimal, isNumber: true)
  }

  /// Converts a number from the symbols of the locale, and removes the grouping.
  public func reading(of text: String, in notation: Notation) -> Reading {
    notation.reading(ofNumber: text)
  }

  /// Converts a number to the symbols of the locale, and adds the grouping.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    notation.display(number: text, caret: caret)
  }

  /// Accepts the common ways to write a number, and normalizes leading zeros.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    NumberInsertion(form: form, notation: notation, point: point).reading(text, isTyped: isTyped)
  }

  /// Returns one for the separator of `0.`, so that its zero is deleted too.
  public func bytesTakenAlong(
    byBackspaceOver character: ArraySlice<UInt8>, at point: InsertionPoint
  ) -> Int {
    let isSeparator = character.elementsEqual([ASCII.point]) && point.after.isEmpty
    return isSeparator && NumberInsertion.endsInLoneZero(point.before) ? 1 : 0
  }

  /// Returns ``RefusedMeaning/separator`` for a single separator, ``RefusedMeaning/something`` for
  /// any other text with a digit, a minus sign or a separator, and otherwise
  /// ``RefusedMeaning/nothing``.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    notation.meaning(ofRefused: text)
  }

  /// Adds `count` to the number, as far as the range allows, and keeps the fraction; an empty text
  /// counts as zero.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    let text = reading(of: state.text, in: notation).bytes
    return NumberStep(form: form).text(from: text, by: count).map {
      display($0, caret: $0.count, in: notation)
    }
  }

  /// Returns the range, the digit limits and the unit.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    let digits = form.fractionDigits
    let isWhole = digits.upperBound == 0
    // The digit limits of doubles are technical, so they are not listed.
    let hasManyDigits = digits.upperBound >= DoubleGrammar.mostDigits
    let bounds = form.shownBounds(in: notation)
    return .number(
      from: bounds.minimum, through: bounds.maximum, isWhole: isWhole,
      digits: hasManyDigits ? nil : form.maximumIntegerDigits,
      decimals: isWhole || hasManyDigits ? nil : digits,
      unit: [notation.prefix, notation.suffix].map(\.pasted).first { !$0.isEmpty })
  }

  /// Returns whether a number in the range begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { form.begins(text) }

  /// Returns whether the joined texts are a number, or can become one if only digits are inserted.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    form.fits(before, followedBy: after)
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    NumberObjection(form: form, notation: notation).objection(to: attempt) {
      takes($0, at: attempt.point, in: notation)
    }
  }

  /// Reports what is wrong or missing, and which characters are accepted at the caret.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    NumberObjection(form: form, notation: notation).incompleteness(of: text) {
      takes($0, at: point, in: notation)
    }
  }
}

/// The texts of a number that has more fraction digits than its field allows, or no digits to edit.
///
/// The number is rounded while the field is idle, and displayed in full while it is edited, so that
/// users can delete digits.
public struct LongNumber: Hashable, Sendable {
  /// The number rounded half to even to the digits of the field.
  public var rounded: String

  /// The number with all its digits.
  public var whole: String

  /// Whether the number has no digits to edit, for example `nan`; then the whole text is selected,
  /// so that typing replaces it.
  public var isReplaced: Bool
}

extension NumberGrammar {
  /// Returns the texts of a number with too many fraction digits, or of a double that cannot be
  /// written as a decimal. Returns `nil` for any other value, and for a number that is out of range
  /// or has too many digits before the separator.
  public func longNumber(_ value: Value, in notation: Notation) -> LongNumber? {
    guard let number = number(of: value) else {
      guard case .double(let number) = value, form.fractionDigits.upperBound > 0 else { return nil }
      // The number is infinite, NaN, or written with an exponent.
      return LongNumber(rounded: "\(number)", whole: "\(number)", isReplaced: true)
    }
    let fewest = form.fractionDigits.lowerBound
    let bytes = number.bytes(minimumFractionDigits: fewest)
    if form.shape(bytes[...]) != nil { return nil }
    if let minimum = form.minimum, number < minimum { return nil }
    if let maximum = form.maximum, maximum < number { return nil }
    let whole = notation.number(bytes)
    let rounded = number.rounded(toFractionDigits: form.fractionDigits.upperBound)
      .bytes(minimumFractionDigits: fewest)
    guard form.shape(rounded[...]) != nil else { return nil }
    return LongNumber(rounded: notation.number(rounded), whole: whole, isReplaced: false)
  }
}

/// Integers in a range.
public struct IntegerGrammar: NumberGrammar {
  /// The digit limits and the range.
  public let form: NumberForm

  /// Creates a grammar of the integers in a range, with at most as many digits as the longer bound.
  public init(in range: ClosedRange<Int> = Int.min...Int.max) {
    let minimum = ExactDecimal(range.lowerBound)
    let maximum = ExactDecimal(range.upperBound)
    form = NumberForm(
      maximumIntegerDigits: max(minimum.integerDigits, maximum.integerDigits),
      fractionDigits: 0...0,
      minimum: minimum, maximum: maximum)
  }

  /// Returns the integer if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard let shape = form.shapeInRange(text[...]) else { return nil }
    // Accumulate as a negative number, because `Int.min` cannot be negated.
    let negated = text[shape.whole].reduce(0) { $0 * 10 - Int($1 - ASCII.zero) }
    return .integer(shape.isNegative ? negated : -negated)
  }

  /// Returns the integer as a decimal.
  public func number(of value: Value) -> ExactDecimal? {
    if case .integer(let number) = value { ExactDecimal(number) } else { nil }
  }

  /// Returns the digits of an integer.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .integer(let value) = value else { return nil }
    return Array(value.description.utf8)
  }
}

/// Exact decimal numbers in a range, with a limited number of digits.
public struct DecimalGrammar: NumberGrammar {
  /// The digit limits and the range.
  public let form: NumberForm

  /// Creates a grammar of decimals with a limited number of digits before and after the separator.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal? = nil,
    maximum: ExactDecimal? = nil
  ) {
    form = NumberForm(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// Returns the decimal if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    form.shapeInRange(text[...]).flatMap { ExactDecimal(text[...], $0) }.map { .decimal($0) }
  }

  /// Returns the digits of a decimal, with zeros up to the minimum number of fraction digits.
  ///
  /// A double is written as the shortest decimal that reads as this double, if that has at most 38
  /// digits without an exponent.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    number(of: value)?.bytes(minimumFractionDigits: form.fractionDigits.lowerBound)
  }

  /// Returns the decimal, or the shortest decimal that reads as the double.
  public func number(of value: Value) -> ExactDecimal? {
    switch value {
    case .decimal(let number): number
    case .double(let number): ExactDecimal(shortest: number).flatMap(written)
    case .text, .integer, .boolean, .date, .dateTime, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }

  private func written(_ number: ExactDecimal) -> ExactDecimal? {
    number.integerDigits + number.fractionDigits <= ExactDecimal.maximumDigits ? number : nil
  }
}

/// Percentages in a range, with a limited number of digits; the value is the exact fraction, for
/// example 0.5 for 50 %.
public struct PercentGrammar: NumberGrammar {
  private let percentages: DecimalGrammar

  /// The digit limits and the range, as percentages.
  public var form: NumberForm { percentages.form }

  /// Creates a grammar of percentages with a limited number of digits before and after the
  /// separator; the bounds are percentages too.
  public init(
    maximumIntegerDigits: Int, fractionDigits: ClosedRange<Int>, minimum: ExactDecimal? = nil,
    maximum: ExactDecimal? = nil
  ) {
    percentages = DecimalGrammar(
      maximumIntegerDigits: maximumIntegerDigits, fractionDigits: fractionDigits,
      minimum: minimum, maximum: maximum)
  }

  /// Returns the percentage as a fraction, if it is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard case .decimal(let percentage)? = percentages.value(of: text) else { return nil }
    return ExactDecimal(percentage: percentage).map(Value.percent)
  }

  /// Returns the value as a percentage.
  public func number(of value: Value) -> ExactDecimal? {
    if case .percent(let part) = value { part.percentage } else { nil }
  }

  /// Returns the digits of a percentage, with zeros up to the minimum number of fraction digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    number(of: value).flatMap { percentages.canonicalText(of: .decimal($0), in: notation) }
  }
}

/// Binary floating point numbers, edited as decimals of up to 15 digits before and 15 after the
/// separator.
///
/// A number with more digits before the separator is displayed in Swift format and cannot be
/// edited. A number with more digits only after the separator is a ``LongNumber``.
public struct DoubleGrammar: NumberGrammar {
  /// The digit limits and the range.
  public let form: NumberForm

  static let mostDigits = 15

  /// Creates a grammar of the numbers in a range, whose bounds are compared as decimals.
  ///
  /// - Precondition: `minimum` is at most `maximum`, and neither is NaN.
  public init(minimum: Double? = nil, maximum: Double? = nil) {
    precondition(
      minimum?.isNaN != true && maximum?.isNaN != true, "the bounds of a range must be numbers")
    form = NumberForm(
      maximumIntegerDigits: DoubleGrammar.mostDigits,
      fractionDigits: 0...DoubleGrammar.mostDigits,
      minimum: minimum.map(DoubleGrammar.bound), maximum: maximum.map(DoubleGrammar.bound))
  }

  /// Returns the nearest double, if the decimal is in the range.
  public func value(of text: [UInt8]) -> Value? {
    guard form.shapeInRange(text[...]) != nil else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).map { .double($0 == 0 ? 0 : $0) }
  }

  private static func bound(_ number: Double) -> ExactDecimal {
    ExactDecimal(shortest: number) ?? ExactDecimal(clamping: number)
  }

  /// Returns the shortest decimal that reads as the double.
  public func number(of value: Value) -> ExactDecimal? {
    if case .double(let number) = value { ExactDecimal(shortest: number) } else { nil }
  }

  /// Returns the shortest decimal that reads as the double; `nil` if it has too many digits.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard let number = number(of: value), number.integerDigits <= form.maximumIntegerDigits,
      number.fractionDigits <= form.fractionDigits.upperBound
    else { return nil }
    return number.bytes()
  }
}

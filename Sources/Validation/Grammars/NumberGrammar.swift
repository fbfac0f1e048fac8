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

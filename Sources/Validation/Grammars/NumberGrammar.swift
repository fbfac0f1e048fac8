/// A kind of field for numbers: all of them share the form and how it is displayed.
public protocol NumberGrammar: InnerTextGrammar {
  /// The form of the numbers and their range.
  var form: NumberForm { get }

  /// The number that a value of the grammar is, with all its digits; `nil` for another value, and
  /// for one that has no such digits.
  func number(of value: Value) -> ExactDecimal?
}

extension NumberGrammar {
  /// Digits and the separator; numbers are at the trailing edge.
  public var traits: TextTraits {
    TextTraits(
      keyboard: form.fractionDigits.upperBound == 0 ? .number : .decimal, isNumber: true)
  }

  /// Takes the symbols of the locale and the grouping off.
  public func reading(of text: String, in notation: Notation) -> Reading {
    notation.reading(ofNumber: text)
  }

  /// Puts the symbols of the locale and the grouping on.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    notation.display(number: text, caret: caret)
  }

  /// Reads a number as people write it, and keeps the zeros in front in order.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    NumberInsertion(form: form, notation: notation, point: point).reading(text, isTyped: isTyped)
  }

  /// Takes the zero of `0.` along with its separator.
  public func bytesTakenAlong(
    byBackspaceOver character: ArraySlice<UInt8>, at point: InsertionPoint
  ) -> Int {
    let isSeparator = character.elementsEqual([ASCII.point]) && point.after.isEmpty
    return isSeparator && NumberInsertion.endsInLoneZero(point.before) ? 1 : 0
  }

  /// Takes a text with a digit, a minus or a separator for something.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    notation.meaning(ofRefused: text)
  }

  /// Steps by one, up to the end of the range, and keeps the fraction; an empty text counts as zero.
  public func stepped(_ state: EditState, by count: Int, in notation: Notation) -> EditState? {
    let text = reading(of: state.text, in: notation).bytes
    return NumberStep(form: form).text(from: text, by: count).map {
      display($0, caret: $0.count, in: notation)
    }
  }

  /// Says the range, or else the digits, then the decimals and the unit.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    NumberWords(form: form, notation: notation).expectation
  }

  /// Whether some number in the range begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { form.begins(text) }

  /// Whether the digits before and after the separator are not too many already.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    form.fits(before, followedBy: after)
  }

  /// Names the first character that goes too far, and what could be in its place.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    NumberObjection(form: form, notation: notation).objection(to: attempt) {
      takes($0, at: attempt.point, in: notation)
    }
  }

  /// Says what is wrong or missing, and what can be typed at the place.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    NumberObjection(form: form, notation: notation).incompleteness(of: text) {
      takes($0, at: point, in: notation)
    }
  }
}

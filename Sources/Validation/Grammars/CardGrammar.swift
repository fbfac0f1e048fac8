/// Payment card numbers, displayed in the usual groups of digits.
///
/// A wrong check digit makes a number incomplete, but no key is rejected because of it: the typing
/// error is usually in an earlier digit.
public struct CardGrammar: InnerTextGrammar {
  private let lengths: ClosedRange<Int>
  private let shortLength: Int

  /// Creates a grammar of numbers with 12 to 19 digits; numbers that begin with 34 or 37 have 15.
  public init() {
    self.init(lengths: CardNumber.lengths, after34And37: CardNumber.lengthAfter34And37)
  }

  /// Creates a grammar of numbers with the given lengths; numbers that begin with 34 or 37 have
  /// exactly `length` digits.
  ///
  /// - Precondition: `lengths` starts above 1, and `length` is from 2 to the upper bound of
  ///   `lengths`.
  public init(lengths: ClosedRange<Int>, after34And37 length: Int) {
    precondition(lengths.lowerBound > 1, "a card must have more than one digit")
    precondition(
      2...lengths.upperBound ~= length,
      "the length of numbers that begin with 34 or 37 must be from 2 to the maximum length")
    self.lengths = lengths
    shortLength = length
  }

  private func isShort(_ text: ArraySlice<UInt8>) -> Bool { CardNumber.beginsShort(text) }

  /// Returns ``RefusedMeaning/something`` if the text contains a letter or a digit, otherwise
  /// ``RefusedMeaning/nothing``.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    meaningOfPlaces(text)
  }

  /// The traits of a card number: a numeric keyboard and a content type.
  public var traits: TextTraits {
    TextTraits(keyboard: .number, contentType: .creditCardNumber)
  }

  /// Returns the expected number of digits.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .digits(lengths)
  }

  /// Returns whether the text consists of digits, but not of more than its first two digits allow.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy(\.isDigit) && text.count <= longest(text)
  }

  private func longest(_ text: ArraySlice<UInt8>) -> Int {
    isShort(text) ? shortLength : lengths.upperBound
  }

  /// Returns whether a card number can begin with `before`, and contain the digits of `after` in
  /// this order.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard before.allSatisfy(\.isDigit), after.allSatisfy(\.isDigit) else { return false }
    let count = before.count + after.count
    if before.count > 1 { return count <= longest(before) }
    // A digit inserted between the first two can change the allowed length.
    return count < lengths.upperBound
      || count == lengths.upperBound && longest(before + after) == count
  }

  /// Removes the spaces between groups, and converts digits of the locale to ASCII.
  public func reading(of text: String, in notation: Notation) -> Reading {
    var reading = Reading(bytes: [], boundaries: [0])
    reading.bytes.reserveCapacity(text.utf8.count)
    reading.boundaries.reserveCapacity(text.utf8.count + 1)
    let isPlain = text.utf8.isOneCharacterEach
    if isPlain {
      for byte in text.utf8 {
        if byte != UInt8(ascii: " ") { reading.bytes.append(byte) }
        reading.boundaries.append(reading.bytes.count)
      }
      return reading
    }
    for character in text {
      for scalar in character.unicodeScalars where scalar != " " {
        if let digit = notation.digit(scalar) {
          reading.bytes.append(ASCII.zero + digit)
        } else {
          reading.bytes += UTF8.encode(scalar)!
        }
      }
      reading.boundaries.append(reading.bytes.count)
    }
    return reading
  }

  /// Returns the outcome of one edit, on a fast path for a digit typed at the end.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    digitAtEnd(edit, state, notation)
      ?? InnerTextRule(grammar: self, notation: notation).outcome(of: edit, in: state)
  }

  // Fast path: after four digits, further digits do not change the grouping. Nil if the general
  // rule must decide.
  private func digitAtEnd(_ edit: Edit, _ state: EditState, _ notation: Notation) -> Outcome? {
    let end = state.text.utf8.count
    guard edit.isTyped, end >= 4, edit.ranges == [end..<end], edit.replacement.utf8.count == 1,
      let digit = edit.replacement.utf8.first, digit.isDigit,
      notation.symbols.zeroDigit == "0"
    else { return nil }
    var digits: [UInt8] = []
    digits.reserveCapacity(20)
    var isGrouped = true
    for byte in state.text.utf8 {
      if byte.isDigit {
        digits.append(byte)
      } else if byte != UInt8(ascii: " ") {
        return nil
      }
    }
    let isShort = isShort(digits[...])
    var place = 0
    for byte in state.text.utf8 {
      let isSpace = byte == UInt8(ascii: " ")
      if isSpace != (CardNumber.isBoundary(place, isShort: isShort) && isGrouped) { return nil }
      isGrouped = !isSpace
      if !isSpace { place += 1 }
    }
    guard digits.count < (isShort ? shortLength : lengths.upperBound) else { return nil }
    var text = state.text
    if CardNumber.isBoundary(digits.count, isShort: isShort) { text.append(" ") }
    text.unicodeScalars.append(Unicode.Scalar(digit))
    digits.append(digit)
    let next = EditState(text: text, selection: Selection(caret: text.utf8.count))
    if let value = value(of: digits) { return .accepted(next, .complete(value)) }
    return .accepted(next, .incomplete(reason: Reason(reason(in: next, notation))))
  }

  private func reason(in state: EditState, _ notation: Notation) -> Reason.Detail {
    InnerTextRule(grammar: self, notation: notation).content(of: state).detail
  }

  /// Displays groups of 4 digits; numbers that begin with 34 or 37 have groups of 4, 6 and 5.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    guard text.allSatisfy(\.isDigit) else {
      let shown = shown(text[...], notation)
      let place = reading(of: shown, in: notation).place(ofInner: caret)
      return EditState(text: shown, selection: Selection(caret: place))
    }
    let isShort = isShort(text[...])
    let (grouped, place) = text.grouped(caret: caret) {
      CardNumber.isBoundary($0, isShort: isShort)
    }
    return EditState(text: shown(grouped[...], notation), selection: Selection(caret: place))
  }

  private func shown(_ text: ArraySlice<UInt8>, _ notation: Notation) -> String {
    if notation.symbols.zeroDigit == "0" { return String(decoding: text, as: UTF8.self) }
    return String(
      decoding: text.flatMap { $0.isDigit ? notation.shown($0) : [$0] }, as: UTF8.self)
  }

  /// Accepts digits; ignores spaces between them, and punctuation in pasted text.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    if isTyped, let scalar = text.onlyScalar {
      guard scalar.isSpace else { return .insert(digits([scalar], notation), dropping: 0) }
      return point.before.isEmpty
        ? .rejected(Rejection(.init(.spaceMisplaced, of: .digit)))
        : .nothing
    }
    let seen = text.unicodeScalars.pasted.filter { !$0.isFiller }
    return seen.isEmpty
      ? .rejected(Rejection(.init(.nothingToInsert)))
      : .insert(digits(Array(seen), notation), dropping: 0)
  }

  private func digits(_ scalars: [Unicode.Scalar], _ notation: Notation) -> [UInt8] {
    scalars.flatMap { scalar in
      notation.digit(scalar).map { [ASCII.zero + $0] } ?? Array(UTF8.encode(scalar.plain)!)
    }
  }

  /// Reports how many digits are allowed, or which character is not a digit.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let text = attempt.inner[...]
    let digits = (ASCII.zero...ASCII.nine).filter {
      takes(Unicode.Scalar($0), at: attempt.point, in: notation)
    }
    let next = Reason.Expected.runs(of: digits) { shown([$0], notation) }
    let known = attempt.before.count > 1 ? attempt.before : text
    return (foreign(in: text, notation) ?? limit(after: known, notation)).expecting(next)
  }

  private func foreign(in text: ArraySlice<UInt8>, _ notation: Notation) -> Reason.Detail? {
    guard let start = text.firstIndex(where: { !$0.isDigit }) else { return nil }
    var reader = ScalarReader(text[start...])
    _ = reader.next()
    return Reason.Detail(
      .wrongClass, .init(shown(text[start..<reader.index], notation)), of: .digit)
  }

  private func limit(after text: ArraySlice<UInt8>, _ notation: Notation) -> Reason.Detail {
    isShort(text)
      ? Reason.Detail(
        .tooMany, after: .init(shown(text.prefix(2), notation)), limit: shortLength, of: .digit)
      : Reason.Detail(.tooMany, limit: lengths.upperBound, of: .digit)
  }

  /// Returns the digits if they are a valid card number.
  public func value(of text: [UInt8]) -> Value? {
    text.allSatisfy(\.isDigit) && counts(after: text[...]).contains(text.count)
      && CardNumber.hasCheckDigit(text) ? .text(String(decoding: text, as: UTF8.self)) : nil
  }

  /// Reports which character is not a digit, how many digits are missing or too many, or that the
  /// check digit is wrong.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if let reason = foreign(in: text[...], notation) { return reason }
    let expected = counts(after: text[...])
    if text.count > expected.upperBound {
      return limit(after: text[...], notation).counting(text.count)
    }
    if text.count < expected.lowerBound {
      return Reason.Detail(.missing, count: expected.lowerBound - text.count, of: .digit)
    }
    // The number may be incomplete: report how many of the usual 16 digits are missing.
    let missing = min(CardGrammar.usualLength, expected.upperBound) - text.count
    return Reason.Detail(.checkDigit, count: missing > 0 ? missing : nil)
  }

  private static let usualLength = 16

  private func counts(after text: ArraySlice<UInt8>) -> ClosedRange<Int> {
    isShort(text) ? shortLength...shortLength : lengths
  }

  /// Returns the digits of a number, even if the number is incomplete.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Array(text.utf8)
  }
}

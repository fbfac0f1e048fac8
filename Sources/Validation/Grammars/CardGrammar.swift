/// Numbers of payment cards: their digits, displayed in the groups that cards have.
///
/// Whether the check digit fits decides only whether a number is complete: the slip is usually not
/// in the last digit.
public struct CardGrammar: SlotGrammar {
  /// The places for digits, as many as the longest number has.
  public let form: SlotForm

  private let lengths: ClosedRange<Int>
  private let shortLength: Int

  /// Creates a grammar of the numbers with 12 to 19 digits, and 15 after 34 and 37.
  public init() {
    self.init(lengths: CardNumber.lengths, after34And37: CardNumber.lengthAfter34And37)
  }

  /// Creates a grammar of the numbers with so many digits, and exactly so many after 34 and 37,
  /// which are not more than elsewhere.
  public init(lengths: ClosedRange<Int>, after34And37 length: Int) {
    precondition(lengths.lowerBound > 1, "a card has more than one digit")
    precondition(
      2...lengths.upperBound ~= length, "numbers after 34 and 37 are not the longest")
    self.lengths = lengths
    shortLength = length
    form = SlotForm([Slot](repeating: .digit, count: lengths.upperBound))
  }

  private func isShort(_ text: ArraySlice<UInt8>) -> Bool { CardNumber.beginsShort(text) }

  /// Whether the text is digits, and not too many for what they begin with.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy(ASCII.isDigit) && text.count <= longest(text)
  }

  private func longest(_ text: ArraySlice<UInt8>) -> Int {
    isShort(text) ? shortLength : lengths.upperBound
  }

  /// Whether both texts together are not too many digits for some card.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    guard before.allSatisfy(ASCII.isDigit), after.allSatisfy(ASCII.isDigit) else { return false }
    let count = before.count + after.count
    if before.count > 1 { return count <= longest(before) }
    // A digit between the two can make another sort of card of it, if there is a place for one.
    return count < lengths.upperBound
      || count == lengths.upperBound && longest(before + after) == count
  }

  /// Takes the groups apart, and digits of the locale for those of ASCII.
  public func reading(of text: String, in notation: Notation) -> Reading {
    let reading = form.reading(of: text, in: notation)
    let space = UInt8(ascii: " ")
    guard reading.bytes.contains(space) else { return reading }
    var digits = Reading(bytes: [], boundaries: [])
    digits.bytes.reserveCapacity(reading.bytes.count)
    digits.boundaries.reserveCapacity(reading.boundaries.count)
    var start = 0
    for end in reading.boundaries {
      for byte in reading.bytes[start..<end] where byte != space { digits.bytes.append(byte) }
      digits.boundaries.append(digits.bytes.count)
      start = end
    }
    return digits
  }

  /// Puts the digits into groups of four, or of 4, 6 and 5 after 34 and 37.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    guard text.allSatisfy(ASCII.isDigit) else {
      return form.display(text, caret: caret, in: notation)
    }
    let isShort = isShort(text[...])
    var shown: [UInt8] = []
    shown.reserveCapacity(text.count + text.count / 4 + 1)
    var place = caret
    for (index, digit) in text.enumerated() {
      if CardNumber.isBoundary(index, isShort: isShort) {
        shown.append(UInt8(ascii: " "))
        if index < caret { place += 1 }
      }
      shown.append(digit)
    }
    return EditState(
      text: form.shown(shown[...], in: notation), selection: Selection(caret: place))
  }

  /// Takes digits; spaces between them say nothing.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let insertion = SlotInsertion(form: form, point: point)
    if isTyped, let scalar = text.onlyScalar {
      guard scalar.isSpace else { return insertion.typed(scalar) }
      return point.before.isEmpty
        ? .rejected(Rejection(message: "a space stands between digits only"))
        : .nothing
    }
    let readings = Pasteboard.readings(of: Array(text.unicodeScalars), in: notation).dropFirst()
    return insertion.pasted(readings.map { $0.filter { !$0.isSpace }[...] })
  }

  /// Says how many digits there can be, or what is none.
  public func objection(to attempt: Attempt, in notation: Notation) -> String {
    let text = attempt.inner[...]
    let digits = (ASCII.zero...ASCII.nine).filter {
      takes(Unicode.Scalar($0), at: attempt.point, in: notation)
    }
    let next = Expectation.either(
      Expectation.runs(of: digits) { form.shown([$0], in: notation) })
    let known = attempt.before.count > 1 ? attempt.before : text
    return Expectation.sentence(
      foreign(in: text, notation) ?? limit(behind: known, notation), expected: next)
  }

  private func foreign(in text: ArraySlice<UInt8>, _ notation: Notation) -> String? {
    guard let start = text.firstIndex(where: { !ASCII.isDigit($0) }) else { return nil }
    var reader = ScalarReader(text[start...])
    _ = reader.next()
    return "\(Quotation(form.shown(text[start..<reader.index], in: notation))) is not a digit"
  }

  private func limit(behind text: ArraySlice<UInt8>, _ notation: Notation) -> String {
    isShort(text)
      ? "at most \(shortLength) digits after \(form.shown(text.prefix(2), in: notation))"
      : "at most \(lengths.upperBound) digits"
  }

  /// The digits, if they are the number of a card.
  public func value(of text: [UInt8]) -> Value? {
    text.allSatisfy(ASCII.isDigit) && counts(behind: text[...]).contains(text.count)
      && CardNumber.hasCheckDigit(text) ? .text(String(decoding: text, as: UTF8.self)) : nil
  }

  /// Says how many digits are missing or too many, or that the last of them does not fit.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> String {
    if let reason = foreign(in: text[...], notation) { return reason }
    let expected = counts(behind: text[...])
    if text.count > expected.upperBound {
      return "\(limit(behind: text[...], notation)), and there are \(text.count)"
    }
    if text.count < expected.lowerBound {
      return Expectation.more(expected.lowerBound - text.count, "digit")
    }
    // Most numbers have more digits than they must.
    let isShortOfMost = text.count < min(CardGrammar.usualLength, expected.upperBound)
    return CardNumber.wrongCheckDigit + (isShortOfMost ? ", or digits are missing" : "")
  }

  private static let usualLength = 16

  private func counts(behind text: ArraySlice<UInt8>) -> ClosedRange<Int> {
    isShort(text) ? shortLength...shortLength : lengths
  }

  /// The digits of a number, be it complete or not.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Array(text.utf8)
  }
}

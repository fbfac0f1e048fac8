/// Free text of a limited length.
public struct TextGrammar: InnerTextGrammar {
  private let fewest: Int
  private let most: Int
  private let isTrimmed: Bool

  /// Creates a grammar of the texts with so many characters; any text without a length.
  ///
  /// - Parameter isTrimmed: Whether white space at the ends of a text is no part of its value, and
  ///   of its length.
  public init(length: ClosedRange<Int>? = nil, isTrimmed: Bool = false) {
    self.init(
      fewest: length?.lowerBound ?? 0, most: length?.upperBound ?? .max, isTrimmed: isTrimmed)
  }

  /// Creates a grammar of the texts with at least so many characters.
  public init(length: PartialRangeFrom<Int>) {
    self.init(fewest: length.lowerBound, most: .max)
  }

  /// Creates a grammar of the texts with at most so many characters.
  public init(length: PartialRangeThrough<Int>) {
    self.init(fewest: 0, most: length.upperBound)
  }

  private init(fewest: Int, most: Int, isTrimmed: Bool = false) {
    precondition(0 <= fewest && fewest <= most, "a length is not negative")
    self.isTrimmed = isTrimmed
    self.fewest = fewest
    self.most = most
  }

  /// Whether words are deleted one by one: they are.
  public var isFreeText: Bool { true }

  /// Whether typed words are undone one by one: they are.
  public var isUndoneByRuns: Bool { true }

  /// Whether the text is not too long already, and is without U+0000, which no property holds.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    hasRoom(for: text) && !text.contains(0)
  }

  /// Whether both texts together are not too long.
  ///
  /// Characters may grow together where the two meet, so they are counted as one text.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    hasRoom(for: before + after)
  }

  /// Says how long the text may be, or what it cannot hold.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    attempt.before.contains(0) ? holdsNull : tooLong
  }

  /// The text, if it is long enough and not too long, and without U+0000.
  public func value(of text: [UInt8]) -> Value? {
    if text.contains(0) { return nil }
    let text = counted(text[...])
    let isAny = fewest == 0 && most == .max
    return isAny || (fewest...most).contains(text.count) ? .text(text) : nil
  }

  /// Says how many characters are missing or too many.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if text.contains(0) { return holdsNull }
    let count = counted(text[...]).count
    return count < fewest
      ? Reason.Detail(.missing, count: fewest - count, of: .character) : tooLong.counting(count)
  }

  /// The text itself.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }

  /// Words of any language, in sentences.
  public var traits: TextTraits { TextTraits(capitalization: .sentences, isProse: true) }

  /// Whether no characters are enough.
  public var takesEmptyText: Bool { value(of: []) != nil }

  /// Says how many characters there can be.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .characters(fewest: fewest, most: most == .max ? nil : most)
  }

  private func hasRoom(for text: ArraySlice<UInt8>) -> Bool {
    // A character has a byte at least, so that most texts need not be counted.
    text.count <= most || counted(text).dropFirst(most).isEmpty
  }

  /// The part of the text that is its value.
  private func counted(_ text: ArraySlice<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    guard isTrimmed else { return text }
    return text.withoutOuterSpace
  }

  private var holdsNull: Reason.Detail { Reason.Detail(Violation(kind: .value, .nullCharacter)) }

  private var tooLong: Reason.Detail { Reason.Detail(.tooMany, limit: most, of: .character) }
}

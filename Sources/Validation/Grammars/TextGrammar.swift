/// Free text of a limited length.
public struct TextGrammar: InnerTextGrammar {
  private let fewest: Int
  private let most: Int
  private let isTrimmed: Bool

  /// Creates a grammar of texts with a length in characters, or of all texts if `length` is `nil`.
  ///
  /// - Parameter isTrimmed: Whether white space at both ends is excluded from the value and its
  ///   length.
  public init(length: ClosedRange<Int>? = nil, isTrimmed: Bool = false) {
    self.init(
      fewest: length?.lowerBound ?? 0, most: length?.upperBound ?? .max, isTrimmed: isTrimmed)
  }

  /// Creates a grammar of texts with a minimum length in characters.
  public init(length: PartialRangeFrom<Int>) {
    self.init(fewest: length.lowerBound, most: .max)
  }

  /// Creates a grammar of texts with a maximum length in characters.
  public init(length: PartialRangeThrough<Int>) {
    self.init(fewest: 0, most: length.upperBound)
  }

  private init(fewest: Int, most: Int, isTrimmed: Bool = false) {
    precondition(
      0 <= fewest && fewest <= most,
      "the minimum length must not be negative or above the maximum")
    self.isTrimmed = isTrimmed
    self.fewest = fewest
    self.most = most
  }

  /// `true`: words are deleted one at a time.
  public var isFreeText: Bool { true }

  /// `true`: typed words are undone one at a time.
  public var isUndoneByRuns: Bool { true }

  /// Returns whether the text is not too long and does not contain U+0000, which no property
  /// accepts.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    hasRoom(for: text) && !text.contains(0)
  }

  /// Returns whether both texts together are not too long.
  ///
  /// They are counted as one text, because the last and first character may combine.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    hasRoom(for: before + after)
  }

  /// Reports the maximum length, or the character that the text cannot contain.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    attempt.before.contains(0) ? holdsNull : tooLong
  }

  /// Returns the text if its length is valid and it does not contain U+0000.
  public func value(of text: [UInt8]) -> Value? {
    if text.contains(0) { return nil }
    let text = counted(text[...])
    let isAny = fewest == 0 && most == .max
    return isAny || (fewest...most).contains(text.count) ? .text(text) : nil
  }

  /// Reports how many characters are missing or too many, or the character that the text cannot
  /// contain.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    if text.contains(0) { return holdsNull }
    let count = counted(text[...]).count
    return count < fewest
      ? Reason.Detail(.missing, count: fewest - count, of: .character) : tooLong.counting(count)
  }

  /// Returns the text unchanged.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }

  /// The traits of prose, with capitals at the beginning of sentences.
  public var traits: TextTraits { TextTraits(capitalization: .sentences, isProse: true) }

  /// Whether an empty text is valid.
  public var takesEmptyText: Bool { value(of: []) != nil }

  /// Returns the allowed length.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .characters(fewest: fewest, most: most == .max ? nil : most)
  }

  private func hasRoom(for text: ArraySlice<UInt8>) -> Bool {
    // A character has at least one byte, so most texts need not be counted.
    text.count <= most || counted(text).dropFirst(most).isEmpty
  }

  private func counted(_ text: ArraySlice<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    guard isTrimmed else { return text }
    return text.withoutOuterSpace
  }

  private var holdsNull: Reason.Detail { Reason.Detail(Violation(kind: .value, .nullCharacter)) }

  private var tooLong: Reason.Detail { Reason.Detail(.tooMany, limit: most, of: .character) }
}

/// A grammar whose texts are checked from left to right, by one rule for all insertions.
///
/// Texts are in inner form (UTF-8 without grouping and affixes), unless the documentation calls
/// them displayed.
public protocol InnerTextGrammar: Grammar {
  /// Returns the displayed text of an inner form, with the caret at an inner offset.
  func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState

  /// Converts a text to be inserted, before the rule checks it.
  func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion

  /// Returns the number of additional bytes that a backspace deletes, before the deleted character.
  func bytesTakenAlong(byBackspaceOver character: ArraySlice<UInt8>, at point: InsertionPoint)
    -> Int

  /// Returns whether a complete text begins with the text.
  func begins(_ text: ArraySlice<UInt8>) -> Bool

  /// Returns whether a text of the right form begins with `before`, and `after` can follow as a
  /// subsequence. In a number, the missing characters can only be digits.
  func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool

  /// Returns why an insertion is rejected, perhaps with the characters that would be accepted.
  func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail

  /// Returns the value of a nonempty text; `nil` if the text is incomplete.
  func value(of text: [UInt8]) -> Value?

  /// Returns why a text is incomplete, perhaps with the characters accepted at the insertion point.
  func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail

  /// Returns the canonical text of a value; `nil` if the grammar cannot write the value.
  func canonicalText(of value: Value, in notation: Notation) -> [UInt8]?

  /// Returns the only complete text that a text can become; `nil` if there are several or none.
  func completion(of text: ArraySlice<UInt8>) -> [UInt8]?

  /// Returns the complete texts that a text can become; empty if the grammar cannot list them.
  func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]]
}

extension InnerTextGrammar {
  /// Returns the displayed text itself as the inner form.
  public func reading(of text: String, in notation: Notation) -> Reading {
    let bytes = Array(text.utf8)
    if bytes.isOneCharacterEach { return Reading(characters: bytes) }
    var boundaries = [0]
    boundaries.reserveCapacity(bytes.count + 1)
    var offset = 0
    for character in text {
      offset += character.utf8.count
      boundaries.append(offset)
    }
    return Reading(bytes: bytes, boundaries: boundaries)
  }

  /// Displays the inner form unchanged.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    let simpleCaret = text.isOneCharacterEach ? min(caret, text.count) : nil
    let text = String(decoding: text, as: UTF8.self)
    if let simpleCaret { return EditState(text: text, selection: Selection(caret: simpleCaret)) }
    var place = 0
    var offset = 0
    for character in text {
      guard offset < caret else { break }
      offset += character.utf8.count
      place += 1
    }
    return EditState(text: text, selection: Selection(caret: place))
  }

  /// Inserts the text unchanged.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    .insert(Array(text.utf8), dropping: 0)
  }

  /// Returns zero: a backspace deletes no additional bytes.
  public func bytesTakenAlong(
    byBackspaceOver character: ArraySlice<UInt8>, at point: InsertionPoint
  ) -> Int { 0 }

  /// Returns `nil`: there are no completions.
  public func completion(of text: ArraySlice<UInt8>) -> [UInt8]? { nil }

  /// Returns no candidates.
  public func candidates(for text: ArraySlice<UInt8>) -> [[UInt8]] { [] }
}

/// The position of an insertion in the inner form.
public struct InsertionPoint: Sendable {
  /// The inner form before the position.
  public var before: ArraySlice<UInt8>

  /// The inner form after the position and after the replaced range.
  public var after: ArraySlice<UInt8>

  /// Whether the replaced range is empty.
  public var replacesNothing: Bool

  /// Whether the next displayed character is not part of the inner form.
  public var isBeforeSeparator: Bool

  func inserting(
    _ text: [UInt8], dropping dropped: Int, droppingAfter droppedAfter: Int
  ) -> (inner: [UInt8], caret: Int) {
    var inner: [UInt8] = []
    inner.reserveCapacity(before.count + text.count + after.count)
    inner.append(contentsOf: before[..<(before.endIndex - dropped)])
    inner.append(contentsOf: text)
    let caret = inner.count
    if droppedAfter < after.count { inner.append(contentsOf: after.dropFirst(droppedAfter)) }
    return (inner, caret)
  }
}

/// The effect of an inserted text, before the rule checks it.
public enum Insertion: Sendable {
  /// Inserts an inner text, and deletes the given numbers of bytes before and after the position.
  case insert([UInt8], dropping: Int, droppingAfter: Int = 0)
  /// Moves the caret over this number of displayed characters, without an insertion.
  case move(Int)
  /// Accepts the input without changing the text or the selection.
  case nothing
  /// Rejects the input.
  case rejected(Rejection)
}

/// A rejected insertion: the resulting inner text, and the caret.
public struct Attempt: Sendable {
  let inner: [UInt8]

  let caret: Int

  /// The position of the insertion.
  public let point: InsertionPoint

  /// Whether the text is a typed scalar; otherwise it is treated like a paste.
  public let isTyped: Bool

  /// The inner text before the caret.
  public var before: ArraySlice<UInt8> { inner[..<caret] }

  /// The inner text after the caret.
  public var after: ArraySlice<UInt8> { inner[caret...] }
}

extension InnerTextGrammar {
  func takes(_ inner: [UInt8], caret: Int) -> Bool {
    let before = inner[..<caret]
    return begins(before) && (caret == inner.count || fits(before, followedBy: inner[caret...]))
  }

  /// Returns whether a scalar typed at a position would be inserted.
  public func takes(_ scalar: Unicode.Scalar, at point: InsertionPoint, in notation: Notation)
    -> Bool
  {
    let insertion = insertion(of: String(scalar), isTyped: true, at: point, in: notation)
    guard case .insert(let text, let dropped, let droppedAfter) = insertion else { return false }
    let (inner, caret) = point.inserting(text, dropping: dropped, droppingAfter: droppedAfter)
    return takes(inner, caret: caret)
  }
}

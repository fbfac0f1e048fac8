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

/// The point of an insertion in the inner form.
public struct InsertionPoint: Sendable {
  /// The inner form before the point.
  public var before: ArraySlice<UInt8>

  /// The inner form after the point and after the replaced part.
  public var after: ArraySlice<UInt8>

  /// Whether the replaced range is empty.
  public var replacesNothing: Bool

  /// Whether the next displayed character is not part of the inner form.
  public var isBeforeSeparator: Bool
}

extension InsertionPoint {
  func inserting(
    _ text: [UInt8], dropping dropped: Int, droppingAfter droppedAfter: Int
  ) -> (inner: [UInt8], caret: Int) {
    var inner: [UInt8] = []
    inner.reserveCapacity(before.count + text.count + after.count)
    inner.append(contentsOf: before[..<(before.endIndex - dropped)])
    inner.append(contentsOf: text)
    let caret = inner.count
    inner.append(contentsOf: after.dropFirst(droppedAfter))
    return (inner, caret)
  }
}

/// The interpretation of a text to be inserted, before the rule judges it.
public enum Insertion: Sendable {
  /// Inserts an inner text, and drops bytes before and after the point.
  case insert([UInt8], dropping: Int, droppingAfter: Int = 0)
  /// Moves the caret over displayed characters instead.
  case move(Int)
  /// Accepts the input, but changes nothing, not even the selection.
  case nothing
  /// Rejects a text that is valid nowhere.
  case rejected(Rejection)
}

/// A rejected insertion: the inner text that it would have produced, and the caret.
public struct Attempt: Sendable {
  let inner: [UInt8]

  let caret: Int

  /// The point of the insertion.
  public let point: InsertionPoint

  /// Whether the text was typed, as one scalar, and not pasted.
  public let isTyped: Bool

  /// The inner text before the caret.
  public var before: ArraySlice<UInt8> { inner[..<caret] }

  /// The inner text after the caret.
  public var after: ArraySlice<UInt8> { inner[caret...] }
}

extension InnerTextGrammar {
  func takes(_ inner: [UInt8], caret: Int) -> Bool {
    let before = inner[..<caret]
    return begins(before) && fits(before, followedBy: inner[caret...])
  }

  /// Returns whether the rule accepts typing a scalar at a point.
  public func takes(_ scalar: Unicode.Scalar, at point: InsertionPoint, in notation: Notation)
    -> Bool
  {
    let insertion = insertion(of: String(scalar), isTyped: true, at: point, in: notation)
    guard case .insert(let text, let dropped, let droppedAfter) = insertion else { return false }
    let (inner, caret) = point.inserting(text, dropping: dropped, droppingAfter: droppedAfter)
    return takes(inner, caret: caret)
  }
}

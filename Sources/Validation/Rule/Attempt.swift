/// A refused insertion: the inner text that it would have produced, and the caret.
public struct Attempt: Sendable {
  /// The inner text after the insertion.
  let inner: [UInt8]

  /// The offset of the caret, right after the inserted text.
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

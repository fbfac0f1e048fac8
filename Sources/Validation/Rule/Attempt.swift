/// An insertion that is refused: the inner text as it would have been, with the caret in it.
public struct Attempt: Sendable {
  /// The inner text.
  let inner: [UInt8]

  /// The offset of the caret in it, right after what was to be inserted.
  let caret: Int

  /// Where it was to be inserted.
  public let point: InsertionPoint

  /// Whether it was typed, as one scalar, and not put in at once.
  public let isTyped: Bool

  /// The inner text before the caret.
  public var before: ArraySlice<UInt8> { inner[..<caret] }

  /// The inner text after the caret.
  public var after: ArraySlice<UInt8> { inner[caret...] }
}

extension InnerTextGrammar {
  /// Whether the rule allows an inner text with the caret after what was inserted.
  func takes(_ inner: [UInt8], caret: Int) -> Bool {
    let before = inner[..<caret]
    return begins(before) && fits(before, followedBy: inner[caret...])
  }

  /// Whether the rule allows a scalar to be typed at a place, so that a reason can name it.
  public func takes(_ scalar: Unicode.Scalar, at point: InsertionPoint, in notation: Notation)
    -> Bool
  {
    let insertion = insertion(of: String(scalar), isTyped: true, at: point, in: notation)
    guard case .insert(let text, let dropped, let droppedAfter) = insertion else { return false }
    let (inner, caret) = point.inserting(text, dropping: dropped, droppingAfter: droppedAfter)
    return takes(inner, caret: caret)
  }
}

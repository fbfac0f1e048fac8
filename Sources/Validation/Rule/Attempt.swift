/// An insertion as the rule judges it: the inner text as it would be, with the caret in it.
public struct Attempt: Sendable {
  /// The inner text.
  let inner: [UInt8]

  /// The offset of the caret in it, right behind what is inserted.
  let caret: Int

  /// Where it is inserted.
  public let point: InsertionPoint

  /// Whether it was typed, as one scalar, and not put in at once.
  public let isTyped: Bool

  init(
    _ text: [UInt8], dropping dropped: Int, droppingBehind droppedBehind: Int,
    at point: InsertionPoint, isTyped: Bool
  ) {
    var inner: [UInt8] = []
    inner.reserveCapacity(point.before.count + text.count + point.after.count)
    inner.append(contentsOf: point.before[..<(point.before.endIndex - dropped)])
    inner.append(contentsOf: text)
    caret = inner.count
    inner.append(contentsOf: point.after.dropFirst(droppedBehind))
    self.inner = inner
    self.point = point
    self.isTyped = isTyped
  }

  /// The inner text before the caret.
  public var before: ArraySlice<UInt8> { inner[..<caret] }

  /// The inner text behind the caret.
  public var after: ArraySlice<UInt8> { inner[caret...] }
}

extension Grammar {
  /// Whether the rule allows an insertion.
  func takes(_ attempt: Attempt) -> Bool {
    let before = attempt.before
    return begins(before) && fits(before, followedBy: attempt.after)
  }

  /// Whether the rule allows a scalar to be typed at a place.
  func takes(_ scalar: Unicode.Scalar, at point: InsertionPoint, in notation: Notation) -> Bool {
    let insertion = insertion(of: String(scalar), isTyped: true, at: point, in: notation)
    guard case .insert(let text, let dropped, let droppedBehind) = insertion else { return false }
    return takes(
      Attempt(
        text, dropping: dropped, droppingBehind: droppedBehind, at: point, isTyped: true))
  }
}

/// The place in the inner form where something is to be inserted.
public struct InsertionPoint: Sendable {
  /// The inner form before the place.
  public var before: ArraySlice<UInt8>

  /// The inner form after the place, and after what is replaced.
  public var after: ArraySlice<UInt8>

  /// Whether nothing is selected or replaced.
  public var replacesNothing: Bool

  /// Whether the next character displayed is there for display only.
  public var isBeforeSeparator: Bool
}

extension InsertionPoint {
  /// The inner text with a text inserted, in place also of so many bytes before it and after it,
  /// and the offset of the caret after that.
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

/// What a grammar makes of a text to be inserted, before the rule judges it.
public enum Insertion: Sendable {
  /// This inner text is to be inserted, in place also of so many bytes before it and after it.
  case insert([UInt8], dropping: Int, droppingAfter: Int = 0)
  /// The caret moves over so many displayed characters instead.
  case move(Int)
  /// It is taken and changes nothing, not even the selection.
  case nothing
  /// It can be nowhere.
  case rejected(Rejection)
}

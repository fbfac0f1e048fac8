/// The place in the inner form where something is to be inserted.
public struct InsertionPoint: Sendable {
  /// The inner form before the place.
  public var before: ArraySlice<UInt8>

  /// The inner form behind the place, and behind what is replaced.
  public var after: ArraySlice<UInt8>

  /// Whether nothing is selected or replaced.
  public var replacesNothing: Bool

  /// Whether the next character displayed is there for display only.
  public var isBeforeSeparator: Bool
}

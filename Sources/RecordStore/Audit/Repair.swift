/// What a repair of a store has come to.
public struct Repair: Hashable, Sendable {
  /// What was done, in plain words.
  public var deeds: [String]
  /// What was wrong before and is not any more.
  public var mended: [Finding]
  /// What still is wrong.
  public var left: [Finding]
  /// The transaction that says what was done; nil where nothing was.
  public var transaction: Int?
}

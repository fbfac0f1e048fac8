/// The result of a repair.
public struct Repair: Hashable, Sendable {
  /// The completed repairs, in words for users.
  public var deeds: [String]
  /// The findings that were repaired.
  public var mended: [Finding]
  /// The remaining findings.
  public var left: [Finding]
  /// The transaction that records the repairs; nil if there were no repairs.
  public var transaction: Int?
}

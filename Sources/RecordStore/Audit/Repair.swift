/// The result of a repair.
public struct Repair: Hashable, Sendable {
  /// The completed repairs, in words for users.
  public var deeds: [String]
  /// The findings that were repaired.
  public var mended: [IntegrityIssue]
  /// The remaining findings.
  public var left: [IntegrityIssue]
  /// The transaction that records the repairs except the normalization of texts; nil if there were
  /// no such repairs.
  public var transaction: Int?
}

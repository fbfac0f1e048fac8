/// What a compaction of the history has come to.
public struct Compaction: Hashable, Sendable {
  /// The transaction with which the history begins now.
  public var transaction: Int
  /// How many transactions it stands for, itself among them.
  public var transactions: Int
  /// How many changes of values and records were removed.
  public var removed: Int
  /// How many of those changes are left: one for each record and each value that there was.
  public var left: Int
  /// Why the file has not become smaller; nil where it has.
  public var obstacle: StoreError?
}

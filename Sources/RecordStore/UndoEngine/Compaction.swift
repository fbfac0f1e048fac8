/// The result of compacting the history.
public struct Compaction: Hashable, Sendable {
  /// The transaction with which the history now begins.
  public var transaction: Int
  /// The number of transactions that it replaces, including itself.
  public var transactions: Int
  /// The number of removed changes of values and records.
  public var removed: Int
  /// The number of remaining changes in the compacted part: one for each existing record and value.
  public var left: Int
  /// The reason why the file could not be made smaller; nil if it was.
  public var obstacle: StoreError?
}

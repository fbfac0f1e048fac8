public import Records

/// The result of an erasure.
public struct Erasure: Hashable, Sendable {
  /// The transaction that records who erased the values, and why.
  public var transaction: Int
  /// The records with erased values: the named one and the items of its lists.
  public var records: [RecordID]
  /// The number of changes in the history whose values were erased.
  public var changes: Int
  /// The number of transactions whose command text and reason were erased.
  public var commands: Int
  /// The reason why the erased values may still be in the bytes of the file; nil if they are gone.
  ///
  /// Erasing the same values again rewrites the file again.
  public var obstacle: StoreError?
}

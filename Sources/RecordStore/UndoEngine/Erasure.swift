public import Records

/// What an erasure has come to.
public struct Erasure: Hashable, Sendable {
  /// The transaction that says who erased what, and why.
  public var transaction: Int
  /// The records whose values were erased: the one that was named, and what was in its lists.
  public var records: [RecordID]
  /// How many changes of the history have lost their values.
  public var changes: Int
  /// How many transactions have lost the text of their command, and their reason.
  public var commands: Int
  /// Why the erased values can still be among the bytes of the file; nil where they are gone.
  ///
  /// To erase the same again rewrites the file once more.
  public var obstacle: StoreError?
}

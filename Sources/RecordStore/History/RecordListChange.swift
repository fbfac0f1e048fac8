public import Records

/// The effect of a change on a list of records: an insertion, a removal or a move.
public struct RecordListChange: Hashable, Sendable {
  /// The owner of the list.
  public var owner: RecordID
  /// The name of the list property.
  public var list: String
  /// The inserted, removed or moved record.
  public var item: RecordID
  /// The former position, counted from 0; nil if the item was not in the list, or positions are not
  /// available.
  public var from: Int?
  /// The new position; nil if the item is no longer in the list, or positions are not available.
  public var to: Int?
  /// Whether the item was in the list before.
  public var wasThere: Bool
  /// Whether the item is in the list afterwards.
  public var isThere: Bool
}

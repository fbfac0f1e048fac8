public import Records

/// What a change did to a list of records: a record came, went, or was moved.
public struct RecordListChange: Hashable, Sendable {
  /// The record that has the list.
  public var owner: RecordID
  /// The property that is the list.
  public var list: String
  /// The record that came, went or was moved.
  public var item: RecordID
  /// The place that it had, which counts from 0; nil if it was not in the list, or where places are
  /// not told.
  public var from: Int?
  /// The place that it has since; nil if it is no longer in the list, or where places are not told.
  public var to: Int?
  /// Whether it was in the list before.
  public var wasThere: Bool
  /// Whether it is in the list since.
  public var isThere: Bool
}

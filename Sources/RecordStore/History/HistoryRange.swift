/// A part of a history.
public struct HistoryRange: Hashable, Sendable {
  /// The start; nil for the first change.
  public var since: HistoryMoment?
  /// The end; nil for the last change.
  public var until: HistoryMoment?
  /// The author of the changes; nil for all authors.
  public var actor: String?
  /// The maximum number of entries; the newest are kept.
  public var limit: Int?
  /// The numbers of the records of a type; nil for all.
  public var records: Set<Int>?
  /// Whether the history of a record includes insertions, removals and moves in its lists. The
  /// property is the list; the value before, after, or both for a move, is the item.
  public var hasLists = false

  /// Creates a range, by default the whole history.
  public init(
    since: HistoryMoment? = nil, until: HistoryMoment? = nil, actor: String? = nil,
    limit: Int? = nil,
    records: Set<Int>? = nil
  ) {
    self.since = since
    self.until = until
    self.actor = actor
    self.limit = limit
    self.records = records
  }
}

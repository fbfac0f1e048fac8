/// Which part of a history is asked for.
public struct HistoryRange: Hashable, Sendable {
  /// Where it begins; nil for the first change.
  public var since: HistoryMoment?
  /// Where it ends; nil for the last change.
  public var until: HistoryMoment?
  /// Whose changes are wanted; nil for everybody's.
  public var actor: String?
  /// How many entries at most; the newest are kept.
  public var limit: Int?
  /// The numbers of the records wanted of a type; nil for all.
  public var records: Set<Int>?
  /// Whether the history of a record has what came into its lists of records and left them: the list
  /// is the property, and the record in it the value before, after, or both where it was moved.
  public var hasLists = false

  /// Makes a range, which without arguments is the whole history.
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

public import Records

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
  /// The numbers of the records whose changes are included; nil for all records.
  public var records: Set<Int>?
  /// Whether the history of a record includes insertions, removals and moves in its lists. Such an
  /// entry names the list as its property. The item is the new value of an insertion, the old value
  /// of a removal, and both for a move.
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

/// The start or end of a part of a history.
public enum HistoryMoment: Hashable, Sendable {
  /// A time, in milliseconds since 1970.
  case time(Int)
  /// A transaction; the range includes it.
  case transaction(Int)
}

/// The subject of a history.
///
/// More cases will be added: code of another package that switches over them needs a `default`.
public enum HistorySubject: Hashable, Sendable {
  /// All records of a type, including deleted ones.
  case type(String)
  /// A record with all its properties; it may have been deleted.
  case record(RecordID)
  /// One property of a record, by its name.
  case property(RecordID, String)
}

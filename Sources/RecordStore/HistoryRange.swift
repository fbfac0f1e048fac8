/// Which part of a history is asked for.
public struct HistoryRange: Hashable, Sendable {
  /// The earliest time, in milliseconds since 1970.
  public var since: Int?
  /// The latest time, in milliseconds since 1970.
  public var until: Int?
  public var actor: String?
  /// How many entries at most; the newest are kept.
  public var limit: Int?
  /// The numbers of the records wanted of a type; nil for all.
  public var records: Set<Int>?

  public init(
    since: Int? = nil, until: Int? = nil, actor: String? = nil, limit: Int? = nil,
    records: Set<Int>? = nil
  ) {
    self.since = since
    self.until = until
    self.actor = actor
    self.limit = limit
    self.records = records
  }
}

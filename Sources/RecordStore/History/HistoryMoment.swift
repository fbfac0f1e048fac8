/// The start or end of a part of a history.
public enum HistoryMoment: Hashable, Sendable {
  /// A time, in milliseconds since 1970.
  case time(Int)
  /// A transaction, which is included.
  case transaction(Int)
}

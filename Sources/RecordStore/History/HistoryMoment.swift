/// A place in a history to begin or end at.
public enum HistoryMoment: Hashable, Sendable {
  /// A time, in milliseconds since 1970.
  case time(Int)
  /// A transaction, which is itself taken in.
  case transaction(Int)
}

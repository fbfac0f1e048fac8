/// What became of a list of records.
public enum ListChange: Hashable, Sendable {
  case inserted(at: Int)
  case removed(at: Int)
  /// An item went from one place to another; both are places in the list without it.
  case moved(from: Int, to: Int)
}

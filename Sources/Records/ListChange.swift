/// What became of a list of records.
public enum ListChange: Hashable, Sendable {
  /// An item was put in; the place is where it now stands.
  case inserted(at: Int)
  /// An item was taken out; the place is where it stood.
  case removed(at: Int)
  /// An item went from one place to another; both are places in the list without it.
  case moved(from: Int, to: Int)
}

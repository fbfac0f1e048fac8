/// A place in the stream of changes, which tells later what has changed since.
///
/// It is good for the store that gave it, as long as that is open.
public struct ChangeMark: Hashable, Sendable {
  /// The number of the newest change.
  var last: Int
  /// How much was rolled back before.
  var rolledBack: Int
}

/// A transaction that was rolled back after somebody had asked what it changed.
struct RolledBack {
  /// The number of its first change, which others can have now.
  var low: Int
  /// What it had changed; nil if that cannot be told any more.
  var changes: Set<PropertyReference>?
}

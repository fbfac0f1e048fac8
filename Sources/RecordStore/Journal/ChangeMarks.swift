/// A place in the stream of changes, which tells later what has changed since.
///
/// It is good for the store that gave it, as long as that is open.
public struct ChangeMark: Hashable, Sendable {
  /// The number of the newest change.
  var last: Int
  /// How much was rolled back before.
  var rolledBack: Int
}

/// Tells what has changed between two marks, what was rolled back in between included.
final class ChangeMarks: Part {
  /// A transaction that was rolled back after somebody had asked what it changed.
  private struct RolledBack {
    /// The number of its first change, which others can have now.
    var low: Int
    /// What it had changed; nil if that cannot be told any more.
    var changes: Set<PropertyReference>?
  }

  let catalog: Catalog
  /// What was rolled back of what a ``ChangeMark`` had seen, the oldest first.
  private var rolledBack: [RolledBack] = []

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// The mark of a change, which is the newest.
  func mark(at change: Int) -> ChangeMark {
    ChangeMark(last: change, rolledBack: rolledBack.count)
  }

  /// Notes what an open transaction has changed after a change, before that is rolled back.
  func noteRollback(after change: Int) {
    let changes = engine.isInTransaction ? try? catalog.changes(after: change, through: .max) : nil
    rolledBack.append(RolledBack(low: change + 1, changes: changes))
  }

  /// What has changed between two marks: the properties, those among them that are computed from
  /// others that have, and for each type that has other records than before a reference without a
  /// property; nil if it cannot be told.
  func changes(
    from former: ChangeMark, to mark: ChangeMark
  ) throws(StoreError) -> Set<PropertyReference>? {
    guard mark != former else { return [] }
    var changes: Set<PropertyReference> = []
    var last = former.last
    for transaction in rolledBack[former.rolledBack...] {
      guard let back = transaction.changes else { return nil }
      changes.formUnion(back)
      last = min(last, transaction.low - 1)
    }
    return changes.union(try catalog.changes(after: last, through: mark.last))
  }
}

/// A position in the sequence of changes, used to find later changes.
///
/// It is valid only for the store that created it, while that store is open.
public struct ChangeMark: Hashable, Sendable {
  var last: Int
  /// The number of rollbacks so far.
  var rolledBack: Int
}

/// Computes the changes between two marks, including changes rolled back in between.
final class ChangeMarks: Part {
  /// A transaction that was rolled back after its changes had been queried.
  private struct RolledBack {
    /// The number of its first change; other changes may have the number now.
    var low: Int
    /// nil if the changes can no longer be determined.
    var changes: Set<PropertyReference>?
  }

  let catalog: Catalog
  /// Rollbacks of changes that a ``ChangeMark`` covered, oldest first.
  private var rolledBack: [RolledBack] = []

  init(_ catalog: Catalog) { self.catalog = catalog }

  func mark(at change: Int) -> ChangeMark {
    ChangeMark(last: change, rolledBack: rolledBack.count)
  }

  /// Must be called before the rollback, while the changes can still be read.
  func noteRollback(after change: Int) {
    let changes = engine.isInTransaction ? try? catalog.changes(after: change, through: .max) : nil
    rolledBack.append(RolledBack(low: change + 1, changes: changes))
  }

  /// The changed properties, computed properties that depend on them, and, for each type whose set
  /// of records has changed, a reference without a property. nil if the changes cannot be
  /// determined.
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

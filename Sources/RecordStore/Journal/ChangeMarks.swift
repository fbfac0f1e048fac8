/// A position in the sequence of changes, used to find later changes.
///
/// A mark is valid only for the store that created it, while that store is open.
public struct ChangeMark: Hashable, Sendable {
  var last: Int
  /// The number of rollbacks so far.
  var rolledBack: Int
}

/// Computes the changes between two marks, including changes rolled back in between.
final class ChangeMarks: Part {
  /// A transaction, or a part of one, that was rolled back after a mark was taken in the
  /// transaction.
  private struct RolledBack {
    /// The number of its first change; later changes may reuse the number.
    var low: Int
    /// Nil if the changes can no longer be determined.
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

  /// Returns the changed properties, dependent computed properties and, for each type whose set of
  /// records has changed, a reference without a property. Nil if the changes cannot be determined.
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

final class ForeignCommits: Part {
  let catalog: Catalog
  private var dataVersion = 0

  init(_ catalog: Catalog) { self.catalog = catalog }

  func note() throws(StoreError) { dataVersion = try database.dataVersion() }

  func isCurrent() throws(StoreError) -> Bool { try database.dataVersion() == dataVersion }

  /// Loads the commits of other programs; returns whether there was one since the last call, or
  /// whether this call was the first to detect the loss of the file.
  ///
  /// - Parameter looksForFile: Whether to detect a removed or replaced file as well.
  func refresh(looksForFile: Bool) throws(StoreError) -> Bool {
    let isNewlyLost = looksForFile && noteLoss()
    do {
      guard try !isCurrent() else { return isNewlyLost }
    } catch {
      // If the file is lost, the remaining bytes may not be a database.
      try database.checkFile()
      throw error
    }
    try catalog.inOneState { () throws(StoreError) in
      try note()
      catalog.doubtNumbers()
    }
    return true
  }

  /// Returns true only the first time the loss is detected.
  private func noteLoss() -> Bool {
    do {
      try database.checkFile()
      return false
    } catch {
      return catalog.add(IntegrityIssue(error.message))
    }
  }
}

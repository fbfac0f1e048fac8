internal import Records

extension Journal {
  /// What has changed since a mark, which is moved on: the properties, those among them that are
  /// computed from others that have, and for each type that has
  /// other records than before a reference without a property.
  func changes(
    since mark: inout ChangeMark
  ) throws(StoreError) -> Set<PropertyReference>? {
    let former = mark
    // Nothing is missed that another program adds from now on: it is after the new mark.
    mark = try self.mark()
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

  /// What an open transaction has changed after a change, before that is rolled back.
  func rolledBack(after change: Int) -> RolledBack {
    let changes = engine.isInTransaction ? try? catalog.changes(after: change, through: .max) : nil
    return RolledBack(low: change + 1, changes: changes)
  }
}

internal import Records

extension Store {
  /// The place that the changes have come to, those of the open transaction and of other programs
  /// among them.
  public func mark() throws(StoreError) -> ChangeMark {
    open?.isWatched = true
    return ChangeMark(last: try lastChange(), takenBack: takenBack.count)
  }

  /// What has changed since a mark, which is moved on: the properties, those among them that are
  /// computed from others that have, and for each type that has
  /// other records than before a reference without a property.
  ///
  /// - Returns: nil if it cannot be told, for an error has ended a transaction.
  /// - Complexity: O(*n*) in the changes since the mark.
  public func changes(
    since mark: inout ChangeMark
  ) throws(StoreError) -> Set<PropertyReference>? {
    let former = mark
    // Nothing is missed that another program adds from now on: it is after the new mark.
    mark = try self.mark()
    guard mark != former else { return [] }
    var changes: Set<PropertyReference> = []
    var last = former.last
    for transaction in takenBack[former.takenBack...] {
      guard let back = transaction.changes else { return nil }
      changes.formUnion(back)
      last = min(last, transaction.low - 1)
    }
    return changes.union(try self.changes(after: last, through: mark.last))
  }

  /// What an open transaction has changed after a change, before that is rolled back.
  func takingBack(after change: Int) -> TakenBack {
    let changes = engine.isInTransaction ? try? changes(after: change, through: .max) : nil
    return TakenBack(low: change + 1, changes: changes)
  }

  func changes(
    after first: Int, through last: Int
  ) throws(StoreError) -> Set<PropertyReference> {
    let statement = try engine.statement(
      """
      SELECT y.name, p.name
      FROM (SELECT DISTINCT prop FROM wb_change WHERE seq > ?1 AND seq <= ?2) AS c
        JOIN wb_prop AS p ON p.id = c.prop JOIN wb_type AS y ON y.id = p.type
      """)
    try statement.bind([.integer(first), .integer(last)])
    var changes: Set<PropertyReference> = []
    while try statement.step() {
      let property = statement.column(1).text ?? ""
      changes.insert(
        PropertyReference(statement.column(0).text ?? "", property.isEmpty ? nil : property))
    }
    return try expanded(changes)
  }
}

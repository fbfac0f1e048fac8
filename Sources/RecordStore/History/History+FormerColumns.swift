internal import Records

/// What reads the history in the kinds that properties had.
extension History {
  /// How the values of a property were stored in its changes of a transaction; nil for a property
  /// that was never defined in another way.
  ///
  /// - Parameter isOld: Whether it is about the values before the changes.
  func formerColumn(
    _ number: Int, in transaction: Int, isOld: Bool
  ) throws(StoreError) -> FormerColumn? {
    guard let all = try catalog.formerColumns()[number] else { return nil }
    return all.last { column in
      column.storage != nil
        && (isOld ? column.transaction < transaction : column.transaction <= transaction)
    } ?? all.first
  }

  /// The numbers of the properties of a type that were dropped.
  func droppedProperties(of type: Int) throws(StoreError) -> [Int] {
    try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND dropped_tx IS NOT NULL AND col IS NOT NULL "
        + "AND kind NOT GLOB 'Owner(*' AND kind NOT GLOB 'Position(*'", [.integer(type)]
    ).compactMap { $0[0].integer }
  }
}

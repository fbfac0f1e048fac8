internal import Records

extension History {
  /// The definition that applied to the values of a property in a transaction; nil if the property
  /// never changed.
  ///
  /// - Parameter isOld: Whether the values before the changes are meant.
  func formerColumn(
    _ number: Int, in transaction: Int, isOld: Bool
  ) throws(StoreError) -> FormerColumn? {
    guard let all = try catalog.formerColumns()[number] else { return nil }
    return all.last { column in
      column.storage != nil
        && (isOld ? column.transaction < transaction : column.transaction <= transaction)
    } ?? all.first
  }

  /// The numbers of the dropped properties of a type.
  func droppedProperties(of type: Int) throws(StoreError) -> [Int] {
    try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND dropped_tx IS NOT NULL AND col IS NOT NULL "
        + "AND kind NOT GLOB 'Owner(*' AND kind NOT GLOB 'Position(*'", [.integer(type)]
    ).compactMap { $0[0].integer }
  }
}

internal import Records

/// What the values of a property were from a transaction on.
struct FormerColumn {
  var transaction: Int
  /// The property as it was defined; nil where it was dropped.
  var property: Property?
  var storage: Storage?
  var name: String
}

/// What reads the history in the kinds that properties had.
extension Store {
  /// How the values of a property were stored in its changes of a transaction; nil for a property
  /// that was never defined in another way.
  ///
  /// - Parameter isOld: Whether it is about the values before the changes.
  func formerColumn(
    _ number: Int, in transaction: Int, isOld: Bool
  ) throws(StoreError) -> FormerColumn? {
    guard let all = try columnsOfPast()[number] else { return nil }
    return all.last { column in
      column.storage != nil
        && (isOld ? column.transaction < transaction : column.transaction <= transaction)
    } ?? all.first
  }

  /// A property as it was before a transaction and as it is now, where values of then may not fit it
  /// now; nil where they do.
  func redefinition(
    of number: Int, since transaction: Int
  ) throws(StoreError) -> AlteredProperty? {
    guard let former = try formerColumn(number, in: transaction, isOld: true)?.property,
      let now = try columnsOfPast()[number]?.last?.property
    else { return nil }
    let redefinition = AlteredProperty(number: number, property: now, former: former)
    return redefinition.isStricter ? redefinition : nil
  }

  /// The numbers of the properties of a type that were dropped.
  func droppedProperties(of type: Int) throws(StoreError) -> [Int] {
    try engine.rows(
      "SELECT id FROM wb_prop WHERE type = ?1 AND dropped_tx IS NOT NULL AND col IS NOT NULL "
        + "AND kind NOT GLOB 'Owner(*' AND kind NOT GLOB 'Position(*'", [.integer(type)]
    ).compactMap { $0[0].integer }
  }

  private func columnsOfPast() throws(StoreError) -> [Int: [FormerColumn]] {
    if let formerColumns { return formerColumns }
    let rows = try engine.rows(
      """
      SELECT object, new, tx FROM wb_def WHERE object GLOB 'prop:*'
        AND object IN (SELECT object FROM wb_def WHERE old IS NOT NULL) ORDER BY seq
      """)
    var columns: [Int: [FormerColumn]] = [:]
    for row in rows {
      guard let number = row[0].text.flatMap({ Int($0.dropFirst("prop:".count)) }),
        let transaction = row[2].integer
      else { continue }
      let former = columns[number]?.last
      var property: Property?
      if let text = row[1].text { property = try self.property(definedBy: text) }
      columns[number, default: []].append(
        FormerColumn(
          transaction: transaction, property: property, storage: property.map(Storage.init),
          name: property?.name ?? former?.name ?? ""))
    }
    formerColumns = columns
    return columns
  }
}

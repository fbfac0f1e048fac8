public import Records

extension Queries {
  /// The records of a type of which a condition holds, by number or in an order.
  ///
  /// ```swift
  /// let adults = try store.queries.list(
  ///   "Person", where: "age >= 18", orderedBy: "name, age desc", limit: 10)
  /// ```
  ///
  /// They are read at once and are not connected to the store: ``select(_:)`` reads many one by
  /// one.
  ///
  /// - Parameters:
  ///   - condition: What has to hold, as an expression; without it all records are wanted.
  ///   - order: Expressions between commas, each with `desc` after it where the greatest come
  ///     first.
  ///   - limit: The most records wanted.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such type, and of
  ///   ``StoreError/Kind/expression`` or ``StoreError/Kind/name`` for what is wrong with a text.
  public func list(
    _ type: String, where condition: String? = nil, orderedBy order: String? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> [Record] {
    let recordType = try catalog.table(type).type
    var query = Query(type, limit: limit)
    if let condition {
      query.condition = try compile(RecordExpression(condition), for: type, isCondition: true)
    }
    if let order {
      for part in try SQLText.tokens(ofExpression: order).parts {
        query.order.append(
          Query.Order(
            try compile(RecordExpression(part.tokens), for: type, isResult: true),
            isDescending: part.isDescending))
      }
    }
    var records: [Record] = []
    let cursor = try select(query)
    while let (number, values) = try cursor.next() {
      records.append(Record(recordType, number: number, values: values))
    }
    return records
  }

  /// The record of a name, as it is stored now; nil if there is none.
  public func record(_ id: RecordID) throws(StoreError) -> Record? {
    try database.checkOpen()
    guard let type = catalog.type(named: id.type), let values = try values(of: id) else {
      return nil
    }
    return Record(type, number: id.number, values: values)
  }

  /// What the rules of a type say against values that are not stored, but for rules that only warn.
  ///
  /// - Parameter unknown: The properties of which nothing is known; rules that read one are left
  ///   out.
  public func breaches(
    of type: String, byValues values: [Value?], besides unknown: Set<String>
  ) throws(StoreError) -> [StoreError] {
    let table = try catalog.table(type)
    var found: [StoreError] = []
    for (rule, compiled, given) in try catalog.strictRules(of: table)
    where compiled.ownProperties.isDisjoint(with: unknown) {
      let verdict = try evaluate(
        compiled, given, onValues: values, of: table.type, id: nil)
      guard verdict == .integer(0) || verdict == .boolean(false) else { continue }
      let properties = catalog.ownProperties(of: rule, table)
      found.append(
        StoreError(
          .rule, catalog.words(rule, values, table),
          property: properties.count == 1 ? properties[0].name : nil))
    }
    return found
  }
}

public import Records

extension Queries {
  /// Returns the records of a type that meet a condition, by number or in a given order.
  ///
  /// ```swift
  /// let adults = try store.queries.list(
  ///   "Person", where: "age >= \(least)", orderedBy: "name, age desc", limit: 10)
  /// ```
  ///
  /// All records are read at once and are not connected to the store; to read many records one
  /// by one, use ``select(_:)``.
  ///
  /// - Parameters:
  ///   - condition: An expression; nil for all records.
  ///   - order: Comma-separated expressions, each with `desc` after it for descending order.
  ///   - limit: The maximum number of records; nil for no limit.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the type does not exist, and
  ///   of ``StoreError/Kind/expression`` or ``StoreError/Kind/name`` if a text is invalid.
  public func list(
    _ type: String, where condition: RecordCondition? = nil, orderedBy order: String? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> [TypedRecord] {
    try values(type, where: condition, orderedBy: order, limit: limit).map {
      TypedRecord($0.type, number: $0.id.number, values: $0.values)
    }
  }

  /// Returns the number of records of a type that meet a condition.
  public func count(
    _ type: String, where condition: RecordCondition
  ) throws(StoreError) -> Int {
    let (expression, parameters) = try condition.parsed()
    return try count(
      type, where: compile(expression, for: type, isCondition: true), parameters)
  }

  func values(
    _ type: String, where condition: RecordCondition?, orderedBy order: String?, limit: Int?
  ) throws(StoreError) -> [RecordValues] {
    let recordType = try catalog.table(type).type
    var query = RecordQuery(type, limit: limit)
    if let condition {
      let (expression, parameters) = try condition.parsed()
      query.condition = try compile(expression, for: type, isCondition: true)
      query.parameters = parameters
    }
    if let order {
      for part in try SQLText.tokens(ofExpression: order).parts {
        query.order.append(
          RecordQuery.Order(
            try compile(RecordExpression(part.tokens), for: type, isResult: true),
            isDescending: part.isDescending))
      }
    }
    var records: [RecordValues] = []
    let cursor = try select(query)
    while let (number, values) = try cursor.next() {
      records.append(RecordValues(recordType, number: number, values: values))
    }
    return records
  }

  /// Returns a record with its current values; nil if it does not exist.
  public func record(_ id: RecordID) throws(StoreError) -> TypedRecord? {
    try database.checkOpen()
    guard let type = catalog.type(named: id.type), let values = try values(of: id) else {
      return nil
    }
    return TypedRecord(type, number: id.number, values: values)
  }

  /// Returns the breaches of rules by values that are not stored. Rules that only warn, and rules
  /// about events, are skipped.
  ///
  /// - Parameter unknown: Properties without a known value; rules that read one of them are
  ///   skipped.
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
      found.append(catalog.breach(of: rule, nil, values, table))
    }
    return found
  }
}

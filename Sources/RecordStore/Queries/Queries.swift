public import Expressions
public import Records

/// Reads records by number, key, expression or SQL.
public final class Queries: Part {
  let catalog: Catalog
  let past: Snapshot?

  init(_ catalog: Catalog, of past: Snapshot? = nil) {
    (self.catalog, self.past) = (catalog, past)
  }

  var view: Snapshot {
    guard let past else { preconditionFailure("the state belongs to another database") }
    return past
  }

  /// Returns the values of a record, one for each property of its type; nil if the record does not
  /// exist.
  ///
  /// A value of another program that does not fit its property is returned as stored.
  public func values(of id: RecordID) throws(StoreError) -> [Value?]? {
    try past?.load(id, withItems: true)
    return try catalog.values(of: id)
  }

  /// Returns whether a record exists.
  ///
  /// - Throws: ``StoreError`` if the type does not exist.
  public func exists(_ id: RecordID) throws(StoreError) -> Bool {
    try past?.load(id)
    return try catalog.exists(id)
  }

  /// Returns the number of the record with a key; nil if there is no such record.
  ///
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if the type does not exist or
  ///   has no key.
  public func find(_ type: String, key: Value) throws(StoreError) -> Int? {
    let table = try table(type)
    guard let property = table.type.key, let index = table.type.index(of: property.name) else {
      throw StoreError(.name, .noKey(type: type))
    }
    guard let key = property.kind.converted(key) else { return nil }
    // Earlier versions could store keys untrimmed and not in NFC, so first look for the unchanged
    // key.
    if let number = try holder(of: key, table, index) { return number }
    if let number = try holder(of: property.trimmed(key), table, index) { return number }
    guard case .text(let text) = key, text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    return try holder(of: .text(text.canonicallyDecomposed), table, index)
  }

  /// Returns the number of the record with a value of a unique property; nil if there is no such
  /// record, or the type has no unique property of this name.
  public func holder(
    of value: Value, of property: String, in type: String
  ) throws(StoreError) -> Int? {
    let table = try table(type)
    guard let index = table.type.index(of: property), let place = table.place(ofProperty: index),
      table.columns[place].isUnique
    else { return nil }
    return try holder(of: value, table, index)
  }

  private func holder(
    of value: Value, _ table: Table, _ index: Int
  ) throws(StoreError) -> Int? {
    try table.checkIsWhole()
    let stored = table.storages[index].stored(value)
    try past?.load(having: stored, in: table.properties[index], of: table)
    return try engine.value(
      "SELECT id FROM \(table.name) WHERE \(table.readings[index]) = ?1"
        + table.type.properties[index].collation, stored
    ).integer
  }

  /// Returns the given records that exist, with one query for each type.
  public func existing(_ ids: [RecordID]) throws(StoreError) -> Set<RecordID> {
    try database.checkOpen()
    if let past {
      for type in Set(ids.map(\.type)) where tables[type] != nil { try past.load(for: type, []) }
    }
    return try catalog.existing(ids)
  }

  /// Checks and compiles an expression; cached, so this can be called for each evaluation.
  ///
  /// - Parameters:
  ///   - type: The type whose properties can be named, or nil.
  ///   - isResult: Whether the expression is a column or an order of a query, so that aggregates
  ///     are allowed.
  ///   - isCondition: Whether the expression must be a condition.
  /// - Throws: ``StoreError`` with the position of the invalid token.
  public func compile(
    _ expression: RecordExpression, for type: String?, isResult: Bool = false,
    isCondition: Bool = false
  ) throws(StoreError) -> CompiledExpression {
    try compile(expression, for: type, isResult: isResult, isCondition: isCondition, asking: nil)
  }

  /// Checks and compiles the condition of a rule. The condition may read `today` and `now` if the
  /// severity of the rule is `warn`.
  ///
  /// - Throws: ``StoreError`` with the position of the invalid token.
  public func compile(
    _ rule: Rule, condition: RecordExpression
  ) throws(StoreError) -> CompiledExpression {
    try database.checkOpen()
    return try expressions.compile(rule, condition, among: catalog.schema, as: .condition).condition
  }

  package func compile(
    _ expression: RecordExpression, for type: String?, isResult: Bool = false,
    isCondition: Bool = false,
    asking session: (any ExpressionSession)?
  ) throws(StoreError) -> CompiledExpression {
    try database.checkOpen()
    return try expressions.compile(
      expression, for: type, among: catalog.schema,
      as: isResult ? .result : isCondition ? .condition : .value, asking: session)
  }

  /// Compiles an expression for a list of records, such as `Person["Ann"].crew`.
  package func compileList(
    _ expression: RecordExpression, asking session: any ExpressionSession
  ) throws(StoreError) -> CompiledExpression {
    try expressions.compile(
      expression, for: nil, among: catalog.schema, as: .list, asking: session)
  }

  /// Returns the value of an expression: an integer, a double or a text; nil for NULL.
  ///
  /// - Parameters:
  ///   - parameters: The values of the session names, in their order.
  ///   - record: The record whose properties are read.
  public func evaluate(
    _ expression: CompiledExpression, _ parameters: [Value?], on record: RecordID? = nil
  ) throws(StoreError) -> Value? {
    try database.checkOpen()
    let expression = try expressions.current(expression, parameters, among: catalog.schema)
    try past?.load(for: record?.type, [expression])
    var values = expression.bound(parameters)
    var sql = "SELECT \(expression.sql)"
    if let record {
      guard expression.type == nil || expression.type == record.type else {
        throw StoreError(.expression, .otherType(expression.type ?? "", record.type))
      }
      sql += " FROM \(try table(record.type).name) WHERE id = ?"
      values.append(.integer(record.number))
    } else if expression.usesOwnProperties {
      throw StoreError(.expression, .needsRecord(type: expression.type ?? ""))
    }
    guard let result = try first(of: sql, values) else {
      throw StoreError(.name, record.map { .noRecord($0) } ?? .fact(.noResult))
    }
    return try result.outcome
  }

  /// Returns the value of an expression for a record that need not be stored.
  ///
  /// - Parameters:
  ///   - own: A value for each property of the type, in order.
  ///   - id: The number of the record; nil for a new record.
  public func evaluate(
    _ expression: CompiledExpression, _ parameters: [Value?], onValues own: [Value?],
    of type: RecordType, id: Int?
  ) throws(StoreError) -> Value? {
    try database.checkOpen()
    let expression = try expressions.current(expression, parameters, among: catalog.schema)
    try checkType(of: expression, type.name)
    try past?.load(for: nil, [expression])
    var (sql, values) = ("SELECT \(expression.sql)", expression.bound(parameters))
    if expression.usesOwnProperties {
      let row = catalog.row(of: own, type, id: id)
      sql += " FROM " + row.sql
      values += row.values
    }
    return try first(of: sql, values)?.outcome
  }

  /// Returns the number of records of a type that meet a condition, or of all records of the type
  /// if the condition is nil.
  public func count(
    _ type: String, where condition: CompiledExpression?, _ parameters: [Value?] = []
  ) throws(StoreError) -> Int {
    try database.checkOpen()
    try past?.load(for: type, condition.map { [$0] } ?? [])
    let table = try table(type)
    try table.checkIsWhole()
    // Without a condition, SQLite counts whole pages, and cannot be interrupted if the pages of a
    // damaged file form a cycle.
    var rows: BoundSQL = ("id IS NOT NULL", [])
    if let condition { rows = try self.condition(condition, for: type, parameters) }
    let sql = "SELECT count(*) FROM \(table.name) WHERE \(rows.sql)"
    return try first(of: sql, rows.values)?.integer ?? 0
  }

  /// Returns a cursor over the records of a query.
  ///
  /// Records are read on demand, so memory use does not depend on their number unless they must be
  /// sorted.
  public func select(_ query: RecordQuery) throws(StoreError) -> RecordCursor {
    try database.checkOpen()
    let table = try table(query.type)
    try table.checkIsWhole()
    try past?.load(for: query.type, query.expressions, lists: true)
    // Stored texts may be longer than the limit for results of expressions.
    let limits =
      query.condition == nil && query.order.isEmpty && table.calculated.isEmpty
      ? nil : try limits()
    let cursor = try cursor(
      try selection(of: query, table, isOfRecords: true, inPages: true), of: query, limits)
    if table.calculated.isEmpty { return RecordCursor(cursor, table) }
    return RecordCursor(cursor, table) { () throws(StoreError) in
      try self.cursor(
        try self.selection(
          of: query, table, isOfRecords: true, readings: table.readingsOfColumns),
        of: query, limits)
    } calculating: { (values, number) throws(StoreError) in
      try self.catalog.calculating(values, of: number, table).values
    }
  }

  /// Returns a cursor over the columns of a query, with a row for each record or group.
  public func rows(_ query: RecordQuery) throws(StoreError) -> ValueCursor {
    try database.checkOpen()
    let table = try table(query.type)
    try table.checkIsWhole()
    try past?.load(for: query.type, query.expressions)
    let selection = try selection(of: query, table, inPages: true)
    return ValueCursor(
      try cursor(selection, of: query, try limits()), selection.columns,
      isNumbered: !query.isGrouped)
  }

  private func cursor(
    _ selection: Selection, of query: RecordQuery, _ limits: ExpressionLimits?
  ) throws(StoreError) -> Cursor {
    // Not a cached statement, because the same query may run at the same time.
    let statement = try engine.prepare(selection.bound.sql)
    try statement.bind(selection.bound.values)
    return Cursor(
      statement, limits, isByNumber: query.order.isEmpty && !query.isGrouped,
      pages: selection.pages, order: selection.order)
  }

  private struct Selection {
    var bound: BoundSQL
    var columns: [CompiledExpression]
    var pages = KeyPages(size: nil, key: 0)
    var order: OrderedPages?
  }

  /// - Parameters:
  ///   - isOfRecords: Whether to read all properties instead of the columns of the query.
  ///   - readings: The SQL that reads the properties; nil for the SQL of the table.
  private func selection(
    of query: RecordQuery, _ table: Table, isOfRecords: Bool = false, readings: [String]? = nil,
    inPages: Bool = false
  ) throws(StoreError) -> Selection {
    var values: [SQLValue] = []
    func terms(
      _ expressions: [CompiledExpression],
      _ form: KeyPath<CompiledExpression, AnalyzedExpression.SQL>
    ) throws(StoreError) -> [CompiledExpression] {
      var current: [CompiledExpression] = []
      for expression in expressions {
        let term = try self.expressions.current(expression, query.parameters, among: catalog.schema)
        try checkType(of: term, query.type)
        values += term.bound(term[keyPath: form], query.parameters)
        current.append(term)
      }
      return current
    }
    let columns = try terms(query.columns, \.value)
    let id = query.isGrouped ? [] : ["id"]
    let read = isOfRecords ? readings ?? table.readings : columns.map(\.sql)
    let head = "SELECT \((id + read).joined(separator: ", ")) FROM "
    let valuesOfColumns = values
    var conditions: [String] = []
    if let condition = query.condition {
      let bound = try self.condition(condition, for: query.type, query.parameters)
      conditions.append("(\(bound.sql))")
      values += bound.values
    }
    if let numbers = query.numbers {
      conditions.append("id IN (\(numbers.map(String.init).joined(separator: ",")))")
    }
    if let span = query.span {
      conditions.append("id BETWEEN \(span.lowerBound) AND \(span.upperBound)")
    }
    let hasLimit = query.limit != nil || query.offset > 0
    let limit = query.limit.map { max(0, $0) } ?? -1
    // A window reads the rows of other pages too; numbers alone are a small answer.
    let isWhole = query.isGrouped || columns.contains(where: \.dependencies.hasWindow)
    let size = inPages && !isWhole && !read.isEmpty ? engine.rowsOfPage : nil
    var pages = KeyPages(size: nil, key: 0)
    if let size, query.order.isEmpty, !hasLimit {
      conditions.append("id > ?")
      values.append(.integer(.min))
      pages = KeyPages(size: size, key: values.count)
    }
    var rows = table.name
    if !conditions.isEmpty { rows += " WHERE " + conditions.joined(separator: " AND ") }
    let groups = try terms(query.groups, \.group)
    if !groups.isEmpty {
      rows += " GROUP BY " + groups.map { "(\($0.group.text))" }.joined(separator: ", ")
    }
    rows += try order(
      query, &values, last: query.isGrouped ? nil : Self.numberTerm(of: query, table))
    if let size = pages.size { rows += " LIMIT \(size)" }
    func limited(_ head: String, _ values: [SQLValue], to limit: Int) -> BoundSQL {
      (head + rows + " LIMIT ? OFFSET ?", values + [.integer(limit), .integer(query.offset)])
    }
    guard let size, pages.size == nil, !(0...size).contains(limit) else {
      let bound = hasLimit ? limited(head, values, to: limit) : (head + rows, values)
      return Selection(bound: bound, columns: columns, pages: pages)
    }
    let order = OrderedPages(
      size: size, engine: engine,
      numbers: limited("SELECT id FROM ", Array(values[valuesOfColumns.count...]), to: limit),
      rows: (head + OrderedPages.source(table.name), valuesOfColumns))
    return Selection(bound: limited(head, values, to: size), columns: columns, order: order)
  }

  /// Runs a query and returns its execution plan.
  public func explain(_ query: RecordQuery) throws(StoreError) -> QueryPlan {
    try database.checkOpen()
    let table = try table(query.type)
    try past?.load(for: query.type, query.expressions, lists: true)
    let limits = try limits()
    let (sql, values) = try selection(of: query, table, isOfRecords: query.columns.isEmpty).bound
    let indexes = try indexes()
    var plan = QueryPlan()
    for row in try engine.rows("EXPLAIN QUERY PLAN \(sql)", values) {
      let words = (row.last?.text ?? "").split(separator: " ").map(String.init)
      plan.steps.append(
        words.filter { !$0.hasPrefix(AnalyzedExpression.aliasPrefix) }
          .map { indexes[$0]?.words ?? $0 }.joined(separator: " "))
      if words.first == "SEARCH" { plan.indexes += words.compactMap { indexes[$0]?.property } }
    }
    let statement = try engine.prepare(sql)
    try statement.bind(values)
    let cursor = Cursor(statement, limits)
    while try cursor.step() {}
    plan.scanned = statement.fullScanSteps
    return plan
  }

  /// Returns whether a query must read and sort all its records before the first result, because no
  /// index provides the order.
  public func sorts(_ query: RecordQuery) throws(StoreError) -> Bool {
    try database.checkOpen()
    if query.order.isEmpty { return false }
    // Must precede preparing statements, because it registers their functions.
    _ = try limits()
    let (sql, values) = try selection(of: query, try table(query.type)).bound
    return try engine.rows("EXPLAIN QUERY PLAN \(sql)", values)
      .contains { $0.last?.text == "USE TEMP B-TREE FOR ORDER BY" }
  }

  /// Maps the name of each index to the indexed property, or to the list that contains the record.
  private func indexes() throws(StoreError) -> [String: (property: String, words: String)] {
    var result: [String: (property: String, words: String)] = [:]
    for table in allTables {
      for column in table.columns {
        let name = column.historyName
        var words = column.property == nil ? name : "\(table.type.name.asName).\(name.asName)"
        if column.property?.isKey == true { words += " (key)" }
        result[TableColumn.indexName(column.number)] = (name, words)
      }
    }
    return result
  }

  /// Returns the last ORDER BY term, the record number. Because of this term, SQLite would scan the
  /// table instead of using the index of a range condition and sorting the result. A unary plus
  /// prevents the scan if there is an index.
  private static func numberTerm(of query: RecordQuery, _ table: Table) -> String {
    guard let condition = query.condition, query.order.isEmpty, query.limit == nil else {
      return "id"
    }
    let isIndexed = zip(table.properties, table.type.properties).contains {
      table.indexed.contains($0) && condition.ownProperties.contains($1.name)
    }
    return isIndexed ? "+id" : "id"
  }

  private func order(
    _ query: RecordQuery, _ values: inout [SQLValue], last: String?
  ) throws(StoreError) -> String {
    var terms: [String] = []
    for order in query.order {
      let term = try expressions.current(order.expression, query.parameters, among: catalog.schema)
      try checkType(of: term, query.type)
      terms.append("(\(term.order.text))" + (order.isDescending ? " DESC" : ""))
      values += term.bound(term.order, query.parameters)
    }
    if let last { terms.append(last) }
    return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
  }

  private func condition(
    _ condition: CompiledExpression, for type: String, _ parameters: [Value?]
  ) throws(StoreError) -> BoundSQL {
    let current = try expressions.current(condition, parameters, among: catalog.schema)
    try checkType(of: current, type)
    return (current.sql, current.bound(parameters))
  }

  private func checkType(of expression: CompiledExpression, _ type: String) throws(StoreError) {
    guard expression.type == nil || expression.type == type else {
      throw StoreError(.expression, .otherType(expression.type ?? "", type))
    }
  }

  /// Returns the first value of the first row; nil if there are no rows. The statement is cached,
  /// so it must not run recursively.
  private func first(of sql: String, _ values: [SQLValue]) throws(StoreError) -> SQLValue? {
    // Must precede preparing statements, because it registers their functions.
    let limits = try limits()
    // Long statements are rarely reused, so they are not cached.
    let statement =
      sql.utf8.count <= 1000 ? try engine.statement(sql) : try engine.prepare(sql)
    return try limits.apply { () throws(StoreError) in
      try statement.bind(values)
      guard try statement.step() else { return nil }
      defer { statement.reset() }
      return statement.column(0)
    }
  }
}

extension Value? {
  /// Whether the value is true in a WHERE clause of SQLite, where a text counts as the number at
  /// its start.
  public var isTrue: Bool {
    switch self {
    case nil: false
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .double(let value): value != 0
    case .decimal(let value): value != .zero
    case .text(let text): Self.leadingNumber(text) != 0
    case .duration(let span): span != .zero
    case .percent(let number): number != .zero
    case .time(let time): Self.leadingNumber(time.stored) != 0
    // A date is a text that begins with its year.
    case .date, .dateTime, .month: true
    // A reference is its number; a list is not a number.
    case .reference: true
    case .list: false
    }
  }

  private static func leadingNumber(_ text: String) -> Double {
    let number = #/[ \t-\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/#
    let match = text.prefixMatch(of: number.matchingSemantics(.unicodeScalar))
    return match.flatMap { Double($0.1) } ?? 0
  }
}

extension SQLValue {
  var outcome: Value? {
    get throws(StoreError) {
      switch self {
      case .null: nil
      case .integer(let value): .integer(value)
      case .real(let value): .double(value)
      case .text(let text): .text(text)
      case .blob: throw StoreError(.expression, .fact(.blob))
      }
    }
  }
}

extension CompiledExpression {
  /// Returns a result of the expression as a value of its kind; unchanged if the kind is unknown or
  /// the value does not fit it.
  public func typed(_ value: Value?) -> Value? { Self.typed(value, as: kind) }

  static func typed(_ value: Value?, as kind: PropertyKind?) -> Value? {
    guard let value, let kind else { return value }
    return Storage.value(value.bound, as: kind) ?? value
  }
}

internal import Expressions
public import Records
internal import SQLEngine

extension Catalog {
  private static let longestText = 10_000_000

  /// Checks the expressions of the computed properties and calculated defaults of a type that is
  /// not defined yet.
  ///
  /// - Throws: ``StoreError`` with the property and the position of the invalid token.
  public func checkComputations(of type: RecordType) throws(StoreError) {
    _ = try newComputedColumns(of: type)
  }

  /// Returns the literals that a computed property reads as dates and times, by token index.
  ///
  /// - Throws: ``StoreError`` with the position of the invalid token.
  public func moments(
    inComputation expression: RecordExpression, of type: RecordType
  ) throws(StoreError) -> [Int: Value] {
    try database.checkMayGoOn()
    let schema = try schema(with: type)
    // Expressions that cannot be a generated column are calculated on reading.
    let column = try? AnalyzedExpression(expression, for: type, schema, as: .computed)
    if let column { return column.moments }
    return try analyzing(
      AnalyzedExpression(
        expression, for: type, schema, as: .calculation, among: calculatedValues(of: type))
    ).moments
  }

  /// Returns the literals that a calculated default reads as dates and times, by token index.
  ///
  /// - Throws: ``StoreError`` with the position of the invalid token.
  public func moments(
    inDefault expression: RecordExpression, of type: RecordType
  ) throws(StoreError) -> [Int: Value] {
    let schema = try schema(with: type)
    return try analyzing(
      AnalyzedExpression(
        expression, for: type, schema, asking: ClockNames(for: expression), as: .value)
    ).moments
  }

  /// Calculates the computed values of a record from its other values; nil for each value that
  /// cannot be calculated.
  ///
  /// Does not read the stored record, so an editor can pass unsaved values.
  public func computed(_ values: [Value?], of id: RecordID) throws(StoreError) -> [Value?] {
    try database.checkOpen()
    let table = try table(id.type)
    guard table.hasComputed else { return values }
    precondition(values.count == table.properties.count, "a record needs a value for each property")
    var values = values
    var stored = values.indices.map { table.storages[$0].stored(values[$0]) }
    var failed: Set<String> = []
    for column in try computedColumns(of: table).inOrder {
      stored[column.index] = .null
      do throws(StoreError) {
        if failed.isDisjoint(with: column.reads) {
          stored[column.index] = try calculate(column, from: stored, of: id.number, table)
        } else {
          failed.insert(column.property.name)
        }
      } catch {
        if error.kind == .interrupted { throw error }
        failed.insert(column.property.name)
      }
      values[column.index] = table.storages[column.index].value(stored[column.index])
    }
    return values
  }

  private func calculate(
    _ column: ComputedColumn, from stored: [SQLValue], of number: Int, _ table: Table
  ) throws(StoreError) -> SQLValue {
    let reads = column.reads.sorted()
    if !column.isColumn { _ = try limits() }
    let statement = try column.calculation.prepared(
      by: engine, Self.calculation(of: column, reads, table))
    try statement.bind(
      reads.map { name in table.type.index(of: name).map { stored[$0] } ?? .integer(number) })
    guard try statement.step() else { return .null }
    defer { statement.reset() }
    return statement.column(0)
  }

  private static func calculation(
    of column: ComputedColumn, _ reads: [String], _ table: Table, as sql: String? = nil
  ) -> String {
    // The casts give the columns their types, because SQLite compares values according to these
    // types.
    let sources = reads.map { name in
      let type = table.type.index(of: name).map { table.storages[$0].columnType }
      return "CAST(? AS \(type ?? "INTEGER")) AS \(name.asSQLName)"
    }
    let from =
      reads.isEmpty ? "" : " FROM (SELECT \(sources.joined(separator: ", "))) AS \(table.name)"
    return "SELECT \(sql ?? column.sql)\(from)"
  }

  func computedColumns(of table: Table) throws(StoreError) -> ComputedColumns {
    if let columns = table.computed { return columns }
    let columns = try compile(table.type, on: nil)
    table.take(columns)
    return columns
  }

  func newComputedColumns(of type: RecordType) throws(StoreError) -> ComputedColumns {
    let columns = try newColumns(of: type)
    if type.hasCalculatedDefaults { try checkDefaults(of: type, columns) }
    return columns
  }

  private func newColumns(of type: RecordType) throws(StoreError) -> ComputedColumns {
    guard type.hasComputed else { return ComputedColumns() }
    let schema = try schema(with: type)
    let isAlone = schema.calculations.isEmpty
    let columns = try compile(
      type, on: expressions.mirror(of: isAlone ? StoreSchema(types: [type]) : schema))
    if let title = columns.inOrder.first(where: \.property.isTitle),
      !columns.others(of: title).isEmpty
    {
      throw StoreError(
        .expression, .property(title.property.name, .titleOfOthers), property: title.property.name)
    }
    for column in columns.inOrder where column.isConstant {
      do {
        let value = try engine.value("SELECT \(column.sql)")
        try check(calculationOf: column, value)
        try check(value, of: column)
      } catch {
        throw error.about(column.property)
      }
    }
    return columns
  }

  /// Returns the schema with those computed properties of the types that cannot be generated
  /// columns, because they need other tables or functions that SQLite does not have.
  func calculating(
    _ schema: StoreSchema, of types: [RecordType]
  ) throws(StoreError) -> StoreSchema {
    var schema = schema
    for type in types where type.hasComputed {
      for property in type.properties {
        schema.calculations[StoreSchema.name(of: property.name, in: type.name)] = nil
      }
      let expressions = type.properties.compactMap { property in
        property.computation.flatMap { try? definitions.expression(from: $0) }
          .map { (property.name, $0) }
      }
      var readers: [String: [Int]] = [:]
      for (place, (_, expression)) in expressions.enumerated() {
        for name in Set(expression.tokens.compactMap(\.name)) {
          readers[name, default: []].append(place)
        }
      }
      var next = Array(expressions.indices)
      while let place = next.popLast() {
        try database.checkMayGoOn()
        let (name, expression) = expressions[place]
        let key = StoreSchema.name(of: name, in: type.name)
        guard schema.calculations[key] == nil,
          (try? AnalyzedExpression(expression, for: type, schema, as: .keptComputed)) == nil
        else { continue }
        schema.calculations[key] = expression
        // A property that reads a property without a column cannot be a generated column either.
        next += readers[name] ?? []
      }
    }
    return schema
  }

  func readCalculations(of tables: [Table]) throws(StoreError) {
    for table in tables where table.hasComputed {
      do {
        table.read(calculationsOf: try computedColumns(of: table))
      } catch  where error.kind != .interrupted && error.cause != .exceeded {
        // The error is reported when the value is read.
      }
    }
  }

  private func compile(
    _ type: RecordType, on mirror: ExpressionMirror?
  ) throws(StoreError) -> ComputedColumns {
    let schema = try schema(with: type)
    let values = calculatedValues(of: type)
    var columns: [ComputedColumn] = []
    var awaiting: [Int] = []
    for (index, property) in type.properties.enumerated() {
      guard let text = property.computation else { continue }
      try database.checkMayGoOn()
      let expression = try expression(from: text, of: property)
      do {
        columns.append(
          try ComputedColumn(
            property, at: index, expression, of: type, among: schema, on: mirror, reading: values))
      } catch  where isOfAwaitedType(error, type) {
        awaiting.append(index)
      } catch {
        throw error.about(property)
      }
    }
    return try ComputedColumns(columns, awaiting: awaiting)
  }

  /// Whether an expression is invalid only because it reads a type that properties refer to but
  /// that is not defined yet.
  func isOfAwaitedType(_ error: StoreError, _ type: RecordType) -> Bool {
    guard error.kind == .name else { return false }
    return (types + [type]).contains { other in
      other.properties.contains { property in
        guard let name = property.kind.recordType, tables[name] == nil, name != type.name else {
          return false
        }
        return error.message.hasSuffix(RecordType.missing(name))
      }
    }
  }

  /// Changes a record with `body`, which returns its number; rolls back if that fails or a computed
  /// value is invalid. `values`, the stored values of the changed record, are evaluated only on
  /// failure.
  func checking(
    _ columns: [ComputedColumn], of table: Table, _ values: () throws(StoreError) -> [SQLValue],
    _ body: () throws(StoreError) -> Int
  ) throws(StoreError) -> Int {
    guard !columns.isEmpty else { return try body() }
    try engine.savepoint()
    do {
      let number = try body()
      for column in columns {
        let value = try value(of: column, number, table)
        try check(calculationOf: column, value, number, table)
        try check(value, of: column)
        try checkIsWhole(value, of: column, number, table)
      }
      try engine.release()
      return number
    } catch {
      if engine.isInTransaction { try engine.rollbackToSavepoint() }
      throw try translated(error, columns, table, values)
    }
  }

  private func value(
    of column: ComputedColumn, _ number: Int, _ table: Table
  ) throws(StoreError) -> SQLValue {
    let statement = try column.reading.prepared(
      by: engine, "SELECT \(column.property.name.asSQLName) FROM \(table.name) WHERE id = ?1")
    try statement.bind([.integer(number)])
    // Other code reports a missing record.
    guard try statement.step() else { return column.property.isOptional ? .null : .integer(0) }
    defer { statement.reset() }
    return statement.column(0)
  }

  func checkCalculations(of table: Table) throws(StoreError) {
    let columns = try computedColumns(of: table).inOrder.filter { $0.checking != nil }
    guard !columns.isEmpty else { return }
    for row in try engine.rows("SELECT id FROM \(table.name) ORDER BY id") {
      let number = row[0].integer ?? 0
      for column in columns {
        do {
          try check(calculationOf: column, value(of: column, number, table), number, table)
        } catch {
          throw error.about(RecordID(table.type.name, number))
        }
      }
    }
  }

  /// Throws if the expression fails, or if its value differs from the value of the generated
  /// column, which for example is NULL if a date is after the year 9999.
  private func check(
    calculationOf column: ComputedColumn, _ value: SQLValue, _ number: Int? = nil,
    _ table: Table? = nil
  ) throws(StoreError) {
    guard let checking = column.checking else { return }
    let limits = try limits()
    let source = table.map { " FROM \($0.name) WHERE id = ?" } ?? ""
    let statement = try engine.statement(
      "SELECT v, \(column.exactly("v")) FROM (SELECT \(checking.sql) AS v\(source))")
    do {
      try limits.apply { () throws(StoreError) in
        try statement.bind(checking.values + (number.map { [.integer($0)] } ?? []))
        defer { statement.reset() }
        guard try statement.step() else { return }
        // Values are compared too, because an intermediate NULL need not make the result NULL, for
        // example as an operand of `is`.
        let isLost = value == .null && statement.column(0) != .null
        guard isLost || column.differs(value, from: statement.column(1)) else { return }
        throw StoreError(.rule, .fact(.computedInexactly))
      }
    } catch {
      throw Self.failure(of: column, error)
    }
  }

  private static func failure(of column: ComputedColumn, _ error: StoreError) -> StoreError {
    let property = column.property
    let written = property.computation ?? ""
    let shown = written.count > 100 ? written.prefix(99) + "…" : written[...]
    return StoreError(
      .rule, .uncomputable(property.name, expression: String(shown), error.reason),
      property: property.name, code: error.code)
  }

  private func check(_ stored: SQLValue, of column: ComputedColumn) throws(StoreError) {
    let property = column.property
    let storage = Storage(property)
    if case .null = stored {
      guard !property.isOptional else { return }
      throw Self.isNil(property)
    }
    if case .text(let text) = stored, text.utf8.count > Self.longestText {
      throw StoreError(
        .rule, .computedLong(property.name, bytes: Self.longestText), property: property.name)
    }
    let fitting = storage.fitting(stored)
    do {
      let value = fitting ?? storage.value(stored)
      if try property.checked(value) != nil, fitting != nil { return }
    } catch {
      throw StoreError(
        .rule, .computedMisfit(expression: property.computation ?? "", why: error.message),
        property: property.name)
    }
    throw StoreError(
      .rule, .computedLiteral(property.name, literal: storage.value(stored)?.literal ?? "nil"),
      property: property.name)
  }

  /// Throws if a cast has clamped a result to the range of 64 bits.
  private func checkIsWhole(
    _ value: SQLValue, of column: ComputedColumn, _ number: Int, _ table: Table
  ) throws(StoreError) {
    guard column.property.kind == .integer, value == .integer(.max) || value == .integer(.min)
    else { return }
    let type = try engine.value(
      "SELECT typeof(\(column.text)) FROM \(table.name) WHERE id = ?1", .integer(number))
    guard type == .text("real") else { return }
    let name = column.property.name
    throw StoreError(.rule, .property(name, .large), property: name)
  }

  private static func isNil(_ property: Property) -> StoreError {
    StoreError(.rule, .property(property.name, .nilResult), property: property.name)
  }

  private func translated(
    _ error: StoreError, _ columns: [ComputedColumn], _ table: Table,
    _ values: () throws(StoreError) -> [SQLValue]
  ) throws(StoreError) -> StoreError {
    // The statement is valid, so only an expression can cause a runtime error.
    guard error.cause == .missingValue || error.kind == .expression && error.property == nil else {
      return error
    }
    var stored = try values()
    guard stored.count == table.properties.count else { return error }
    for column in try computedColumns(of: table).inOrder {
      do {
        stored[column.index] = try calculate(column, from: stored, of: 0, table)
      } catch {
        return Self.failure(of: column, error)
      }
      if error.cause == .missingValue, case .null = stored[column.index],
        !column.property.isOptional,
        columns.contains(where: { $0 === column })
      {
        if let checking = column.checking {
          let reads = column.reads.sorted()
          let values = reads.map { table.type.index(of: $0).map { stored[$0] } ?? .integer(0) }
          do throws(StoreError) {
            _ = try limits()
            _ = try engine.rows(
              Self.calculation(of: column, reads, table, as: checking.sql),
              checking.values + values)
          } catch {
            return Self.failure(of: column, error)
          }
        }
        return Self.isNil(column.property)
      }
    }
    return error
  }

  func expanded(_ changes: Set<PropertyReference>) throws(StoreError) -> Set<PropertyReference> {
    var result = changes
    for table in tables.values where table.hasComputed {
      let name = table.type.name
      let changed = Set(changes.compactMap { $0.type == name ? $0.property : nil })
      guard !changed.isEmpty else { continue }
      for column in try computedColumns(of: table).affected(by: changed) {
        result.insert(PropertyReference(name, column.property.name))
      }
    }
    return result
  }

  /// Returns the changed properties, including computed ones; a reference without a property means
  /// that records of the type were created or deleted.
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

  func sources(of names: [String], _ table: Table) throws(StoreError) -> Set<String> {
    guard table.hasComputed else { return Set(names) }
    let columns = try computedColumns(of: table)
    return names.reduce(into: []) { result, name in
      if columns.contains(name) {
        result.formUnion(columns.sources(of: name))
      } else {
        result.insert(name)
      }
    }
  }
}

extension StoreError {
  fileprivate func about(_ record: RecordID) -> StoreError {
    var result = self
    result.reason = .about(record, reason)
    return result
  }

  func about(_ property: Property) -> StoreError {
    guard self.property == nil else { return self }
    var result = self
    result.property = property.name
    return result
  }
}

public import Records

/// Steps through the rows of a statement; resets the statement when released.
final class Cursor {
  private(set) var statement: PreparedStatement
  private let limits: ExpressionLimits?
  private var pages: KeyPages
  private var order: OrderedPages?
  private var isAtEnd = false
  /// The number of the last row, to detect a cycle of pages in a damaged file; nil if rows are not
  /// in ascending order.
  private var lastNumber: Int?

  init(
    _ statement: PreparedStatement, _ limits: ExpressionLimits?, isByNumber: Bool = false,
    pages: KeyPages = KeyPages(size: nil, key: 0), order: OrderedPages? = nil
  ) {
    (self.statement, self.limits, self.pages, self.order) = (statement, limits, pages, order)
    lastNumber = isByNumber ? .min : nil
  }

  deinit { statement.reset() }

  func step() throws(StoreError) -> Bool {
    // Stepping a finished statement would restart it.
    guard !isAtEnd else { return false }
    let hasRow =
      if let limits {
        try limits.apply { () throws(StoreError) in try stepPages() }
      } else {
        try stepPages()
      }
    isAtEnd = !hasRow
    return hasRow
  }

  private func stepPages() throws(StoreError) -> Bool {
    while try !pages.step(statement) {
      guard let next = try order?.next() else { return false }
      statement = next
    }
    order?.note(statement.column(0).integer ?? 0)
    return true
  }

  func number() throws(StoreError) -> Int {
    let number = statement.column(0).integer ?? 0
    guard let lastNumber else { return number }
    guard number > lastNumber else { throw StoreError(.engine, .fact(.disordered)) }
    self.lastNumber = number
    return number
  }
}

typealias BoundSQL = (sql: String, values: [SQLValue])

/// Reads ordered rows in pages if the engine requires it. If there is more than the first page, the
/// numbers of all records are read in their order, and then the rows of some records at a time.
struct OrderedPages {
  /// Maximum number of rows in a page.
  let size: Int
  let engine: Connection
  /// Reads the numbers of all records, with those of the first page.
  let numbers: BoundSQL
  /// Reads rows from the ``source(_:)``, whose list is the last parameter.
  let rows: BoundSQL
  /// The records of the first page.
  private var first: Set<Int> = []
  private var rest: ArraySlice<Int>?
  private var statement: PreparedStatement?

  init(size: Int, engine: Connection, numbers: BoundSQL, rows: BoundSQL) {
    (self.size, self.engine, self.numbers, self.rows) = (size, engine, numbers, rows)
  }

  /// Returns SQL that selects the records in a list of numbers, in the order of the list.
  static func source(_ table: String) -> String {
    "(SELECT key AS wb_k, value AS wb_v FROM json_each(?)) CROSS JOIN \(table) ON id = wb_v"
      + " ORDER BY wb_k"
  }

  /// Must be called with the number of each record that was read.
  mutating func note(_ record: Int) { if rest == nil { first.insert(record) } }

  /// Returns the statement of the next page; nil after the last.
  mutating func next() throws(StoreError) -> PreparedStatement? {
    guard first.count >= size else { return nil }
    let rest = if let rest { rest } else { try read() }
    let page = rest.prefix(size)
    self.rest = rest.dropFirst(size)
    guard !page.isEmpty else { return nil }
    let statement = if let statement { statement } else { try engine.prepare(rows.sql) }
    self.statement = statement
    try statement.bind(rows.values + [.text("[\(page.map(String.init).joined(separator: ","))]")])
    return statement
  }

  private func read() throws(StoreError) -> ArraySlice<Int> {
    let statement = try engine.prepare(numbers.sql)
    try statement.bind(numbers.values)
    var found: [Int] = []
    while try statement.step() {
      let record = statement.column(0).integer ?? 0
      // Others may have changed the order since the first page.
      if !first.contains(record) { found.append(record) }
    }
    return found[...]
  }
}

/// Iterates over the records of a query.
public struct RecordCursor {
  private final class Progress {
    var cursor: Cursor
    var count = 0
    var isCalculating = false

    init(_ cursor: Cursor) { self.cursor = cursor }
  }

  private let progress: Progress
  private let table: Table
  /// Nil if all properties have a column.
  private let restart: (() throws(StoreError) -> Cursor)?
  private let calculate: ([SQLValue], Int) throws(StoreError) -> [SQLValue]

  /// - Parameters:
  ///   - restart: Restarts the query without the properties that have no column, if these cannot be
  ///     calculated in the query.
  ///   - calculate: Adds the values of these properties to the values of a record.
  init(
    _ cursor: Cursor, _ table: Table, restart: (() throws(StoreError) -> Cursor)? = nil,
    calculating calculate: @escaping ([SQLValue], Int) throws(StoreError) -> [SQLValue] = {
      (values, _) throws(StoreError) in values
    }
  ) {
    progress = Progress(cursor)
    (self.table, self.restart, self.calculate) = (table, restart, calculate)
    progress.isCalculating = table.calculatesInSteps
  }

  /// Returns the number of the next record and a value for each property of its type, in order; nil
  /// after the last.
  ///
  /// A property calculated from other records is nil if the calculation fails.
  public func next() throws(StoreError) -> (number: Int, values: [Value?])? {
    guard try step() else { return nil }
    progress.count += 1
    let statement = progress.cursor.statement
    let number = try progress.cursor.number()
    guard progress.isCalculating else { return (number, table.values(of: statement, from: 1)) }
    let row = try calculate(table.readings.indices.map { statement.column($0 + 1) }, number)
    return (number, row.indices.map { table.storages[$0].value(row[$0]) })
  }

  private func step() throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try progress.cursor.step()
    } catch {
      guard error.kind == .expression, !progress.isCalculating, let restart else { throw error }
      progress.cursor = try restart()
      progress.isCalculating = true
      for _ in 0..<progress.count {
        guard try progress.cursor.step() else { return false }
        _ = try progress.cursor.number()
      }
      return try progress.cursor.step()
    }
  }
}

/// Iterates over the rows of a query, with a value for each column of the query.
public struct ValueCursor {
  private let cursor: Cursor
  private let kinds: [PropertyKind?]
  private let isNumbered: Bool

  init(_ cursor: Cursor, _ columns: [CompiledExpression], isNumbered: Bool) {
    self.cursor = cursor
    kinds = columns.map(\.kind)
    self.isNumbered = isNumbered
  }

  /// Returns the typed values of the next row, with the number of the record if each record has its
  /// own row; nil after the last row.
  public func next() throws(StoreError) -> (number: Int?, values: [Value?])? {
    guard try cursor.step() else { return nil }
    let start = isNumbered ? 1 : 0
    var values: [Value?] = []
    values.reserveCapacity(kinds.count)
    for (place, kind) in kinds.enumerated() {
      let value = try cursor.statement.column(start + place).outcome
      values.append(CompiledExpression.typed(value, as: kind))
    }
    return (isNumbered ? try cursor.number() : nil, values)
  }

  /// Returns the next row like ``next()``, with values as stored: integers, doubles and texts, which
  /// `CompiledExpression.typed(_:)` converts.
  package func nextStored() throws(StoreError) -> (number: Int?, values: [Value?])? {
    guard try cursor.step() else { return nil }
    let start = isNumbered ? 1 : 0
    var values: [Value?] = []
    values.reserveCapacity(kinds.count)
    for place in kinds.indices {
      values.append(try cursor.statement.column(start + place).outcome)
    }
    return (isNumbered ? try cursor.number() : nil, values)
  }
}

/// Iterates over the rows of an SQL statement.
public struct RowCursor {
  /// The names of the columns.
  public let columns: [String]
  /// For each column, whether it may show masked values; false only for columns of properties that
  /// were never masked, and for transaction times.
  public let mayBeMasked: [Bool]
  private let cursor: Cursor

  init(_ cursor: Cursor, _ catalog: Catalog) {
    self.cursor = cursor
    columns = cursor.statement.columnNames
    mayBeMasked = columns.indices.map { column in
      guard let origin = cursor.statement.origin(of: column) else { return true }
      if let property = catalog.tables[origin.table]?.type[origin.column] {
        return property.kind.isMasked || catalog.wasMasked(property.name, of: origin.table)
      }
      // Transaction times are not masked, although they have as many digits as card numbers.
      return !(origin.table == "wb_tx" && ["ts", "clock"].contains(origin.column))
    }
  }

  /// Returns the stored values of the next row; nil after the last.
  public func next() throws(StoreError) -> [SQLValue]? {
    guard try cursor.step() else { return nil }
    return columns.indices.map(cursor.statement.column)
  }
}

public import Records

/// Steps through the rows of a statement; one that is left before its end is reset with the cursor.
final class Cursor {
  let statement: Statement
  private let limits: ExpressionLimits?
  private var pages: Pages
  private var isAtEnd = false
  /// The number that the next row has to be above, where the rows are records in the order of their
  /// numbers: in a damaged file their pages may refer to each other without end.
  private var lastNumber: Int?

  init(
    _ statement: Statement, _ limits: ExpressionLimits?, isByNumber: Bool = false,
    pages: Pages = Pages(size: nil, key: 0)
  ) {
    (self.statement, self.limits, self.pages) = (statement, limits, pages)
    lastNumber = isByNumber ? .min : nil
  }

  deinit { statement.reset() }

  /// Goes on to the next row; false after the last.
  func step() throws(StoreError) -> Bool {
    // A statement that is stepped again begins anew.
    guard !isAtEnd else { return false }
    let hasRow =
      if let limits {
        try limits.apply { () throws(StoreError) in try pages.step(statement) }
      } else {
        try pages.step(statement)
      }
    isAtEnd = !hasRow
    return hasRow
  }

  /// The number of the record that the row is of, which its first column has.
  func number() throws(StoreError) -> Int {
    let number = statement.column(0).integer ?? 0
    guard let lastNumber else { return number }
    guard number > lastNumber else {
      throw StoreError(
        .engine, "the records are not in order; check says whether the file is damaged")
    }
    self.lastNumber = number
    return number
  }
}

/// The records of a query, one by one.
public struct RecordCursor {
  /// Where the cursor is.
  private final class Progress {
    var cursor: Cursor
    /// How many records have come.
    var count = 0
    /// Whether the properties that no column has are calculated one by one.
    var isCalculating = false

    init(_ cursor: Cursor) { self.cursor = cursor }
  }

  private let progress: Progress
  private let table: Table
  /// Begins anew, without what no column has; nil where the columns have all.
  private let restart: (() throws(StoreError) -> Cursor)?
  private let calculate: ([SQLValue], Int) throws(StoreError) -> [SQLValue]

  /// - Parameters:
  ///   - restart: what begins anew, without what no column has, where that cannot be calculated for
  ///     all records.
  ///   - calculate: what adds it to the values of a record.
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

  /// The number of the next record, and a value for each property of its type in its order; nil
  /// after the last.
  ///
  /// A property that is calculated from other records, and cannot be, is nil.
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

/// The columns of a query, row by row.
public struct ValueCursor {
  private let cursor: Cursor
  private let kinds: [PropertyKind?]
  private let isNumbered: Bool

  init(_ cursor: Cursor, _ columns: [CompiledExpression], isNumbered: Bool) {
    self.cursor = cursor
    kinds = columns.map(\.kind)
    self.isNumbered = isNumbered
  }

  /// The number of the next record, if its row is its own, and the value of each column, of the kind
  /// that it has; nil after the last.
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
}

/// The rows of an SQL statement, one by one.
public struct RowCursor {
  /// The names of the columns.
  public let columns: [String]
  /// Which columns may show what is masked: all but those of properties that never were.
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
      // The times of transactions have as many digits as a card.
      return !(origin.table == "wb_tx" && ["ts", "clock"].contains(origin.column))
    }
  }

  /// The values of the next row as they are stored; nil after the last.
  public func next() throws(StoreError) -> [SQLValue]? {
    guard try cursor.step() else { return nil }
    return columns.indices.map(cursor.statement.column)
  }
}

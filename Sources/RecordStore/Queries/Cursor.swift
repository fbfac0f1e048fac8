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
  private let cursor: Cursor
  private let table: Table

  init(_ cursor: Cursor, _ table: Table) {
    self.cursor = cursor
    self.table = table
  }

  /// The number of the next record, and a value for each property of its type in its order; nil
  /// after the last.
  public func next() throws(StoreError) -> (number: Int, values: [Value?])? {
    guard try cursor.step() else { return nil }
    let statement = cursor.statement
    return (try cursor.number(), table.values(of: statement, from: 1))
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

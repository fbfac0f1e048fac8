/// A table whose rows are said one by one: a list of columns.
package struct Table<Row> {
  /// The columns, from left to right.
  package var columns: [TableColumn<Row>]
  /// Whether no column may be left out.
  package var isWhole: Bool

  /// Makes a table of columns, which may be left out where there is not room for all.
  package init(_ columns: [TableColumn<Row>], isWhole: Bool = false) {
    self.columns = columns
    self.isWhole = isWhole
  }

  /// What is said before the rows.
  package var beginning: Reply { .tableBegins(columns.map(\.column), isWhole: isWhole) }

  /// What is said of a row.
  package func reply(_ row: Row) -> Reply { .row(columns.map { $0.cell(row) }) }
}

/// A column of a table, and what it shows of a row.
package struct TableColumn<Row> {
  /// The heading and alignment of the column.
  package var column: Column
  /// What the column shows of a row.
  package var cell: (Row) -> Datum

  /// Makes a column, which holds texts unless told otherwise.
  package init(
    _ heading: String, isNumeric: Bool = false, givesWay: Bool = false,
    _ cell: @escaping (Row) -> Datum
  ) {
    column = Column(heading, isNumeric: isNumeric, givesWay: givesWay)
    self.cell = cell
  }

  /// The column in a table whose rows have such a row as a part.
  package func showing<Whole>(_ part: @escaping (Whole) -> Row) -> TableColumn<Whole> {
    TableColumn<Whole>(
      column.name, isNumeric: column.isNumeric, givesWay: column.givesWay
    ) { cell(part($0)) }
  }
}

/// What is known of a column of a table before its rows.
package struct Column: Hashable, Sendable {
  /// The heading of the column, and the key of its cells in JSON.
  package var name: String
  /// Whether the column holds numbers, which are at the right.
  package var isNumeric: Bool
  /// Whether the column is cut short before others where there is not room for all.
  package var givesWay: Bool

  /// Makes a column, which holds texts unless told otherwise.
  package init(_ name: String, isNumeric: Bool = false, givesWay: Bool = false) {
    self.name = name
    self.isNumeric = isNumeric
    self.givesWay = givesWay
  }
}

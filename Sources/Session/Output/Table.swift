internal import Replies

/// A table whose rows are said one by one: a list of columns.
struct Table<Row> {
  /// The columns, from left to right.
  var columns: [TableColumn<Row>]
  /// Whether no column may be left out.
  var isWhole: Bool

  /// Makes a table of columns, which may be left out where there is not room for all.
  init(_ columns: [TableColumn<Row>], isWhole: Bool = false) {
    self.columns = columns
    self.isWhole = isWhole
  }

  /// What is said before the rows.
  var beginning: Reply { .tableBegins(columns.map(\.column), isWhole: isWhole) }

  /// What is said of a row.
  func reply(_ row: Row) -> Reply { .row(columns.map { $0.cell(row) }) }
}

/// A column of a table, and what it shows of a row.
struct TableColumn<Row> {
  /// The heading and alignment of the column.
  var column: Column
  /// What the column shows of a row.
  var cell: (Row) -> Datum

  /// Makes a column, which holds texts unless told otherwise.
  init(
    _ heading: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10,
    _ cell: @escaping (Row) -> Datum
  ) {
    column = Column(heading, isNumeric: isNumeric, givesWay: givesWay, least: least)
    self.cell = cell
  }

  /// The column in a table whose rows have such a row as a part.
  func showing<Whole>(_ part: @escaping (Whole) -> Row) -> TableColumn<Whole> {
    TableColumn<Whole>(
      column.name, isNumeric: column.isNumeric, givesWay: column.givesWay, least: column.least
    ) { cell(part($0)) }
  }
}

internal import Replies

struct ReplyTable<Row> {
  var columns: [ReplyColumn<Row>]
  var isWhole: Bool

  init(_ columns: [ReplyColumn<Row>], isWhole: Bool = false) {
    self.columns = columns
    self.isWhole = isWhole
  }

  var beginning: Reply { .tableBegins(columns.map(\.column), isWhole: isWhole) }

  func reply(_ row: Row) -> Reply { .row(columns.map { $0.cell(row) }) }
}

struct ReplyColumn<Row> {
  var column: Column
  var cell: (Row) -> Datum

  init(
    _ heading: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10,
    _ cell: @escaping (Row) -> Datum
  ) {
    column = Column(heading, isNumeric: isNumeric, givesWay: givesWay, least: least)
    self.cell = cell
  }

  /// Adapts the column to rows that contain a `Row`.
  func showing<Whole>(_ part: @escaping (Whole) -> Row) -> ReplyColumn<Whole> {
    ReplyColumn<Whole>(
      column.name, isNumeric: column.isNumeric, givesWay: column.givesWay, least: column.least
    ) { cell(part($0)) }
  }
}

internal import Replies

extension ReplyQueue {
  func say<Row>(_ rows: some Sequence<Row>, as table: ReplyTable<Row>) {
    var rows = rows.makeIterator()
    say(as: table) { rows.next() }
  }

  /// Prints a table, creating each row when it is printed.
  func say<Element, Row>(
    _ elements: some Sequence<Element>, as table: ReplyTable<Row>,
    _ row: (Element) throws(Diagnostic) -> Row
  ) throws(Diagnostic) {
    var elements = elements.makeIterator()
    try say(as: table) { () throws(Diagnostic) in
      guard let element = elements.next() else { return nil }
      return try row(element)
    }
  }

  /// Prints a table of the rows up to nil, or until the reader closes the output.
  func say<Row, Failure>(
    as table: ReplyTable<Row>, _ next: () throws(Failure) -> Row?
  ) throws(Failure) {
    say(table.beginning)
    while let row = try next(), isHeard() { say(table.reply(row)) }
    say(.tableEnds)
  }
}

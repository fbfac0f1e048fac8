internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct ListCommand: Command {
  static let verb = Verb(
    "list",
    usage: "list TYPE [COLUMN [as NAME], …] [where EXPRESSION] [group by EXPRESSION, …] "
      + "[order by EXPRESSION [asc|desc], …] [limit N] [at TIME] "
      + "[--long] [--reveal]",
    summary: "Prints the records of a type, all of their properties or the columns named: paths "
      + "such as `boss.name` and expressions; `at` lists those of a past transaction or time.",
    examples: [
      "list Person", "list Person where age > 30 order by age desc, name limit 20",
      "list Person name, (age / 10) as decade order by decade", "list Person where age > 30 at #12",
    ],
    options: [
      "long": "leaves out no column that is too wide for the terminal",
      "reveal": "shows card numbers in full",
    ])
  static let mayRunLong = true
  static let readsOneState = true
  /// How many records are judged together by the rules that only warn.
  private static let pageSize = 100

  var query: QuerySyntax
  var isRevealed: Bool
  var isLong: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    query = try parser.tableQuery()
    isRevealed = parser.hasOption("reveal")
    isLong = parser.hasOption("long")
  }

  func run(in session: Session) throws(Diagnostic) {
    let resolver = try session.past.resolver(at: query.moment)
    let type = try resolver.type(query.type)
    guard query.columns.isEmpty, query.groups.isEmpty else {
      return try resolver.table(query, of: type)
        .say(in: session, resolver, isRevealed: isRevealed, isWhole: isLong)
    }
    let bound = try resolver.query(query, of: type)
    session.say(.tableBegins([Column("ref")] + type.properties.map(\.column), isWhole: isLong))
    let span = query.condition?.span ?? query.type.span
    let records = try attempt(resolver.store.select(bound), at: span)
    var page: [(number: Int, cells: [Datum])] = []
    func sayPage() throws(Diagnostic) {
      let warned = try resolver.warned(of: type, among: page.map(\.number))
      for (number, cells) in page {
        session.say(.row(warned.contains(number) ? cells.map(\.asWarning) : cells))
      }
      page = []
    }
    while let (number, values) = try attempt(records.next(), at: span) {
      // The table ends here, as nobody reads it any longer.
      guard session.configuration.isHeard() else { break }
      var cells = [Datum.text(RecordID(type.name, number).description)]
      for (value, property) in zip(values, type.properties) {
        let shown = try resolver.shown(value)
        cells.append(Datum(shown, of: property, isRevealed: isRevealed))
      }
      page.append((number, cells))
      if page.count == Self.pageSize { try sayPage() }
    }
    try sayPage()
    session.say(.tableEnds)
  }
}

internal import CommandLanguage
internal import RecordStore

struct SQLCommand: Command {
  static let verb = Verb(
    "sql",
    usage: "sql [at TIME] \"STATEMENT\"",
    summary:
      "Runs an SQL statement that reads the store; with `at` the records of the types as they "
      + "were then.",
    examples: [
      "sql \"select name, age from Person\"", "sql at #12 \"select count(*) from Person\"",
    ])
  static let endsGroup = true

  var moment: Spanned<MomentSyntax>?
  var statement: Spanned<String>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    moment = try parser.pastMomentIfAny()
    parser.note(.sql(following: ""))
    statement = try parser.quotedText("an SQL statement")
  }

  func run(in session: Session) throws(Diagnostic) {
    let span = statement.span
    let store = try session.resolver(at: moment).store
    let rows = try attempt(store.sql(statement.value), at: span)
    session.say(.tableBegins(Self.distinct(rows.columns).map { Column($0) }))
    while let row = try attempt(rows.next(), at: span) {
      // The table ends here, as nobody reads it any longer.
      guard session.configuration.isHeard() else { break }
      session.say(.row(row.map { Datum($0) }))
    }
    session.say(.tableEnds)
  }

  /// The names of columns, repeated ones with a number: an object has each key once.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var result = name
      var count = 1
      while !taken.insert(result).inserted {
        count += 1
        result = "\(name):\(count)"
      }
      return result
    }
  }
}

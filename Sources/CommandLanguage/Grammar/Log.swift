extension Verb {
  static let log = Verb(
    "log",
    synopsis: "log [limit N]",
    summary: "Lists the transactions, the newest first.",
    examples: ["log", "log limit 10"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    var clauses = Clauses(["limit"])
    let limit = try parser.clause(of: &clauses) == nil ? nil : try parser.natural("a number")
    return .log(limit: limit)
  }
}

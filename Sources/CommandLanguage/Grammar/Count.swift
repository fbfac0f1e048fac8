extension Verb {
  static let count = Verb(
    "count",
    synopsis: "count TYPE [where EXPRESSION] [order by EXPRESSION [asc|desc], …] [limit N]",
    summary: "Prints how many records of a type there are.",
    examples: ["count Person", "count Person where age > 30"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .count(try parser.query())
  }
}

extension Verb {
  static let sql = Verb(
    "sql",
    synopsis: "sql \"STATEMENT\"",
    summary: "Reads the store by a statement of SQL.",
    examples: ["sql \"select name, age from Person\""]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .sql(try parser.quotedText("a statement of SQL"))
  }
}

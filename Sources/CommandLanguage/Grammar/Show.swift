extension Verb {
  static let show = Verb(
    "show",
    synopsis: "show RECORD",
    summary: "Prints a record with all its properties.",
    examples: ["show ann", "show Person/1"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .show(try parser.record())
  }
}

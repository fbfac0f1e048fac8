extension Verb {
  static let echo = Verb(
    "echo",
    synopsis: "echo \"TEXT\"",
    summary: "Prints a text, with `:name` and `:(expression)` in it filled in.",
    examples: ["echo \"done\"", "echo \":ann.name is :(:ann.age + 1) soon\""]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .echo(try parser.template("a text"))
  }
}

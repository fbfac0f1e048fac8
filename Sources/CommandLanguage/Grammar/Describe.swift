extension Verb {
  static let describe = Verb(
    "describe",
    synopsis: "describe TYPE",
    summary: "Shows the properties and the rules of a type.",
    examples: ["describe Person"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .describe(try parser.name("a type", .type))
  }
}

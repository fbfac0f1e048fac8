extension Verb {
  static let types = Verb(
    "types",
    synopsis: "types",
    summary: "Lists the types and how many records each has.",
    examples: ["types"]
  ) { (_: inout Parser) throws(SyntaxError) in
    .types
  }
}

extension Verb {
  static let interactors = Verb(
    "interactors",
    synopsis: "interactors",
    summary: "Lists the labels, fields and forms.",
    examples: ["interactors"]
  ) { (_: inout Parser) throws(SyntaxError) in
    .interactors
  }
}

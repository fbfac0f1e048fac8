extension Verb {
  static let check = Verb(
    "check",
    synopsis: "check",
    summary: "Looks for what is wrong in the store.",
    examples: ["check"]
  ) { (_: inout Parser) throws(SyntaxError) in
    .check
  }
}

extension Verb {
  static let detach = Verb(
    "detach",
    synopsis: "detach NAME",
    summary: "Ends a label or field and frees its name.",
    examples: ["detach age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .detach(try parser.name("a label or field", .interactor(.any)))
  }
}

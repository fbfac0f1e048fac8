extension Verb {
  static let deactivate = Verb(
    "deactivate",
    synopsis: "deactivate NAME",
    summary: "Makes a label or field rest.",
    examples: ["deactivate age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .deactivate(try parser.name("a label or field", .interactor(.active)))
  }
}

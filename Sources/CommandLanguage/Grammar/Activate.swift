extension Verb {
  static let activate = Verb(
    "activate",
    synopsis: "activate NAME",
    summary: "Makes a label or field follow its property again.",
    examples: ["activate age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .activate(try parser.name("a label or field", .interactor(.resting)))
  }
}

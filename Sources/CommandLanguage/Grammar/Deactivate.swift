extension Verb {
  static let deactivate = Verb(
    "deactivate",
    synopsis: "deactivate NAME",
    summary: "Makes a label, field or form rest.",
    examples: ["deactivate age", "deactivate editor.age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .deactivate(try parser.interactor("a label, field or form", .active))
  }
}

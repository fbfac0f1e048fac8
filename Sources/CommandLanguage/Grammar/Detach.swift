extension Verb {
  static let detach = Verb(
    "detach",
    synopsis: "detach NAME",
    summary: "Ends a label, field or form and frees its name.",
    examples: ["detach age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .detach(try parser.interactor("a label, field or form", .any))
  }
}

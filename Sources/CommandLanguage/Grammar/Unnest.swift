extension Verb {
  static let unnest = Verb(
    "unnest",
    synopsis: "unnest NAME",
    summary: "Takes a label, field or form out of the form that it is a part of.",
    examples: ["unnest editor.age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .unnest(try parser.interactor("a label, field or form", .nested))
  }
}

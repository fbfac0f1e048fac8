extension Verb {
  static let activate = Verb(
    "activate",
    synopsis: "activate NAME",
    summary: "Makes a label, field or form follow its property or record again.",
    examples: ["activate age", "activate editor.age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .activate(try parser.interactor("a label, field or form", .resting))
  }
}

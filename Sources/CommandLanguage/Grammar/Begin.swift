extension Verb {
  static let begin = Verb(
    "begin",
    synopsis: "begin [\"REASON\"]",
    summary: "Begins a transaction of several commands.",
    examples: ["begin", "begin \"the new prices\""],
    changesRecords: true, occasion: .outsideTransaction
  ) { (parser: inout Parser) throws(SyntaxError) in
    .begin(reason: try parser.reasonIfAny())
  }
}

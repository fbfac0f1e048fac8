extension Verb {
  static let commit = Verb(
    "commit",
    synopsis: "commit [\"REASON\"]",
    summary: "Keeps what was done since `begin`.",
    examples: ["commit", "commit \"the prices of :today\""],
    changesRecords: true, occasion: .insideTransaction
  ) { (parser: inout Parser) throws(SyntaxError) in
    .commit(reason: try parser.reasonIfAny())
  }
}

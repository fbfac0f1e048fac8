extension Verb {
  static let begin = Verb(
    "begin",
    synopsis: "begin [\"REASON\"]",
    summary: "Begins a transaction of several commands.",
    examples: ["begin", "begin \"the new prices\""]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .begin(reason: try parser.reasonIfAny())
  }

  static let commit = Verb(
    "commit",
    synopsis: "commit [\"REASON\"]",
    summary: "Keeps what was done since `begin`.",
    examples: ["commit", "commit \"the prices of :today\""]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .commit(reason: try parser.reasonIfAny())
  }

  static let rollback = Verb(
    "rollback",
    synopsis: "rollback",
    summary: "Takes back what was done since `begin`.",
    examples: ["rollback"]
  ) { (_: inout Parser) throws(SyntaxError) in
    .rollback
  }
}

extension Verb {
  static let rollback = Verb(
    "rollback",
    synopsis: "rollback",
    summary: "Takes back what was done since `begin`.",
    examples: ["rollback"],
    changesRecords: true, occasion: .insideTransaction
  ) { (_: inout Parser) throws(SyntaxError) in
    .rollback
  }
}

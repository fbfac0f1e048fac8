extension Verb {
  static let redo = Verb(
    "redo",
    synopsis: "redo [N]",
    summary: "Does again what was undone last, or the last N.",
    examples: ["redo", "redo 3"],
    changesRecords: true, occasion: .outsideTransaction
  ) { (parser: inout Parser) throws(SyntaxError) in
    .redo(count: try parser.naturalIfAny("a number of commands"))
  }
}

extension Verb {
  static let delete = Verb(
    "delete",
    synopsis: "delete RECORD",
    summary: "Deletes a record.",
    examples: ["delete ann", "delete Person[\"Ann\"]"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .delete(try parser.record())
  }
}

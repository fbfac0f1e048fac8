/// What `delete` says.
public enum DeleteSyntax: Hashable, Sendable {
  /// One record.
  case record(Spanned<RecordSyntax>)
  /// All for which something holds.
  case all(RecordsSyntax)
}

extension Verb {
  static let delete = Verb(
    "delete",
    synopsis: "delete RECORD · delete TYPE where EXPRESSION",
    summary: "Deletes a record, or all for which something holds; items of its lists go with it, "
      + "and what refers to it with `on delete cascade`.",
    examples: ["delete ann", "delete Person[\"Ann\"]", "delete Person where age > 64"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    parser.note(.type)
    let record = try parser.record()
    if let records = try parser.recordsIfAny(record) { return .delete(.all(records)) }
    return .delete(.record(record))
  }
}

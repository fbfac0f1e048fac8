internal import CommandLanguage
internal import Replies

enum DeleteCommand: Command {
  static let verb = Verb(
    "delete",
    usage: "delete RECORD · delete TYPE where EXPRESSION",
    summary:
      "Deletes a record, or all records that match a condition, together with their owned "
      + "records and the records that refer to them with `on delete cascade`.",
    examples: ["delete ann", "delete Person[\"Ann\"]", "delete Person where age > 64"],
    changesRecords: true)

  case record(Spanned<RecordSyntax>)
  case all(RecordsSyntax)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.type)
    let record = try parser.record()
    self = try parser.recordsIfAny(record).map(Self.all) ?? .record(record)
  }

  var standsAlone: Bool { if case .all = self { true } else { false } }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .record(let record):
      try session.deletion.delete(
        [session.resolver.record(record)], areNamed: true, at: record.span)
    case .all(let records): try session.deletion.delete(records)
    }
  }
}

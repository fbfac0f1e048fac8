internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct BlameCommand: Command {
  static let verb = Verb(
    "blame",
    usage: "blame RECORD [--reveal]",
    summary:
      "Prints who set each property of a record, when and where. If a change was not recorded, "
      + "the actor is `(unknown program)`.",
    examples: ["blame ann", "blame Person/1"],
    options: ["reveal": "shows card numbers in full"], printsToFile: true, readsOneState: true)

  var record: Spanned<RecordSyntax>
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    record = try parser.record()
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.blame(record, isRevealed: isRevealed)
  }
}

extension Session {
  func sayUnrecorded(_ findings: [IntegrityIssue]) {
    for finding in findings {
      let subject = [finding.record?.description, finding.property?.asName].compactMap { $0 }
      say(.warning("\(subject.joined(separator: ".")): \(finding.finding)", .store))
    }
  }

  func blame(_ record: Spanned<RecordSyntax>, isRevealed: Bool) throws(Diagnostic) {
    let id = try resolver.record(record)
    let lines = try attempt(store.history.blame(id), at: record.span)
    let type = store.schema.type(named: id.type)
    try replies.say(
      lines,
      as: ReplyTable<Blame>([
        ReplyColumn("property") { .text($0.property) },
        ReplyColumn("value") {
          Datum($0.value, of: type?[$0.property], isRevealed: isRevealed)
        },
        ReplyColumn("txn", isNumeric: true) { Datum($0.change?.transaction) },
        ReplyColumn("at") { [resolver] in $0.change.map { resolver.moment($0.at) } ?? .null },
        ReplyColumn("actor") { .text($0.change?.actor ?? "(unknown program)") },
        ReplyColumn("source") { Datum($0.change?.source) },
      ])
    ) { (line: Blame) throws(Diagnostic) in
      var line = line
      line.value = try inWorkspace(
        resolver.reader.shown(line.value, of: type?[line.property]?.kind))
      return line
    }
    try sayUnrecorded(attempt(store.audit.unrecordedChanges(of: id)))
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct DiffCommand: Command {
  static let verb = Verb(
    "diff",
    usage: "diff TIME [TIME] [--reveal]",
    summary:
      "Prints the differences between the states at two times, or between the state at one "
      + "time and the current state. `#12` is the state after transaction 12. `+` marks created "
      + "records, `-` deleted records and `~` changed values.",
    examples: ["diff #9 #12", "diff #12", "diff \"2026-11-21 10:00\""],
    options: ["reveal": "shows card numbers in full"], printsToFile: true, mayRunLong: true,
    readsOneState: true)

  var start: Spanned<MomentSyntax>
  var end: Spanned<MomentSyntax>?
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    start = try parser.moment()
    parser.note(.transaction)
    end = parser.isAtEnd ? nil : try parser.moment()
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    let first = try session.context.past.transaction(at: start)
    let last = try end.map { end throws(Diagnostic) in try session.context.past.transaction(at: end)
    }
    let entries = try attempt(
      session.store.history.differences(from: first, to: last), at: start.span)
    let mask = Masking(of: session.store, isRevealed: isRevealed)
    let columns = HistoryEntry.columns(session.store, mask)
    var rest = entries[...]
    while let record = rest.first?.record {
      let changes = rest.prefix { $0.record == record }
      rest = rest.dropFirst(changes.count)
      if let list = try attempt(session.store.history.listChange(of: Array(changes))) {
        var difference = Difference(
          of: list, try inWorkspace(session.resolver.reader.name(of: list.item)))
        difference.record = try inWorkspace(session.resolver.reader.name(of: list.owner))
        difference.rows = changes.map { change in
          columns.map { Datum.Entry($0.column.name, $0.cell(change)) }
        }
        session.say(.difference(difference))
        continue
      }
      let type = session.store.schema.type(named: record.type)
      var difference = Difference(
        try changes.map { (change) throws(Diagnostic) in try session.resolver.shown(change) },
        of: type,
        mask, columns)
      difference.record = try inWorkspace(session.resolver.reader.name(of: record))
      session.say(.difference(difference))
    }
    // If no trigger is missing, the history contains every change.
    if last == nil, !session.store.notices.isEmpty {
      try session.sayUnrecorded(attempt(session.store.audit.unrecordedChanges()))
    }
  }
}

extension Difference {
  fileprivate init(of list: RecordListChange, _ item: String) {
    self.init(
      sign: .changed, record: list.owner.description,
      parts: [list.phrases(item).map(\.text).joined()], rows: [])
  }

  fileprivate init(
    _ changes: [HistoryEntry], of type: RecordType?, _ mask: Masking,
    _ columns: [ReplyColumn<HistoryEntry>]
  ) {
    let sign: Sign =
      changes.contains { $0.event == .create }
      ? .created : changes.contains { $0.event == .delete } ? .deleted : .changed
    let parts: [String] = changes.compactMap { change in
      guard let name = change.property else { return nil }
      let property = type?[name]
      func text(_ value: Value?) -> String {
        let text = value?.literal(of: property, isRevealed: mask.isRevealed) ?? "nil"
        return mask(text, of: name, in: changes[0].record.type)
      }
      return switch sign {
      case .created: "\(name.asName)=\(text(change.new))"
      case .deleted: "\(name.asName)=\(text(change.old))"
      case .changed: "\(name.asName) \(text(change.old)) → \(text(change.new))"
      }
    }
    let rows = changes.map { change in
      columns.map { Datum.Entry($0.column.name, $0.cell(change)) }
    }
    self.init(sign: sign, record: changes[0].record.description, parts: parts, rows: rows)
  }
}

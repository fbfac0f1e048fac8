internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `history`: lists the changes of a property, a record or a type, the oldest first.
  func history(_ command: HistorySyntax) throws(Diagnostic) {
    let (subject, type) = try subject(command.subject)
    var span: SourceSpan?
    if case .property(let path) = command.subject { span = path.steps.last?.name.span }
    var range = HistoryRange(actor: command.actor?.value, limit: command.limit?.value)
    range.since = try command.since.map { since throws(Diagnostic) in try moment(since) }
    range.until = try command.until.map { until throws(Diagnostic) in try moment(until) }
    if let condition = command.condition {
      range.records = try numbers(where: condition, of: type, subject)
    }
    let entries = try attempt(store.history(of: subject, range), at: span)
    let mask = masking(isRevealed: command.isRevealed)
    say(
      .tableBegins([
        Column("change", isNumeric: true), Column("txn", isNumeric: true), Column("at"),
        Column("actor"), Column("reason"), Column("source"), Column("type"),
        Column("id", isNumeric: true), Column("event"), Column("property"), Column("old"),
        Column("new"),
      ]))
    for entry in entries {
      let property = entry.property.flatMap { type[$0] }
      say(
        .row([
          .integer(entry.change), .integer(entry.transaction),
          .text(Instant(milliseconds: entry.at).description), .text(entry.actor),
          Datum(entry.reason.map(mask)), Datum(entry.source), .text(entry.record.type),
          .integer(entry.record.number), .text(entry.event.rawValue), Datum(entry.property),
          Datum(entry.old, of: property, isRevealed: command.isRevealed),
          Datum(entry.new, of: property, isRevealed: command.isRevealed),
        ]))
    }
    say(.tableEnds)
  }

  private func subject(
    _ syntax: HistorySyntax.Subject
  ) throws(Diagnostic) -> (HistorySubject, RecordType) {
    switch syntax {
    case .property(let path):
      guard path.isPlain else {
        let (id, property) = try property(path)
        return (.property(id, property.name), try type(Name(id.type, at: path.span)))
      }
      let id = try pastRecord(path.record)
      let type = try type(Name(id.type, at: path.record.span))
      return (.property(id, try property(path.steps[0].name, of: type).name), type)
    case .record(let record):
      let id = try pastRecord(record)
      return (.record(id), try type(Name(id.type, at: record.span)))
    case .name(let name):
      if let type = store.type(named: name.value) { return (.type(type.name), type) }
      return try subject(.record(Spanned(.name(name), at: name.span)))
    }
  }

  /// A record that exists, or that existed: its history is there all the same.
  private func pastRecord(_ syntax: Spanned<RecordSyntax>) throws(Diagnostic) -> RecordID {
    let id: RecordID
    switch syntax.value {
    case .id(let name, let number): id = RecordID(try type(name).name, number)
    case .name(let name):
      guard case .record(let bound) = names[name.value] else { return try record(syntax) }
      id = bound
    case .key: return try record(syntax)
    }
    let known = try attempt(store.history(of: .record(id), HistoryRange(limit: 1)), at: syntax.span)
    guard !known.isEmpty else {
      throw Diagnostic(.name, "there is no \(id) and never was", at: syntax.span)
    }
    return id
  }

  /// The numbers of the records of a type for which a condition holds now.
  private func numbers(
    where condition: CommandLanguage.Expression, of type: RecordType, _ subject: HistorySubject
  ) throws(Diagnostic) -> Set<Int> {
    guard case .type = subject else {
      throw Diagnostic(.syntax, "expected no \"where\" behind a single record", at: condition.span)
    }
    let bound = try compile(condition, for: type)
    let query = Query(type.name, where: bound.compiled, parameters: bound.parameters)
    var numbers: Set<Int> = []
    do {
      try store.select(query) { number, _ in numbers.insert(number) }
    } catch let error as StoreError {
      throw Diagnostic(error).at(condition.span)
    } catch {
      preconditionFailure("the store throws its own errors")
    }
    return numbers
  }

  /// A place in the history.
  private func moment(_ syntax: Spanned<MomentSyntax>) throws(Diagnostic) -> HistoryMoment {
    let text: String
    switch syntax.value {
    case .transaction(let number): return .transaction(number)
    case .date(let written), .text(let written): text = written
    case .name(let path): text = try value(path).value?.description ?? ""
    }
    guard let instant = Instant(text, zoneOffset: configuration.zoneOffset) else {
      throw Diagnostic(
        .value, "\"\(text)\" is no time; expected one such as 2026-11-21 or \"2026-11-21 10:00\"",
        at: syntax.span)
    }
    return .time(instant.milliseconds)
  }
}

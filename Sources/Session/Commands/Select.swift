internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct SelectCommand: Command {
  static let verb = Verb(
    "select",
    usage: "select [RECORD, …] · select TYPE [where EXPRESSION]",
    summary:
      "Selects records for the commands of the menu. If you omit the records, the selection is cleared.",
    examples: ["select ann", "select Person where age > 30", "select Person", "select"])

  enum Records: Sendable {
    /// Records by name, number or key, or a type for all of its records.
    case named([Spanned<RecordSyntax>])
    case all(RecordsSyntax)
  }

  var records: Records

  init(parsing parser: inout Parser) throws(SyntaxError) {
    var named: [Spanned<RecordSyntax>] = []
    parser.note(.type)
    parser.note(.record(.itself))
    if !parser.isAtEnd {
      if parser.isAt("*") {
        throw parser.unexpected(
          "a record or a type", hint: "`list Person` prints records; `sql \"select …\"` runs SQL")
      }
      let record = try parser.record("a record or a type")
      if let all = try parser.recordsIfAny(record) {
        records = .all(all)
        return
      }
      named.append(record)
      while parser.skip(",") { named.append(try parser.record()) }
    }
    records = .named(named)
  }

  func run(in session: Session) throws(Diagnostic) {
    var ids: [RecordID] = []
    switch records {
    case .named(let records):
      for record in records {
        if let type = type(record, in: session) {
          ids += try session.resolver.records(of: type, where: nil, at: record.span)
        } else {
          ids.append(try session.resolver.record(record))
        }
      }
    case .all(let records):
      let type = try session.resolver.type(records.type)
      let condition = try session.resolver.compile(
        records.condition, for: type, isCondition: true)
      ids = try session.resolver.records(
        of: type, where: condition, at: records.condition.span)
    }
    session.screens.presenter.selection.replace(with: ids)
  }

  private func type(_ record: Spanned<RecordSyntax>, in session: Session) -> RecordType? {
    guard case .name(let name) = record.value, session.names[name.value] == nil else { return nil }
    return session.store.schema.type(named: name.value)
  }
}

extension Resolver {
  fileprivate func records(
    of type: RecordType, where condition: BoundExpression?, at span: SourceSpan
  ) throws(Diagnostic) -> [RecordID] {
    var ids: [RecordID] = []
    let query = RecordQuery(
      type.name, where: condition?.compiled, parameters: condition?.parameters ?? [])
    do {
      let rows = try store.queries.rows(query)
      while let number = try rows.next()?.number { ids.append(RecordID(type.name, number)) }
    } catch {
      throw Diagnostic(error, tokens: condition?.tokens ?? []).at(span)
    }
    return ids
  }
}

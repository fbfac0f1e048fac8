internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

enum DeleteCommand: Command {
  static let verb = Verb(
    "delete",
    usage: "delete RECORD · delete TYPE where EXPRESSION",
    summary: "Deletes a record, or all that match a condition, with the items of its lists and "
      + "what refers to it with `on delete cascade`.",
    examples: ["delete ann", "delete Person[\"Ann\"]", "delete Person where age > 64"],
    changesRecords: true)

  /// One record.
  case record(Spanned<RecordSyntax>)
  /// All for which something holds.
  case all(RecordsSyntax)

  /// The most records deleted with another that are named.
  private static let mostNamed = 10

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.type)
    let record = try parser.record()
    self = try parser.recordsIfAny(record).map(Self.all) ?? .record(record)
  }

  var standsAlone: Bool { if case .all = self { true } else { false } }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .record(let record):
      try Self.delete(try session.resolver.record(record), at: record.span, in: session)
    case .all(let records): try Self.delete(records, in: session)
    }
  }

  /// Deletes a record that the command names, and says which others are deleted with it.
  private static func delete(
    _ id: RecordID, at span: SourceSpan, in session: Session
  ) throws(Diagnostic) {
    try delete([id], areNamed: true, at: span, in: session)
  }

  /// Deletes records, and says which are deleted that the command does not name, after a person has
  /// said yes if one is there; all of it is one transaction.
  static func delete(
    _ ids: [RecordID], areNamed: Bool, at span: SourceSpan, in session: Session
  ) throws(Diagnostic) {
    var taken: [RecordID] = []
    var known = Set(ids)
    for id in ids {
      try session.editing.finishEditings(of: id)
      for other in try dependents(of: id, at: span, in: session)
      where known.insert(other).inserted {
        try session.editing.finishEditings(of: other)
        taken.append(other)
      }
    }
    guard let what = words(ids) else { return }
    if !areNamed || !taken.isEmpty {
      let number = ids.count == 1 ? "" : "\(ids.count) records: "
      let more = words(taken).map { ", and with it \(taken.count.count("record")): \($0)" } ?? ""
      guard try session.transactions.agrees(to: "delete \(number)\(what)\(more)?") else { return }
    }
    try session.transactions.change(session.store.delete(ids), at: span)
    if !areNamed { session.say(.notice("\(what) deleted")) }
    if let words = words(taken) { session.say(.notice("deleted with \(what): \(words)")) }
    try session.editing.refreshRecords()
  }

  /// Deletes all records of a condition, or none.
  private static func delete(
    _ records: RecordsSyntax, in session: Session
  ) throws(Diagnostic) {
    let type = try session.resolver.type(records.type)
    let span = records.condition.span
    let condition = try session.resolver.compile(
      records.condition, for: type, isCondition: true)
    let key = type.key.flatMap { type.index(of: $0.name) }
    try session.editing.endEditings(of: type, where: condition, at: span)
    try endEditingsOfDependents(of: type, where: condition, at: span, in: session)
    let done = try session.transactions.carryOut(.delete, at: span) { () throws(Diagnostic) in
      var changes: [RecordChange] = []
      try session.resolver.forEach(of: type, where: condition, at: span) {
        id, values throws(Diagnostic) in
        changes.append(
          RecordChange(
            deleting: id, key: key.flatMap { values[$0] },
            with: words(try dependents(of: id, at: span, in: session))))
      }
      return changes
    } apply: { changes throws(Diagnostic) in
      try attempt(session.store.delete(changes.map(\.id)), at: span)
    }
    if done != nil { try session.editing.refreshRecords() }
  }

  /// The other records that are deleted with one.
  private static func dependents(
    of id: RecordID, at span: SourceSpan, in session: Session
  ) throws(Diagnostic) -> [RecordID] {
    guard session.store.hasDependents(id.type) else { return [] }
    return Array(
      try attempt(session.store.takenAlong(byDeleting: [id]), at: span).dropFirst())
  }

  private static func words(_ taken: [RecordID]) -> String? {
    guard !taken.isEmpty else { return nil }
    let named = taken.prefix(mostNamed).map(\.description)
    let more = taken.count - named.count
    return named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Ends the editings of records that are deleted with those for which a condition holds.
  private static func endEditingsOfDependents(
    of type: RecordType, where condition: BoundExpression, at span: SourceSpan,
    in session: Session
  ) throws(Diagnostic) {
    let edited = Set(session.names.fields.filter(\.interactor.holdsEditing).map(\.record))
    guard !edited.isEmpty, session.store.hasDependents(type.name) else { return }
    var taken: Set<RecordID> = []
    try session.resolver.forEach(of: type, where: condition, at: span) { id, _ throws(Diagnostic) in
      taken.formUnion(try dependents(of: id, at: span, in: session))
    }
    for id in edited where taken.contains(id) { try session.editing.finishEditings(of: id) }
  }
}

extension Session {
  /// Deletes records that were chosen and not named, and says which; all of it is one transaction.
  func delete(_ ids: [RecordID], at span: SourceSpan) throws(Diagnostic) {
    try DeleteCommand.delete(ids, areNamed: false, at: span, in: self)
  }
}

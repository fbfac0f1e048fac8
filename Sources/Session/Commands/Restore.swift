internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct RestoreCommand: Command {
  static let verb = Verb(
    "restore",
    usage: "restore RECORD to TIME · restore TYPE where EXPRESSION to TIME · "
      + "restore TYPE/NUMBER with [PROPERTY=VALUE …]",
    summary:
      "Restores a record and the items of its lists to a past state, even if the record was "
      + "deleted later, or restores all records that met a condition at that time. `with` "
      + "recreates a deleted record from the given values and the defaults of its type.",
    examples: [
      "restore ann to #12", "restore Person where age > 30 to #12",
      "restore Person/7 with name=\"Eve\" age=41",
    ],
    changesRecords: true, mayRunLong: true)

  enum Subject: Sendable {
    case record(Spanned<RecordSyntax>)
    case all(RecordsSyntax)
    case deleted(type: Name, number: Int, [AssignmentSyntax])
  }

  var subject: Subject
  var moment: Spanned<MomentSyntax>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    parser.note(.type)
    let record = try parser.record("a record or a type", .past)
    if let records = try parser.recordsIfAny(record, until: ["to"]) {
      subject = .all(records)
    } else if case .id(let type, let number) = record.value, parser.skip("with") {
      let assignments = try parser.assignments(of: .type(type.value))
      subject = .deleted(type: type, number: number, assignments)
      return
    } else {
      subject = .record(record)
    }
    try parser.take("to")
    moment = try parser.moment()
  }

  var standsAlone: Bool { if case .all = subject { true } else { false } }

  func run(in session: Session) throws(Diagnostic) {
    if let moment { return try run(in: session, to: moment) }
    guard case .deleted(let name, let number, let assignments) = subject else { return }
    let type = try session.resolver.type(name)
    let given = try session.resolver.given(assignments, for: type)
    try session.workspace.editing.recreate(
      RecordID(type.name, number), of: type, given, at: name.span)
    try inWorkspace(session.workspace.refresh())
  }

  private func run(
    in session: Session, to moment: Spanned<MomentSyntax>
  ) throws(Diagnostic) {
    let transaction = try session.context.past.transaction(at: moment)
    let past = try session.context.past.resolver(after: transaction)
    try inWorkspace(session.workspace.editing.finishEditings(of: nil))
    switch subject {
    case .deleted: return
    case .record(let record):
      let id = try past.record(record)
      try session.transactions.change(at: record.span) { tx throws(StoreError) in
        try tx.restore([id], to: transaction)
      }
    case .all(let records):
      let type = try past.type(records.type)
      let span = records.condition.span
      let condition = try past.compile(records.condition, for: type, isCondition: true)
      var ids: [RecordID] = []
      try past.forEach(of: type, where: condition, at: span) { id, _ throws(Diagnostic) in
        ids.append(id)
      }
      var plan: [Restoration] = []
      _ = try session.transactions.carryOut(.restore, at: span) { () throws(Diagnostic) in
        plan = try attempt(
          session.store.undoEngine.restoration(of: ids, from: past.store), at: span)
        return plan.compactMap { RecordChange($0, in: session.store) }
      } apply: { _, tx throws(Diagnostic) in
        try attempt(tx.restore(plan, from: past.store), at: span)
      }
    }
    try inWorkspace(session.workspace.refresh())
  }
}

extension RecordChange {
  fileprivate init?(_ restoration: Restoration, in store: Store) {
    let id = restoration.id
    guard let type = store.schema.type(named: id.type) else { return nil }
    guard let past = restoration.past else {
      self.init(deleting: id, key: nil, with: nil)
      lines = ["\(id) deleted"]
      return
    }
    var differences: [Difference] = []
    for (index, property) in type.properties.enumerated()
    where !property.isComputed {
      let (old, new) = (restoration.present?[index], past[index])
      if old != new {
        differences.append(Difference(property: property, old: old ?? nil, new: new))
      }
    }
    if differences.isEmpty { return nil }
    self.init(id, differences)
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `delete … where`: deletes many records, all of them or none; their history stays.
  func deleteAll(_ records: RecordsSyntax) throws(Diagnostic) {
    let type = try type(records.type)
    let span = records.condition.span
    let condition = try compile(records.condition, for: type)
    let key = type.key.flatMap { type.index(of: $0.name) }
    try endEditings(of: type, where: condition, at: span)
    try endEditingsTakenAlong(by: type, where: condition, at: span)
    let done = try carryOut(.delete, at: span) { () throws(Diagnostic) in
      var changes: [RecordChange] = []
      try forEach(of: type, where: condition, at: span) { id, values throws(Diagnostic) in
        changes.append(
          RecordChange(
            deleting: id, key: key.flatMap { values[$0] },
            with: try wordsTakenAlong(by: id, at: span)))
      }
      return changes
    } apply: { changes throws(Diagnostic) in
      try attempt(store.delete(changes.map(\.id)), at: span)
    }
    if done != nil { try refreshRecords() }
  }
}

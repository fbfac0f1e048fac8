internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Deletes a record, its items in owned lists, and records that refer to it with `on delete
/// cascade`.
final class Deletion {
  private static let mostNamed = 10

  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Before deleting records that the command does not name, asks an interactive user. Afterwards,
  /// reports these records.
  func delete(
    _ ids: [RecordID], areNamed: Bool, at span: SourceSpan
  ) throws(Diagnostic) {
    var taken: [RecordID] = []
    var known = Set(ids)
    for id in ids {
      try inWorkspace(context.workspace.editing.finishEditings(of: id))
      for other in try dependents(of: id, at: span)
      where known.insert(other).inserted {
        try inWorkspace(context.workspace.editing.finishEditings(of: other))
        taken.append(other)
      }
    }
    guard let what = words(ids) else { return }
    if !areNamed || !taken.isEmpty {
      let number = ids.count == 1 ? "" : "\(ids.count) records: "
      let more = words(taken).map { ", together with \(taken.count.count("record")): \($0)" } ?? ""
      guard try context.transactions.agrees(to: "delete \(number)\(what)\(more)?") else { return }
    }
    try context.transactions.change(at: span) { tx throws(StoreError) in try tx.delete(ids) }
    if !areNamed { context.say(.notice("\(what) deleted")) }
    if let words = words(taken) { context.say(.notice("deleted with \(what): \(words)")) }
    try inWorkspace(context.workspace.refresh())
  }

  func delete(_ records: RecordsSyntax) throws(Diagnostic) {
    let type = try context.resolver.type(records.type)
    let span = records.condition.span
    let condition = try context.resolver.compile(
      records.condition, for: type, isCondition: true)
    let key = type.key.flatMap { type.index(of: $0.name) }
    try inWorkspace(
      context.workspace.editing.endEditings(
        of: type, where: condition.compiled, condition.parameters),
      at: span)
    try endEditingsOfDependents(of: type, where: condition, at: span)
    let done = try context.transactions.carryOut(.delete, at: span) { () throws(Diagnostic) in
      var changes: [RecordChange] = []
      try context.resolver.forEach(of: type, where: condition, at: span) {
        id, values throws(Diagnostic) in
        changes.append(
          RecordChange(
            deleting: id, key: key.flatMap { values[$0] },
            with: words(try dependents(of: id, at: span))))
      }
      return changes
    } apply: { changes, tx throws(Diagnostic) in
      try attempt(tx.delete(changes.map(\.id)), at: span)
    }
    if done != nil { try inWorkspace(context.workspace.refresh()) }
  }

  func takenAlong(byDeleting id: RecordID, at span: SourceSpan) throws(Diagnostic) -> String? {
    guard context.store.schema.hasType(named: id.type),
      try attempt(context.store.queries.exists(id), at: span)
    else {
      return nil
    }
    return words(try dependents(of: id, at: span))
  }

  private func dependents(
    of id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) -> [RecordID] {
    guard context.store.schema.hasDependents(id.type) else { return [] }
    return Array(
      try attempt(context.store.rows.takenAlong(byDeleting: [id]), at: span).dropFirst())
  }

  private func words(_ taken: [RecordID]) -> String? {
    guard !taken.isEmpty else { return nil }
    let named = taken.prefix(Self.mostNamed).map(\.description)
    let more = taken.count - named.count
    return named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private func endEditingsOfDependents(
    of type: RecordType, where condition: BoundExpression, at span: SourceSpan
  ) throws(Diagnostic) {
    let edited = Set(context.names.registry.fields.filter(\.interactor.holdsEditing).map(\.record))
    guard !edited.isEmpty, context.store.schema.hasDependents(type.name) else { return }
    var taken: Set<RecordID> = []
    try context.resolver.forEach(of: type, where: condition, at: span) { id, _ throws(Diagnostic) in
      taken.formUnion(try dependents(of: id, at: span))
    }
    for id in edited where taken.contains(id) {
      try inWorkspace(context.workspace.editing.finishEditings(of: id))
    }
  }
}

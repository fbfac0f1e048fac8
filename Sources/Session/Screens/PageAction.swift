internal import CommandLanguage
internal import RecordStore
package import Records
internal import Replies

/// An action of a page besides the commands of its menu.
package enum PageAction: Hashable, Sendable {
  case undo, redo, log
  case revert(transaction: Int)
  case restore(RecordID, transaction: Int)
  case history(RecordID)
  case blame(RecordID)
  case why(RecordID, property: String)
  case diff(transaction: Int)

  private func transaction(in store: Store) throws(StoreError) -> Int? {
    switch self {
    case .undo: try store.undoEngine.next().undo?.transaction
    case .redo: try store.undoEngine.next().redo?.transaction
    case .revert(let number): number
    default: nil
    }
  }

  /// Uses only names found in the database, so that a page cannot inject a command.
  ///
  /// - Throws: ``Diagnostic`` if the action would change definitions, or if the type or property
  ///   does not exist.
  func command(by resolver: Resolver) throws(Diagnostic) -> String {
    if let number = try attempt(transaction(in: resolver.store)),
      try !attempt(resolver.store.undoEngine.changingDefinitions(among: [number])).isEmpty
    {
      throw Diagnostic(.refused, "\(PageHistory.definitions); use the prompt instead")
    }
    switch self {
    case .undo: return "undo"
    case .redo: return "redo"
    case .log: return "log limit 200"
    case .revert(let number): return "revert #\(number)"
    case .restore(let id, let number): return "restore \(try resolver.written(id)) to #\(number)"
    case .history(let id): return "history \(try resolver.written(id))"
    case .blame(let id): return "blame \(try resolver.written(id))"
    case .why(let id, let property):
      let type = try resolver.type(Name(id.type, at: .nowhere))
      let name = try resolver.property(Name(property, at: .nowhere), of: type).name
      return "why \(try resolver.written(id)).\(name.asName)"
    case .diff(let number): return "diff #\(number - 1) #\(number)"
    }
  }
}

extension Resolver {
  func written(_ id: RecordID) throws(Diagnostic) -> String {
    RecordID(try type(Name(id.type, at: .nowhere)).name, id.number).description
  }
}

extension CommandContext {
  func carryOut(_ action: PageAction) throws(Diagnostic) {
    let script = Script(.prompt, runner.verbs)
    guard let statement = try script.statement(of: action.command(by: resolver)) else { return }
    try runner.execute(statement)
  }
}

/// A page of a database in a browser, with its own address.
package enum Page: Hashable, Sendable {
  case screen(String)
  case record(RecordID)
  case type(String)
  case log
  case history(RecordID)
}

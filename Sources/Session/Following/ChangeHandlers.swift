internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// Runs the handlers of changes, after the commands that have made them.
final class ChangeHandlers {
  /// How many handlers can be run inside each other.
  private static let greatestDepth = 32

  private let store: Store
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let resolver: Resolver
  private let feed: ChangeFeed
  private let blocks: BlockRunner
  private var depth = 0

  init(
    _ store: Store, _ runner: ScriptRunner, _ transactions: Transactions, _ names: Bindings,
    _ resolver: Resolver, _ feed: ChangeFeed, _ blocks: BlockRunner
  ) {
    self.store = store
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.resolver = resolver
    self.feed = feed
    self.blocks = blocks
  }

  /// Whether there are any.
  var isEmpty: Bool { names.handlers.isEmpty }

  /// Runs a command and then the handlers of what it has changed, as one transaction.
  func asOneTransaction(_ run: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    if names.handlers.contains(where: \.mayRunLong) { try transactions.endGroup() }
    try blocks.asOneTransaction(mayChange: true) { () throws(Diagnostic) in
      let mark = try attempt(store.mark())
      try run()
      // After an alter the name that a handler follows may be that of another property.
      feed.notifyTypeChanges()
      for handler in names.handlers { try self.run(handler, since: mark) }
    }
  }

  /// Runs a handler for each record whose property has another value than at the mark.
  private func run(_ handler: ChangeHandler, since mark: ChangeMark) throws(Diagnostic) {
    guard let type = store.type(named: handler.type),
      let property = type[handler.property]
    else { return }
    let changes = try attempt(
      store.changedValues(of: handler.property, in: handler.type, since: mark))
    for change in changes {
      let id = RecordID(handler.type, change.number)
      guard handler.record == nil || handler.record == id, try resolver.exists(id) else {
        continue
      }
      try run(
        handler,
        [
          ("record", .record(id)), ("old", Binding(change.old, of: property)),
          ("new", Binding(change.new, of: property)),
        ])
    }
  }

  private func run(
    _ handler: ChangeHandler, _ meanings: [(name: String, binding: Binding)]
  ) throws(Diagnostic) {
    guard depth < Self.greatestDepth else {
      throw handler.script.placed(
        Diagnostic(
          .refused,
          "change handlers are nested \(Self.greatestDepth) deep; everything they did is rolled back",
          at: handler.span, hint: "a handler that changes the property it follows runs again"))
    }
    depth += 1
    defer { depth -= 1 }
    try names.withLocals(.call, meanings) { () throws(Diagnostic) in
      try runner.run(handler.body, of: handler.script)
    }
  }
}

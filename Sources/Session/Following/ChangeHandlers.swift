internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

final class ChangeHandlers {
  private static let greatestDepth = 32

  private let context: CommandContext
  private let blocks: BlockRunner
  private var depth = 0
  /// Whether a command or edit that triggers handlers is running.
  private(set) var isFollowing = false
  /// Whether handlers stored in the database run.
  var runsKept = true

  private struct Run: Hashable {
    var handler: String
    var record: RecordID
  }

  init(_ context: CommandContext, _ blocks: BlockRunner) {
    self.context = context
    self.blocks = blocks
  }

  var isEmpty: Bool {
    let followed = context.names.followed
    return followed.properties.isEmpty || !runsKept && followed.handlers.allSatisfy(\.isKept)
  }

  func asOneTransaction(_ run: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    if context.names.followed.mayRunLong { try context.transactions.endGroup() }
    try blocks.asOneTransaction(mayChange: true) { () throws(Diagnostic) in
      try follow(run)
    }
  }

  func followEdit(
    ifCurrent isCurrent: Bool, _ run: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try context.transactions.asOneTransaction(ifCurrent: isCurrent) { () throws(Diagnostic) in
        try follow(run)
      }
    } catch {
      // The handlers' changes were rolled back but are still displayed.
      try? context.workspace.refresh()
      throw error
    }
  }

  /// Runs a change and then the handlers. Rules are checked after the handlers of the outermost
  /// change.
  private func follow(_ run: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    // If a handler's command fails, so does the command that caused the change, so no separate
    // savepoint is needed.
    if isFollowing {
      guard followsInSession else {
        try run()
        return context.workspace.feed.notifyTypeChanges()
      }
      return try runOfSession(since: mark(before: run))
    }
    isFollowing = true
    defer { isFollowing = false }
    try context.store.journal.postponingRules(mapError: Diagnostic.init(store:)) {
      () throws(Diagnostic) in
      let mark = try mark(before: run)
      var done: Set<Run> = []
      if runsKept { try runKept(since: mark, &done) }
      guard followsInSession else { return }
      try runOfSession(since: mark)
      if runsKept { try runKept(since: mark, &done) }
    }
  }

  private func mark(before run: () throws(Diagnostic) -> Void) throws(Diagnostic) -> ChangeMark {
    let mark = try attempt(context.store.journal.mark())
    try run()
    // After `alter`, the property name observed by a handler may belong to another property.
    context.workspace.feed.notifyTypeChanges()
    return mark
  }

  /// Runs each stored handler once for each changed record, including records that handlers change.
  private func runKept(since mark: ChangeMark, _ done: inout Set<Run>) throws(Diagnostic) {
    let followed = context.names.followed
    guard followed.handlers.contains(where: \.isKept) else { return }
    var seen = try attempt(context.store.journal.mark())
    var due = try self.due(followed, since: mark)
    while let (place, changes) = due.popFirst() {
      let handler = followed.handlers[place]
      guard handler.isKept else { continue }
      let changes = changes.filter {
        done.insert(Run(handler: handler.name, record: RecordID(handler.type, $0.number))).inserted
      }
      guard !changes.isEmpty else { continue }
      try run(handler, changes)
      // The handler's changes may affect properties that earlier handlers observe.
      let changed = try attempt(context.store.journal.changes(since: &seen))
      if changed?.isDisjoint(with: followed.properties) != true {
        due = try self.due(followed, since: mark)
      }
    }
  }

  private var followsInSession: Bool {
    context.names.followed.handlers.contains { !$0.isKept }
  }

  /// Each handler sees the changes of the handlers before it.
  private func runOfSession(since mark: ChangeMark) throws(Diagnostic) {
    guard followsInSession else { return }
    let followed = context.names.followed
    var seen = try attempt(context.store.journal.mark())
    var due = try self.due(followed, since: mark)
    while let (place, changes) = due.popFirst() {
      if followed.handlers[place].isKept { continue }
      try run(followed.handlers[place], changes)
      let now = try attempt(context.store.journal.mark())
      guard now != seen else { continue }
      seen = now
      due = try self.due(followed, since: mark).drop { $0.place <= place }
    }
  }

  private func due(
    _ followed: FollowedChanges, since mark: ChangeMark
  ) throws(Diagnostic) -> ArraySlice<(place: Int, changes: [ChangedValue])> {
    var mark = mark
    let former = mark
    let changed = try attempt(context.store.journal.changes(since: &mark)) ?? followed.properties
    var due: [(place: Int, changes: [ChangedValue])] = []
    for reference in changed where followed.properties.contains(reference) {
      guard let name = reference.property,
        context.store.schema.type(named: reference.type)?[name] != nil
      else {
        continue
      }
      let changes = try attempt(
        context.store.history.changedValues(of: name, in: reference.type, since: former))
      due += followed.due(for: changes, of: reference).map { ($0.key, $0.value) }
    }
    return due.sorted { $0.place < $1.place }[...]
  }

  private func run(_ handler: ChangeHandler, _ changes: [ChangedValue]) throws(Diagnostic) {
    guard let property = context.store.schema.type(named: handler.type)?[handler.property] else {
      return
    }
    for change in changes {
      let id = RecordID(handler.type, change.number)
      guard try inWorkspace(context.resolver.reader.exists(id)) else { continue }
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
          "change handlers are nested \(Self.greatestDepth) levels deep; all their changes were rolled back",
          at: handler.span, hint: "a handler that changes its own property runs again"))
    }
    depth += 1
    defer { depth -= 1 }
    let callsKept = context.names.callsKept
    context.names.callsKept = handler.isKept
    defer { context.names.callsKept = callsKept }
    try context.names.withLocals(.call, meanings) { () throws(Diagnostic) in
      try context.runner.run(handler.body, of: handler.script)
    }
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// What is done when a property has changed.
struct ChangeHandler {
  var name: String
  /// The type whose records it follows.
  var type: String
  var property: String
  /// The record that it follows; nil for all of its type.
  var record: RecordID?
  /// What it follows, as a command writes it.
  var subject: String
  var body: BlockSyntax
  /// Whether to run it may take long.
  var mayRunLong: Bool
  /// The command that defines it, as it can be read again in another session.
  var text: String
  /// Where that is.
  var script: Script
  /// The place of the property in that.
  var span: SourceSpan
}

/// Runs the handlers of changes, after the commands that have made them.
final class ChangeHandlers {
  /// How many handlers can be run inside each other.
  private static let greatestDepth = 32

  private unowned let session: Session
  private var depth = 0

  init(_ session: Session) {
    self.session = session
  }

  /// Whether a command may have changed what a handler follows.
  func isNeeded(after command: any Command) -> Bool {
    !session.names.handlers.isEmpty && command.isFollowedByHandlers
  }

  /// Runs a command and then the handlers of what it has changed, as one transaction.
  func runTogether(
    with command: any Command, _ run: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    if session.names.handlers.contains(where: \.mayRunLong) { try session.endGroup() }
    try session.runTogether(mayChange: true) { () throws(Diagnostic) in
      let mark = try attempt(session.store.mark())
      try run()
      // What was altered may have left the name that a handler follows to another property.
      session.following.update()
      for handler in session.names.handlers { try self.run(handler, since: mark) }
    }
  }

  /// Runs a handler for each record whose property has another value than at the mark.
  private func run(_ handler: ChangeHandler, since mark: ChangeMark) throws(Diagnostic) {
    guard let type = session.store.type(named: handler.type),
      let property = type[handler.property]
    else { return }
    let changes = try attempt(
      session.store.changedValues(of: handler.property, in: handler.type, since: mark))
    for change in changes {
      let id = RecordID(handler.type, change.number)
      guard handler.record == nil || handler.record == id, try session.resolver.exists(id) else {
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
    _ handler: ChangeHandler, _ names: [(name: String, binding: Binding)]
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
    try session.names.withLocals(.call, names) { () throws(Diagnostic) in
      try session.runner.run(handler.body, of: handler.script)
    }
  }
}

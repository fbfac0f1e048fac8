internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct EraseCommand: Command {
  static let verb = Verb(
    "erase",
    usage: "erase RECORD.PROPERTY \"REASON\" · erase RECORD \"REASON\"",
    summary:
      "Erases all current and former values of a property, or a record with its list items. The "
      + "values are removed from the history, the logged commands and the bytes of the database. "
      + "The log still shows who erased the values, and why. You cannot undo this.",
    examples: [
      "erase ann.age \"asked by the member\"", "erase ann \"left the club\"",
    ],
    changesRecords: true, takesReason: false, occasion: .outsideTransaction, mayRunLong: true)

  var record: Spanned<RecordSyntax>
  var property: Name?
  var reason: TemplateSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let (record, steps) = try parser.recordOrPath("a record or a property", .past)
    self.record = record
    if let step = steps.first {
      if let further = steps.dropFirst().first?.span ?? step.index?.span {
        throw SyntaxError(
          .syntax, at: further, "expected a record such as ann, or a property such as ann.age")
      }
      property = step.name
    }
    reason = try parser.template("a reason")
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("erase")
    let id = try session.resolver.pastRecord(record, canBeOfDroppedType: true)
    try inWorkspace(session.workspace.editing.finishEditings(of: id))
    let name = property.map { "\(id).\($0.value.asName)" } ?? id.description
    let taken =
      property == nil ? try session.deletion.takenAlong(byDeleting: id, at: record.span) : nil
    let span = property?.span ?? record.span
    let reason = try session.resolver.text(of: reason)
    var entry = session.transactions.entry(.erase, reason: reason)
    // The log entry must not contain a key that is being erased.
    entry.command = "erase \(name) \(Value.text(reason).literal)"
    func erase(isTrial: Bool) throws(Diagnostic) -> Erasure {
      try attempt(
        session.store.undoEngine.erase(id, property?.value, entry, isTrial: isTrial), at: span)
    }
    if session.transactions.asks {
      // What is refused is not asked.
      _ = try erase(isTrial: true)
      let question = "erase \(name) permanently\(taken.map { ", together with \($0)" } ?? "")?"
      guard try session.transactions.agrees(to: question, otherwise: "nothing was erased") else {
        return
      }
    }
    let erasure = try erase(isTrial: false)
    session.transactions.sayWarnings()
    try inWorkspace(session.workspace.refresh())
    if let taken { session.say(.notice("deleted with \(id): \(taken)")) }
    let others = erasure.records.count - 1
    session.say(
      .notice(
        "erased \(name)\(others > 0 ? " and \(others.count("record")) in its lists" : "") "
          + "from \(erasure.changes.count("change")) "
          + "and \(erasure.commands.count("logged command"))"))
    session.say(
      .notice(
        "commands that were typed at a prompt may also be in the history file of the line editor, "
          + "which is not part of the database")
    )
    if let obstacle = erasure.obstacle {
      guard session.configuration.cluster == nil else {
        throw Diagnostic(
          .refused, "\(name) is erased, but \(obstacle.message)", at: span,
          hint: "to replace the logs now, run workbench cluster compact CLUSTER in a shell")
      }
      throw Diagnostic(
        .refused,
        "\(name) is erased, but its bytes may still be in the database file: \(obstacle.message)",
        at: span, hint: "close other programs that use the database, then run this command again")
    }
  }
}

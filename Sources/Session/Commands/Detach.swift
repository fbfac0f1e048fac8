internal import CommandLanguage
internal import Replies
internal import Workspace

struct DetachCommand: Command {
  static let verb = Verb(
    "detach",
    usage: "detach NAME",
    summary: "Removes a label, field, form or change handler, and frees its name.",
    examples: ["detach age"])

  var interactor: InteractorSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    interactor = try parser.interactor("a label, field, form or change handler", .any)
  }

  /// Discards unfinished edits.
  func run(in session: Session) throws(Diagnostic) {
    if case .handler(let handler) = session.names[interactor.name.value], interactor.steps.isEmpty {
      return session.names.free(handler.name)
    }
    let found = try session.names.interactor(interactor)
    try inWorkspace(found.checkIsNoRow(), at: interactor.span)
    if session.names.isOfScreen(interactor.name.value) {
      throw Diagnostic(
        .refused, "\(found.name) belongs to the open screen and cannot be detached",
        at: interactor.span,
        hint: "`back` leaves the screen")
    }
    try inWorkspace(session.workspace.editing.cancelEditing(in: found))
    found.end()
    if !found.isPart { session.names.free(interactor.name.value) }
  }
}

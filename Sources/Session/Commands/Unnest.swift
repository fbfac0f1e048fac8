internal import CommandLanguage
internal import Replies
internal import Workspace

struct UnnestCommand: Command {
  static let verb = Verb(
    "unnest",
    usage: "unnest NAME",
    summary: "Removes a label, field or form from its form.",
    examples: ["unnest editor.age"])

  var interactor: InteractorSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    interactor = try parser.interactor("a label, field or form", .nested)
  }

  /// Also finishes open edits, like Return. The part is inactive afterwards, or ends if it has no
  /// name of its own.
  func run(in session: Session) throws(Diagnostic) {
    let inner = try session.names.interactor(interactor)
    try inWorkspace(inner.checkIsNoRow(), at: interactor.span)
    guard let form = inner.parent as? BoundForm else {
      throw Diagnostic(
        .refused, "\(inner.name) is not a part of a form", at: interactor.span)
    }
    try inWorkspace(session.workspace.editing.endEditings(in: inner))
    if inner.isPart { inner.end() } else { form.release(inner) }
  }
}

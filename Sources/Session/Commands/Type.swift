internal import CommandLanguage
internal import Replies
internal import Values
internal import Workspace

struct TypeCommand: Command {
  static let verb = Verb(
    "type",
    usage: "type FIELD|FORM \"KEYS\" [--trace]",
    summary: "Types keys into a field or a form, like a keyboard. `help keys` lists the keys.",
    examples: [
      "type f \"<All>42<Return>\"", "type editor.age \"42\"", "type f \"<All><Paste:7>\" --trace",
    ],
    options: ["trace": "prints the result of each key"],
    changesRecords: true)

  var field: InteractorSyntax
  var keys: [Key]
  var text: Spanned<String>
  var isTraced: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    field = try parser.interactor("a field or a form", .field)
    (keys, text) = try parser.keys()
    isTraced = parser.hasOption("trace")
  }

  var isFollowedByHandlers: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    let target =
      field.steps.isEmpty
      ? try session.names.field(field.name) : try session.names.interactor(field)
    let editing = try inWorkspace(
      session.workspace.editing.session(into: target, isTraced: isTraced), at: field.span)
    for key in keys {
      let outcome = editing.press(key)
      if case .rejected = outcome, let rejection = editing.rejected.last {
        session.say(.rejectedKey(rejection))
      }
    }
    if let question = editing.question { session.say(.notice(question)) }
    try inWorkspace(session.workspace.editing.finish(editing), at: text.span)
  }
}

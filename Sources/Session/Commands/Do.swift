internal import CommandLanguage
internal import Replies
internal import Workspace

struct DoCommand: Command {
  static let verb = Verb(
    "do",
    usage: "do COMMAND [PROPERTY=VALUE …]",
    summary: "Runs a command of the menu on the selected records. With `add`, you can give "
      + "values for the new record.",
    examples: ["do show", "do delete"], takesReason: true)

  var command: Name
  var assignments: [AssignmentSyntax]

  init(parsing parser: inout Parser) throws(SyntaxError) {
    command = try parser.name("a command of the menu", .view(.menuCommand))
    assignments = try parser.assignments()
  }

  var mayChange: Bool { true }

  func run(in session: Session) throws(Diagnostic) {
    let visits = session.visits
    try visits.menu.perform(command, of: visits.screens.presenter, assignments)
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct OpenCommand: Command {
  static let verb = Verb(
    "open",
    usage: "open SCREEN RECORD · open SCREEN",
    summary:
      "Opens a screen for a record, or a screen that lists records, on top of the open "
      + "screens. At the prompt, the terminal shows the screen until you press Esc. In a script, "
      + "with `-c` and with `-f`, a list is printed as with `list`. A screen for a record is "
      + "printed in full, and then each change to the record.",
    examples: ["open Sheet ann", "open Sheet Person/1", "open Staff"], mayRunLong: true)

  var screen: Name
  var record: Spanned<RecordSyntax>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    screen = try parser.name("a screen", .view(.screen))
    parser.note(.record(.itself))
    record = parser.isAtEnd ? nil : try parser.record()
  }

  func run(in session: Session) throws(Diagnostic) {
    let definition: ScreenDefinition
    do throws(Diagnostic) {
      definition = try session.views.screen(screen)
    } catch {
      var diagnostic = error
      if let type = session.store.schema.type(named: screen.value) {
        diagnostic.hint = "`list \(type.name.asName)` prints the records of a type"
      }
      throw diagnostic
    }
    let id = try record.map { record throws(Diagnostic) in try session.resolver.record(record) }
    try session.visits.visit(definition, on: id, at: record?.span ?? screen.span)
  }
}

internal import CommandLanguage
internal import Interactors

struct FormCommand: Command {
  static let verb = Verb(
    "form",
    usage: "form NAME on RECORD",
    summary: "Makes a form with a field for each property of a record; its fields are `NAME.age` "
      + "and so on.",
    examples: ["form sheet on ann", "form sheet on Person[\"Ann\"]"])

  var name: Name
  var record: Spanned<RecordSyntax>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name for the form")
    try parser.take("on")
    record = try parser.record()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.resolver.checkIsFree(name)
    let form = try session.attachments.makeForm(.own(name.value), on: record)
    session.names.bind(name.value, to: .form(form))
    form.interactor.activate()
  }
}

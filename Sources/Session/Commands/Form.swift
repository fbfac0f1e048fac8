internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Workspace

struct FormCommand: Command, InteractorMaking {
  static let verb = Verb(
    "form",
    usage: "form NAME on RECORD [rows LIST, …]",
    summary: "Creates a form with a field for each property of a record, and rows of fields "
      + "for its lists of owned records, or for the lists given with `rows`. The fields are "
      + "`NAME.age` and so on.",
    examples: [
      "form sheet on ann", "form sheet on Person[\"Ann\"]", "form sheet on show rows reviews",
    ])

  var name: Name
  var record: Spanned<RecordSyntax>
  var lists: [Name]?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.newName("a name for the form")
    try parser.take("on")
    record = try parser.record()
    guard parser.skip("rows") else { return }
    var lists: [Name] = []
    repeat {
      lists.append(try parser.name("a list of records", .listProperty(of: .record(record.value))))
    } while parser.skip(",")
    self.lists = lists
  }

  func run(in session: Session) throws(Diagnostic) { try make(by: session.context, after: nil) }

  func make(by context: CommandContext, after lastText: String?) throws(Diagnostic) {
    try context.resolver.checkIsFree(name)
    let form = try form(by: context)
    if let lists {
      form.clauses = ["rows " + lists.map(\.value.asName).joined(separator: ", ")]
    }
    context.names.bind(name.value, to: .form(form))
    form.interactor.activate()
  }

  private func form(by context: CommandContext) throws(Diagnostic) -> BoundForm {
    try context.makeForm(
      .own(name.value), on: context.resolver.lasting(record), rows: lists)
  }

  func check(by context: CommandContext) throws(Diagnostic) { _ = try form(by: context) }

  func checkNames(by resolver: Resolver) throws(Diagnostic) {
    let id = try resolver.presentRecord(record)
    let type = try resolver.type(Name(id.type, at: record.span))
    for list in lists ?? [] { _ = try resolver.property(list, of: type) }
  }
}

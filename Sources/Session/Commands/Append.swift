internal import CommandLanguage
internal import Replies

struct AppendCommand: Command {
  static let verb = Verb(
    "append",
    usage: "append RECORD.LIST VALUE · append RECORD.LIST new TYPE [PROPERTY=VALUE …]",
    summary: "Appends a value or a new record to a list.",
    examples: ["append ann.tags \"new\"", "append show.reviews new Review rating=5"],
    changesRecords: true)

  var list: PathSyntax
  var item: ItemSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    list = try parser.list()
    item = try ItemSyntax(parsing: &parser, for: list)
  }

  func run(in session: Session) throws(Diagnostic) {
    try item.insert(into: list, at: nil, in: session)
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct DescribeCommand: Command {
  static let verb = Verb(
    "describe",
    usage: "describe TYPE [--long]",
    summary: "Shows the properties, the rules and the indexes of a type.",
    examples: ["describe Person", "describe Person --long"],
    options: ["long": "shows every column, with the kind in a column of its own"],
    readsOneState: true)

  var type: Name
  var isLong: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    type = try parser.name("a type", .type)
    isLong = parser.hasOption("long")
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    let others =
      session.store.schema.rules(of: type.name).map { ("rule", $0.definition) }
      + session.store.schema.indexes(of: type.name).map { property in
        ("index", "index \(type.name.asName).\(property.asName)")
      }
    if session.configuration.isForPerson, !isLong {
      let lines = type.properties.map { ($0.name, $0.kindDefinition) } + others
      return session.say(
        .details(([("type", type.name)] + lines).map { Datum.Entry($0, .text($1)) }))
    }
    let properties = type.properties.map { property in
      let kind = property.kind.name + (property.isOptional ? "?" : "")
      return (property: String?.some(property.name), kind: kind, definition: property.definition)
    }
    session.replies.say(
      properties + others.map { (nil, $0, $1) },
      as: ReplyTable(
        [
          ReplyColumn("property") { Datum($0.property) }, ReplyColumn("kind") { .text($0.kind) },
          ReplyColumn("definition") { .text($0.definition) },
        ], isWhole: isLong))
  }
}

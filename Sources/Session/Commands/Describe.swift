internal import CommandLanguage
internal import RecordStore
internal import Records

struct DescribeCommand: Command {
  static let verb = Verb(
    "describe",
    usage: "describe TYPE",
    summary: "Shows the properties, the rules and the indexes of a type.",
    examples: ["describe Person"])

  var type: Name

  init(parsing parser: inout Parser) throws(SyntaxError) {
    type = try parser.name("a type", .type)
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    session.say(.tableBegins([Column("property"), Column("kind"), Column("definition")]))
    for property in type.properties {
      let kind = property.kind.name + (property.isOptional ? "?" : "")
      session.say(.row([.text(property.name), .text(kind), .text(property.definition)]))
    }
    for rule in session.store.rules(of: type.name) {
      session.say(.row([.null, .text("rule"), .text(rule.definition)]))
    }
    for property in session.store.indexes(of: type.name) {
      let definition = "index \(type.name.asName).\(property.asName)"
      session.say(.row([.null, .text("index"), .text(definition)]))
    }
    session.say(.tableEnds)
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct IndexCommand: Command {
  static let verb = Verb(
    "index",
    usage: "index TYPE.PROPERTY",
    summary:
      "Creates an index, which speeds up conditions on a property and sorting by the property. "
      + "Keys, unique properties and references already have an index. `explain` shows whether a "
      + "query uses the index.",
    examples: ["index Person.age"],
    changesRecords: true, mayRunLong: true)

  var property: PropertyNameSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    property = try parser.propertyName()
  }

  var opposite: String? { "drop index \(property.type.value.asName).\(property.name.value.asName)" }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(property.type)
    let name = try session.resolver.property(property.name, of: type).name
    if session.store.schema.indexes(of: type.name).contains(name) { return }
    try session.transactions.change(at: property.name.span, as: .schema) { tx throws(StoreError) in
      try tx.addIndex(of: name, in: type.name)
    }
  }
}

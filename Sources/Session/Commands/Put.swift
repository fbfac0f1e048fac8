internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct PutCommand: Command {
  static let verb = Verb(
    "put",
    usage: "put TYPE[KEY] [PROPERTY=VALUE …]",
    summary: "Sets properties of the record with this key. If the record does not exist, it is "
      + "created.",
    examples: ["put Person[\"Ann\"] age=41"],
    changesRecords: true)

  var type: Name
  var key: Spanned<ValueSyntax>
  var assignments: [AssignmentSyntax]

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let type = try parser.name("a type and a key, such as \"Person[…]\",", .record(.put))
    self.type = type
    key = try parser.key(ofType: type.value)
    assignments = try parser.assignments(of: .put(type: type.value))
  }

  func run(in session: Session) throws(Diagnostic) { _ = try make(in: session) }

  func make(in session: Session) throws(Diagnostic) -> RecordID {
    let type = try session.resolver.type(type)
    let span = self.type.span
    let (property, key) = try session.resolver.key(key, of: type, at: span)
    let found = try attempt(session.store.queries.find(type.name, key: key), at: span)
    var given = try session.resolver.given(
      assignments, for: type, on: found.map { RecordID(type.name, $0) }, key: key)
    let id: RecordID
    if let found {
      id = RecordID(type.name, found)
      try session.workspace.editing.assign(given, to: id, at: span)
    } else {
      guard given.add(property.name, key, at: self.key.span) else {
        throw Diagnostic(
          .syntax, "\(property.name) is given twice: in the brackets and after the brackets",
          at: span)
      }
      id = try session.workspace.editing.create(type, given, at: span)
    }
    if !session.replies.isQuiet { session.say(.reference(id.description)) }
    return id
  }
}

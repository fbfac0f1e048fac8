internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct OnCommand: Command {
  static let verb = Verb(
    "on",
    usage: "on change RECORD.PROPERTY [as NAME] { … } · on change TYPE.PROPERTY [as NAME] { … }",
    summary: "Runs commands in the same transaction whenever a command changes a property. "
      + "In the commands, :record is the changed record, and :old and :new are the old and the "
      + "new value of the property. `detach NAME` removes the handler.",
    examples: [
      "on change ann.age { echo \"Ann was :old and is :new\" }",
      "on change Person.age as birthdays { echo :record :old :new }",
    ])
  static let keepsBlocks = true

  var path: PathSyntax
  var name: Name?
  var body: BlockSyntax
  var bodyText: String
  var span: SourceSpan

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try self.init(parsing: &parser, from: parser.verb.span)
  }

  /// - Parameter needsName: Whether the handler must have a name, because it is stored in the
  ///   database.
  init(
    parsing parser: inout Parser, from start: SourceSpan, needsName: Bool = false
  ) throws(SyntaxError) {
    try parser.take("change")
    let (record, steps) = try parser.recordOrPath(
      "a property such as \"ann.age\" or \"Person.age\"", .property, takesType: true)
    guard let step = steps.first else { throw parser.unexpected("\".\" and a property") }
    if let culprit = steps.dropFirst().first?.span ?? step.index?.span {
      throw SyntaxError(
        .syntax, at: culprit, "expected a property such as ann.age or Person.age")
    }
    path = PathSyntax(record: record, steps: steps)
    if needsName { try parser.take("as") }
    name = needsName || parser.skip("as") ? try parser.name("a name for the handler") : nil
    let first = parser.index
    body = try parser.block(
      knowing: [
        BlockSyntax.Local("record", like: .record(record.value)),
        BlockSyntax.Local("old", like: .path(path)), BlockSyntax.Local("new", like: .path(path)),
      ], jumps: .nowhere)
    bodyText = parser.text(from: first)
    span = SourceSpan(from: start, to: body.span)
  }

  var blocks: [BlockSyntax] { [body] }
  var mayChange: Bool { false }
  var standsAlone: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    if let name { try session.resolver.checkIsFree(name) }
    let handler = try handler(
      named: self.name?.value ?? Self.freeName(in: session),
      mayRunLong: session.runner.current?.statement.mayRunLong ?? true, in: session)
    session.names.bind(handler.name, to: .handler(handler))
  }

  func handler(
    named name: String, mayRunLong: Bool, in session: Session
  ) throws(Diagnostic) -> ChangeHandler {
    let record = try self.record(in: session)
    let type = try session.resolver.type(Name(record?.type ?? typeName, at: path.record.span))
    let step = path.steps[0].name
    let property = try session.resolver.property(step, of: type)
    if property.computation != nil {
      throw Diagnostic(
        .refused, "\(property.name) is computed; expected a property that its expression reads",
        at: step.span)
    }
    if property.kind.isListOfRecords {
      throw Diagnostic(
        .refused, "\(property.name) is a list of records; expected a property of its records",
        at: step.span)
    }
    let subject = record.map { "\($0.type.asName)/\($0.number)" } ?? type.name.asName
    let followed = "\(subject).\(property.name.asName)"
    return ChangeHandler(
      name: name, type: type.name, property: property.name, record: record, subject: followed,
      body: body, mayRunLong: mayRunLong,
      text: "on change \(followed) as \(name.asName) \(bodyText)",
      script: session.runner.piece(span), span: path.span)
  }

  func kept(text: String, _ script: Script, mayRunLong: Bool) -> ChangeHandler? {
    guard let name, let step = path.steps.first else { return nil }
    return ChangeHandler(
      name: name.value, type: typeName, property: step.name.value,
      subject: "\(typeName.asName).\(step.name.value.asName)", body: body, mayRunLong: mayRunLong,
      text: text, script: script, span: path.span, isKept: true)
  }

  private var typeName: String {
    if case .name(let name) = path.record.value { name.value } else { path.record.value.text }
  }

  private func record(in session: Session) throws(Diagnostic) -> RecordID? {
    if case .name(let name) = path.record.value, session.names[name.value] == nil,
      session.store.schema.type(named: name.value) != nil
    {
      return nil
    }
    return try session.resolver.record(path.record)
  }

  private static func freeName(in session: Session) -> String {
    var number = 1
    while session.names.clash(with: "change\(number)") != nil { number += 1 }
    return "change\(number)"
  }
}

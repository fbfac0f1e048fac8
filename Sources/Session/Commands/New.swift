internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct NewCommand: Command, Equatable {
  static let verb = Verb(
    "new",
    usage: "new TYPE[/NUMBER] [PROPERTY=VALUE …] [as NAME]",
    summary:
      "Creates a record with the next number, or with the number you give, if it was never "
      + "used.",
    examples: [
      "new Person name=\"Bob\" age=41", "new Person name=\"Bob\" as bob",
      "new Person/7 name=\"Bob\"",
    ],
    changesRecords: true)

  var type: Name
  var number: Spanned<Int>?
  var assignments: [AssignmentSyntax]
  /// The session name after `as`.
  var name: Name?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try self.init(parsing: &parser, isNamed: false)
  }

  /// - Parameter isNamed: Whether the command follows `let`, which names the record, so that `as`
  ///   is not allowed.
  init(parsing parser: inout Parser, isNamed: Bool) throws(SyntaxError) {
    let type = try parser.name("a type", .type)
    self.type = type
    number = try parser.numberIfAny()
    assignments = try parser.assignments(until: ["as"], of: .type(type.value))
    if isNamed, parser.isAt("as") {
      throw SyntaxError(.syntax, at: parser.here, "\"let\" already names the record; omit \"as\"")
    }
    name = !isNamed && parser.skip("as") ? try parser.newName("a name for the record") : nil
    if let name { parser.note(name, like: .type(type.value)) }
  }

  static let isRepeated = true

  var alwaysWrites: Bool { true }

  mutating func move(to line: inout RepeatedLine) -> Bool {
    type = type.moved(to: line)
    number = number.map { Spanned(line.wholeNumber(), at: line.span($0.span)) }
    guard let assignments = assignments.repeated(in: &line) else { return false }
    self.assignments = assignments
    name = name?.moved(to: line)
    return true
  }

  func run(in session: Session) throws(Diagnostic) { _ = try make(in: session) }

  func make(in session: Session) throws(Diagnostic) -> RecordID {
    if let name { try session.resolver.checkIsFree(name) }
    let type = try session.resolver.type(type)
    let given = try session.resolver.given(assignments, for: type)
    if let id = try fill(type, given, in: session) { return id }
    let id = try session.workspace.editing.create(type, given, number: number, at: self.type.span)
    if let name { session.names.bind(name.value, to: .record(id)) }
    if session.replies.isQuiet { return id }
    session.say(.reference(id.description))
    if session.runner.isAtPrompt, let filled = Self.filledIn(type, given) {
      session.say(.notice("with \(filled)"))
    }
    return id
  }

  /// The implicit defaults of omitted properties, in command syntax, without empty texts and lists;
  /// nil if there are none.
  private static func filledIn(_ type: RecordType, _ given: GivenValues) -> String? {
    let given = given.values
    let filled = type.properties.compactMap { property -> String? in
      guard given[property.name] == nil, property.givenDefault == nil,
        !property.isOptional, !property.isComputed, let value = property.defaultValue
      else { return nil }
      if case .text("") = value { return nil }
      if case .list = value { return nil }
      return "\(property.name.asName)=\(property.kind.literal(value))"
    }
    return filled.isEmpty ? nil : filled.joined(separator: " ")
  }

  private func fill(
    _ type: RecordType, _ given: GivenValues, in session: Session
  ) throws(Diagnostic) -> RecordID? {
    guard number == nil, session.keys.wantsForm(of: type, given) else { return nil }
    guard let id = try fillInForm(in: session) else {
      throw Diagnostic(.refused, "no \(type.name) was created", at: self.type.span)
    }
    return id
  }

  @discardableResult
  func fillInForm(in session: Session) throws(Diagnostic) -> RecordID? {
    if let number {
      throw Diagnostic(
        .refused, "a record that is created in a form gets the next number", at: number.span,
        hint: "`new \(type.value.asName)/\(number.value)` creates a record with that number")
    }
    if let name { try session.resolver.checkIsFree(name) }
    let type = try session.resolver.type(self.type)
    let given = try session.resolver.given(assignments, for: type)
    return try session.keys.fill(type, given, as: name?.value, at: self.type.span)
  }
}

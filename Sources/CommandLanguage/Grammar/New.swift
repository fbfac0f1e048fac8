/// What `new` says.
public struct NewSyntax: Hashable, Sendable {
  /// The type of the new record.
  public var type: Name
  /// The values it begins with.
  public var assignments: [AssignmentSyntax]
  /// The name it gets by `as`.
  public var name: Name?

  /// Makes the wish for a new record of `type`.
  public init(type: Name, assignments: [AssignmentSyntax], name: Name?) {
    self.type = type
    self.assignments = assignments
    self.name = name
  }
}

extension Verb {
  static let new = Verb(
    "new",
    synopsis: "new TYPE [PROPERTY=VALUE …] [as NAME]",
    summary: "Makes a record.",
    examples: ["new Person name=\"Bob\" age=41", "new Person name=\"Bob\" as bob"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .new(try parser.new())
  }
}

extension Parser {
  /// Reads what stands behind `new`.
  ///
  /// - Parameter isNamed: Whether a `let` before it gives the name, so that `as` cannot.
  mutating func new(isNamed: Bool = false) throws(SyntaxError) -> NewSyntax {
    let type = try name("a type", .type)
    let assignments = try assignments(until: ["as"], of: .type(type.value))
    if isNamed, isAt("as"), let token = current {
      throw SyntaxError(.syntax, at: span(of: token), "\"let\" has named the record already")
    }
    let name = !isNamed && skip("as") ? try name("a name for the record") : nil
    return NewSyntax(type: type, assignments: assignments, name: name)
  }
}

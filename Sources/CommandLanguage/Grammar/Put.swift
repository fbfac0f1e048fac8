/// What `put` says.
public struct PutSyntax: Hashable, Sendable {
  /// The type of the record.
  public var type: Name
  /// The key that finds it, or that it is made with.
  public var key: Spanned<ValueSyntax>
  /// The values it gets.
  public var assignments: [AssignmentSyntax]

  /// Makes the wish for a record of `type` with `key`.
  public init(type: Name, key: Spanned<ValueSyntax>, assignments: [AssignmentSyntax]) {
    self.type = type
    self.key = key
    self.assignments = assignments
  }
}

extension Verb {
  static let put = Verb(
    "put",
    synopsis: "put TYPE[KEY] [PROPERTY=VALUE …]",
    summary: "Sets values of the record that has the key, and makes it if there is none.",
    examples: ["put Person[\"Ann\"] age=41"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .put(try parser.put())
  }
}

extension Parser {
  /// Reads what stands behind `put`.
  mutating func put() throws(SyntaxError) -> PutSyntax {
    let type = try name("a type and a key, such as \"Person[…]\",", .record(.put))
    let key = try key(ofType: type.value)
    let assignments = try assignments(of: .put(type: type.value))
    return PutSyntax(type: type, key: key, assignments: assignments)
  }
}

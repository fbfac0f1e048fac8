/// What `attach` says.
public struct AttachSyntax: Hashable, Sendable {
  /// The label or field.
  public var name: Name
  /// The property it is to follow.
  public var path: PathSyntax

  /// Makes the wish that `name` follow the property of `path`.
  public init(name: Name, path: PathSyntax) {
    self.name = name
    self.path = path
  }
}

extension Verb {
  static let attach = Verb(
    "attach",
    synopsis: "attach NAME to RECORD.PROPERTY",
    summary: "Makes a label or field follow another property of the same kind.",
    examples: ["attach age to bob.age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let name = try parser.name("a label or field", .interactor(.property))
    try parser.take("to")
    return .attach(AttachSyntax(name: name, path: try parser.path()))
  }
}

/// What `get` says.
public enum GetSyntax: Hashable, Sendable {
  /// The value of a property.
  case property(PathSyntax)
  /// The text of a label.
  case label(Name)
}

extension Verb {
  static let get = Verb(
    "get",
    synopsis: "get RECORD.PROPERTY · get LABEL",
    summary: "Prints the value of a property, or a label again.",
    examples: ["get ann.age", "get age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .get(try parser.get())
  }
}

extension Parser {
  fileprivate mutating func get() throws(SyntaxError) -> GetSyntax {
    note(.interactor(.any))
    return try pathOrName(
      "a property or a label", .property, path: GetSyntax.property, name: GetSyntax.label)
  }
}

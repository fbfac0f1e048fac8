/// What `edit` says.
public enum EditSyntax: Hashable, Sendable {
  /// A field.
  case field(Name)
  /// A property of a record, which gets a field for this once.
  case property(PathSyntax)

  /// Where it stands.
  public var span: SourceSpan {
    switch self {
    case .field(let name): name.span
    case .property(let path): path.span
    }
  }
}

extension Verb {
  static let edit = Verb(
    "edit",
    synopsis: "edit FIELD · edit RECORD.PROPERTY",
    summary:
      "Hands the keyboard to a field or a property: Return ends the editing, Esc cancels it.",
    examples: ["edit f", "edit ann.age"], changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .edit(try parser.editing())
  }
}

extension Parser {
  fileprivate mutating func editing() throws(SyntaxError) -> EditSyntax {
    note(.interactor(.field))
    return try pathOrName(
      "a field or a property", .property, path: EditSyntax.property, name: EditSyntax.field)
  }
}

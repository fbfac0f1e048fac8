/// What `edit` says.
public enum EditSyntax: Hashable, Sendable {
  /// A field, a form or a record of that name.
  case field(Name)
  /// A property of a record, which gets a field for this once, or a field of a form.
  case property(PathSyntax)
  /// A record given by its number or its key, which gets a form for this once.
  case record(Spanned<RecordSyntax>)

  /// Where it stands.
  public var span: SourceSpan {
    switch self {
    case .field(let name): name.span
    case .property(let path): path.span
    case .record(let record): record.span
    }
  }
}

extension Verb {
  static let edit = Verb(
    "edit",
    synopsis: "edit FIELD|FORM · edit RECORD.PROPERTY · edit RECORD",
    summary: "Hands the keyboard to a field, a form, a property or a record: Return ends the "
      + "editing, in a form behind its last field, and Esc cancels it.",
    examples: ["edit f", "edit ann.age", "edit editor", "edit Person[\"Ann\"]"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .edit(try parser.editing())
  }
}

extension Parser {
  fileprivate mutating func editing() throws(SyntaxError) -> EditSyntax {
    note(.interactor(.field))
    let (record, steps) = try recordOrPath(
      "a field, a form, a property or a record", .either, parts: .field)
    if !steps.isEmpty { return .property(PathSyntax(record: record, steps: steps)) }
    if case .name(let name) = record.value { return .field(name) }
    return .record(record)
  }
}

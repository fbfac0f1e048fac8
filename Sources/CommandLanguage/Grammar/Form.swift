/// What `form` says.
public struct FormSyntax: Hashable, Sendable {
  /// The name of the form.
  public var name: Name
  /// The record it edits.
  public var record: Spanned<RecordSyntax>

  /// Makes the form `name` on `record`.
  public init(name: Name, record: Spanned<RecordSyntax>) {
    self.name = name
    self.record = record
  }
}

extension Verb {
  static let form = Verb(
    "form",
    synopsis: "form NAME on RECORD",
    summary: "Makes a form with a field for each property of a record; its fields are `NAME.age` "
      + "and so on.",
    examples: ["form sheet on ann", "form sheet on Person[\"Ann\"]"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let name = try parser.name("a name for the form")
    try parser.take("on")
    return .form(FormSyntax(name: name, record: try parser.record()))
  }
}

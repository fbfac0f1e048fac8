/// What `nest` says.
public struct NestSyntax: Hashable, Sendable {
  /// The label, field or form.
  public var interactor: InteractorSyntax
  /// The form it is to be a part of.
  public var form: Name

  /// Makes the wish that `interactor` be a part of `form`.
  public init(interactor: InteractorSyntax, form: Name) {
    self.interactor = interactor
    self.form = form
  }
}

extension Verb {
  static let nest = Verb(
    "nest",
    synopsis: "nest NAME in FORM",
    summary: "Makes a label, field or form a part of a form, behind those it has.",
    examples: ["nest f in editor"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let interactor = try parser.interactor("a label, field or form", .any)
    try parser.take("in")
    let form = try parser.name("a form", .interactor(.form))
    return .nest(NestSyntax(interactor: interactor, form: form))
  }
}

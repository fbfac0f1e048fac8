/// What `option` says.
public enum OptionSyntax: Hashable, Sendable {
  /// The locale of labels and fields that name none.
  case locale(Spanned<String>)
}

extension Verb {
  static let option = Verb(
    "option",
    synopsis: "option locale ID",
    summary: "Chooses for the session: the locale of all labels and fields that name none, which "
      + "are formatted anew.",
    examples: ["option locale de_DE"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .option(try parser.option())
  }
}

extension Parser {
  fileprivate mutating func option() throws(SyntaxError) -> OptionSyntax {
    try take("locale")
    return .locale(try textOrWord("a locale such as \"de_DE\"", .locale))
  }
}

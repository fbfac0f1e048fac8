/// What `label` says.
public struct LabelSyntax: Hashable, Sendable {
  /// The name of the label.
  public var name: Name
  /// The property it shows.
  public var path: PathSyntax
  /// Where it says `grouped`, if it does.
  public var grouped: SourceSpan?
  /// The locale it is written in.
  public var locale: Spanned<String>?

  /// Makes the label `name` on `path`, without options.
  public init(name: Name, path: PathSyntax) {
    self.name = name
    self.path = path
  }
}

extension Verb {
  static let label = Verb(
    "label",
    synopsis: "label NAME on RECORD.PROPERTY [grouped] [locale ID]",
    summary: "Makes a label that prints itself whenever the property changes.",
    examples: ["label years on ann.age", "label price on pen.price grouped locale de_DE"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .label(try parser.label())
  }
}

extension Parser {
  fileprivate mutating func label() throws(SyntaxError) -> LabelSyntax {
    let name = try name("a name for the label")
    try take("on")
    var label = LabelSyntax(name: name, path: try path())
    var clauses = Clauses(["grouped", "locale"]) { [path = label.path] word in
      word == "grouped" ? .grouped(path) : .word(word)
    }
    while let clause = try clause(of: &clauses) {
      switch clause.value {
      case "grouped": label.grouped = clause.span
      default: label.locale = try textOrWord("a locale such as \"de_DE\"", .locale)
      }
    }
    return label
  }
}

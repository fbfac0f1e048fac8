/// What `field` says.
public struct FieldSyntax: Hashable, Sendable {
  /// The name of the field.
  public var name: Name
  /// The property it edits.
  public var path: PathSyntax
  /// Where it says `grouped`, if it does.
  public var grouped: SourceSpan?
  /// The locale it is written in.
  public var locale: Spanned<String>?
  /// Where it says `local`, if it does: dates in the order of the locale.
  public var local: SourceSpan?
  /// The digits it takes of a number, where they are fewer than the property's.
  public var format: FormatSyntax?
  /// Where it says `clear off`, if it does: clear resets the property, the text stays.
  public var clearOff: SourceSpan?
  /// Where it says `return stays`, if it does: after return the editing goes on.
  public var returnStays: SourceSpan?

  /// Makes the field `name` on `path`, without options.
  public init(name: Name, path: PathSyntax) {
    self.name = name
    self.path = path
  }
}

extension Verb {
  static let field = Verb(
    "field",
    synopsis: "field NAME on RECORD.PROPERTY [OPTION …]",
    summary: "Makes a text field that edits the property; the options are `grouped`, `locale ID`, "
      + "`local`, `format Decimal(…)`, `clear off` and `return stays`.",
    examples: [
      "field g on ann.age", "field g on ann.age locale de_DE clear off return stays",
      "field g on ann.joined local",
      "field g on pen.price format Decimal(integer: 3, fraction: 0...1)",
    ]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .field(try parser.field())
  }
}

extension Parser {
  fileprivate mutating func field() throws(SyntaxError) -> FieldSyntax {
    let name = try name("a name for the field")
    try take("on")
    var field = FieldSyntax(name: name, path: try path())
    let words = ["grouped", "locale", "local", "format", "clear", "return"]
    var clauses = Clauses(words) { [path = field.path] word in
      switch word {
      case "grouped": .grouped(path)
      case "format": .format(path)
      case "local": .local(path)
      default: .word(word)
      }
    }
    while let clause = try clause(of: &clauses) {
      let first = index - 1
      switch clause.value {
      case "grouped": field.grouped = clause.span
      case "locale": field.locale = try textOrWord("a locale such as \"de_DE\"", .locale)
      case "format": field.format = try format()
      case "local": field.local = clause.span
      case "clear":
        try take("off")
        field.clearOff = span(from: first)
      default:
        try take("stays")
        field.returnStays = span(from: first)
      }
    }
    return field
  }
}

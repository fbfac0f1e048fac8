/// What `label` says.
public struct LabelSyntax: Hashable, Sendable {
  /// What a label can show.
  public enum Subject: Hashable, Sendable {
    /// A property.
    case property(PathSyntax)
    /// The value of an expression.
    case expression(Expression)
  }

  /// The name of the label.
  public var name: Name
  /// What it shows.
  public var subject: Subject
  /// Where it says `grouped`, if it does.
  public var grouped: SourceSpan?
  /// Where it says `local`, if it does: dates in the order of the locale.
  public var local: SourceSpan?
  /// The locale it is written in.
  public var locale: Spanned<String>?
  /// The digits it shows of a number.
  public var format: FormatSyntax?
  /// What nil looks like.
  public var nilText: Spanned<String>?

  /// Makes the label `name` of `subject`, without options.
  public init(name: Name, subject: Subject) {
    self.name = name
    self.subject = subject
  }
}

extension Verb {
  static let label = Verb(
    "label",
    synopsis: "label NAME on RECORD.PROPERTY [OPTION …] · label NAME = (EXPRESSION) [OPTION …]",
    summary: "Makes a label that prints itself whenever what it shows changes; the options are "
      + "`grouped`, `locale ID`, `local`, `format Decimal(…)` and `nil \"TEXT\"`.",
    examples: [
      "label years on ann.age", "label price on pen.price grouped locale de_DE",
      "label cost on pen.price format Decimal(integer: 5, fraction: 2)",
      "label card = (:ann.name || ', ' || :ann.age) nil \"—\"",
    ]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .label(try parser.label())
  }
}

extension Parser {
  fileprivate mutating func label() throws(SyntaxError) -> LabelSyntax {
    let name = try name("a name for the label")
    var label: LabelSyntax
    var path: PathSyntax?
    if skip("=") {
      label = LabelSyntax(name: name, subject: .expression(try bracketedExpression()))
    } else {
      guard skip("on") else { throw unexpected("\"on\" or \"=\"") }
      let property = try self.path()
      label = LabelSyntax(name: name, subject: .property(property))
      path = property
    }
    var clauses = Clauses(["grouped", "locale", "local", "format", "nil"]) { [path] word in
      switch (word, path) {
      case ("grouped", let path?): .grouped(path)
      case ("format", let path?): .format(path)
      case ("local", let path?): .local(path)
      case ("local", nil): nil
      default: .word(word)
      }
    }
    while let clause = try clause(of: &clauses) {
      switch clause.value {
      case "grouped": label.grouped = clause.span
      case "locale": label.locale = try textOrWord("a locale such as \"de_DE\"", .locale)
      case "format": label.format = try format()
      case "local": label.local = clause.span
      default: label.nilText = try quotedText("a text")
      }
    }
    return label
  }
}

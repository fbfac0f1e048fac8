internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

struct LabelCommand: Command {
  static let verb = Verb(
    "label",
    usage: "label NAME on RECORD.PROPERTY [OPTION …] · label NAME = (EXPRESSION) [OPTION …]",
    summary: "Makes a label that prints itself whenever what it shows changes; the options are "
      + "`grouped`, `locale ID`, `local`, `format Decimal(…)` and `nil \"TEXT\"`.",
    examples: [
      "label years on ann.age", "label price on pen.price grouped locale de_DE",
      "label cost on pen.price format Decimal(integer: 5, fraction: 2)",
      "label card = (:ann.name || ', ' || :ann.age) nil \"—\"",
    ])

  /// What a label can show.
  enum Subject: Equatable, Sendable {
    case property(PathSyntax)
    case expression(ExpressionSyntax)
  }

  var name: Name
  var subject: Subject
  var grouped: SourceSpan?
  /// Where it says `local`, if it does: dates in the order of the locale.
  var local: SourceSpan?
  var locale: Spanned<String>?
  /// The digits it shows of a number.
  var format: FormatSyntax?
  /// What nil looks like.
  var nilText: Spanned<String>?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name for the label")
    var path: PathSyntax?
    if parser.skip("=") {
      subject = .expression(try parser.bracketedExpression())
    } else {
      guard parser.skip("on") else { throw parser.unexpected("\"on\" or \"=\"") }
      let property = try parser.path()
      subject = .property(property)
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
    while let clause = try parser.clause(of: &clauses) {
      switch clause.value {
      case "grouped": grouped = clause.span
      case "locale": locale = try parser.textOrWord("a locale such as \"de_DE\"", .locale)
      case "format": format = try parser.format()
      case "local": local = clause.span
      default: nilText = try parser.quotedText("a text")
      }
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.resolver.checkIsFree(name)
    let label =
      switch subject {
      case .property(let path): try label(on: path, in: session)
      case .expression(let expression): try label(of: expression, in: session)
      }
    label.hasOwnLocale = locale != nil
    if let nilText { label.interactor.nilText = nilText.value }
    session.names.bind(name.value, to: .label(label))
    label.interactor.activate()
  }

  private func label(
    on path: PathSyntax, in session: Session
  ) throws(Diagnostic) -> AttachedLabel {
    let (subject, property, id) = try session.resolver.shownProperty(path)
    let interactor = LabelInteractor.label(
      subject, property, digits: try property.digits(format),
      symbols: try session.attachments.notation(locale).symbols,
      isGrouped: try property.isGrouped(grouped),
      dates: try session.attachments.dates(local, property, locale) ?? .iso)
    return AttachedLabel(
      .own(name.value), on: path.text, of: [id], interactor, say: session.say)
  }

  private func label(
    of expression: ExpressionSyntax, in session: Session
  ) throws(Diagnostic) -> AttachedLabel {
    if let local {
      throw Diagnostic(
        .value, "local is for dates, not for an expression", at: local)
    }
    let digits = try format?.digits()
    let symbols = try session.attachments.notation(locale).symbols
    let source = try session.labels.source(of: name, expression)
    let interactor = ExpressionLabelInteractor(
      source.calculation, digits: digits, symbols: symbols, isGrouped: grouped != nil)
    _ = source.calculation.value
    // A label whose first text nobody waited for is not made.
    try session.runner.checkInterruption()
    return AttachedLabel(
      .own(name.value), on: "(\(expression.text))", of: source.expression.records, interactor,
      source: source, say: session.say)
  }
}

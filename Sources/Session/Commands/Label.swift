internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Replies
internal import Validation
internal import Workspace

struct LabelCommand: Command, InteractorMaking {
  static let verb = Verb(
    "label",
    usage:
      "label NAME on RECORD.PROPERTY [at TIME] [OPTION …] · label NAME = (EXPRESSION) [OPTION …]",
    summary: "Creates a label, which is printed again whenever its value changes. The options "
      + "are `grouped`, `locale ID`, `local`, `format Decimal(…)` and `nil \"TEXT\"`. With `at`, "
      + "the label shows a past value and never changes.",
    examples: [
      "label years on ann.age", "label price on pen.price grouped locale de_DE",
      "label cost on pen.price format Decimal(integer: 5, fraction: 2)",
      "label then on ann.age at #12",
      "label card = (:ann.name || ', ' || :ann.age) nil \"—\"",
    ])

  enum Subject: Sendable {
    case property(PathSyntax)
    case expression(ExpressionSyntax)
  }

  var name: Name
  var subject: Subject
  var grouped: SourceSpan?
  var local: SourceSpan?
  var locale: Spanned<String>?
  var format: FormatSyntax?
  var nilText: Spanned<String>?
  var moment: Spanned<MomentSyntax>?
  var optionTexts: [String] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try self.init(parsing: &parser, ofAny: nil)
  }

  init(parsing parser: inout Parser, ofAny type: Name?) throws(SyntaxError) {
    name = try parser.newName("a name for the label")
    var path: PathSyntax?
    if parser.skip("=") {
      subject = .expression(try parser.bracketedExpression(of: type.map { .type($0.value) }))
    } else {
      guard parser.skip("on") else { throw parser.unexpected("\"on\" or \"=\"") }
      let property = if let type { try parser.path(ofAny: type) } else { try parser.path() }
      subject = .property(property)
      path = property
    }
    let words = ["grouped", "locale", "local", "format", "nil"]
    // A label on a screen changes with the screen's record, and an expression may read several
    // records, so neither can show a past value.
    let canBePast = type == nil && path != nil
    var clauses = Clauses(words + (canBePast ? ["at"] : [])) { [path] word in
      switch (word, path) {
      case ("grouped", let path?): .grouped(path)
      case ("format", let path?): .format(path)
      case ("local", let path?): .local(path)
      case ("local", nil): nil
      default: .word(word)
      }
    }
    while let clause = try parser.clause(of: &clauses) {
      let first = parser.index - 1
      defer { if clause.value != "at" { optionTexts.append(parser.text(from: first)) } }
      switch clause.value {
      case "grouped": grouped = clause.span
      case "locale": locale = try parser.textOrWord("a locale such as \"de_DE\"", .locale)
      case "format": format = try parser.format()
      case "local": local = clause.span
      case "at": moment = try parser.moment()
      default: nilText = try parser.quotedText("a text")
      }
    }
  }

  func run(in session: Session) throws(Diagnostic) { try make(by: session.context, after: nil) }

  func make(by context: CommandContext, after lastText: String?) throws(Diagnostic) {
    try context.resolver.checkIsFree(name)
    let label = try label(of: nil, by: context, say: context.replies.say)
    label.lastText = lastText
    // If the user has interrupted the first evaluation, the label is not created.
    try context.runner.checkInterruption()
    context.names.bind(name.value, to: .label(label))
    label.interactor.activate()
  }

  func label(
    of record: RecordID?, by context: CommandContext, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> BoundLabel {
    let label =
      switch subject {
      case .property(let path):
        try self.label(
          on: record.map(path.of) ?? context.resolver.lasting(path), by: context, say)
      case .expression(let expression): try self.label(of: expression, on: record, by: context, say)
      }
    label.hasOwnLocale = locale != nil
    label.clauses = optionTexts
    if let nilText { label.interactor.nilText = nilText.value }
    return label
  }

  private func label(
    on path: PathSyntax, by context: CommandContext, _ say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> BoundLabel {
    let resolver = try context.past.resolver(at: moment)
    let (subject, property, found) = try resolver.shownProperty(path)
    let interactor = LabelInteractor(
      subject, property, digits: try property.digits(format),
      symbols: try context.notation(locale).symbols,
      isGrouped: try property.isGrouped(grouped),
      dates: try context.dates(local, property, locale) ?? .iso, isActive: false)
    interactor.calendar = try context.calendar(locale)
    let label = BoundLabel(
      .own(name.value), on: path.text + resolver.when,
      of: resolver.past == nil ? [found.record] : [],
      interactor, say: say)
    label.recordPath = found.textByNumber
    if resolver.past != nil { label.past = resolver.when }
    return label
  }

  private func label(
    of expression: ExpressionSyntax, on record: RecordID?, by context: CommandContext,
    _ say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> BoundLabel {
    if let local {
      throw Diagnostic(
        .value, "local needs a Date property, not an expression", at: local)
    }
    let digits = try format?.digits()
    let symbols = try context.notation(locale).symbols
    let compiled = try context.resolver.labelExpression(expression, on: record)
    let source = try inWorkspace(context.workspace.labels.source(of: name.value, compiled))
    let interactor = ExpressionLabelInteractor(
      source.calculation, kind: source.expression.compiled.kind, digits: digits, symbols: symbols,
      isGrouped: grouped != nil, isActive: false)
    interactor.calendar = try context.calendar(locale)
    _ = source.calculation.value
    let label = BoundLabel(
      .own(name.value), on: "(\(expression.text))", of: source.expression.records, interactor,
      source: source, say: say)
    for name in expression.sessionNames where label.meanings[name] == nil {
      label.meanings[name] = context.names[name]?.definition(of: name)
    }
    return label
  }

  var namesRead: [String] {
    switch subject {
    case .property: []
    case .expression(let expression): expression.sessionNames
    }
  }

  func check(by context: CommandContext) throws(Diagnostic) {
    _ = try label(of: nil, by: context) { _ in }
  }

  func checkNames(by resolver: Resolver) throws(Diagnostic) {
    switch subject {
    case .property(let path):
      _ = try resolver.target(of: path, from: resolver.presentRecord(path.record))
    case .expression(let expression): try resolver.checkNames(in: expression)
    }
  }
}

extension PathSyntax {
  func of(_ id: RecordID) -> PathSyntax {
    var path = self
    path.record.value = .id(type: Name(id.type, at: record.span), number: id.number)
    return path
  }
}

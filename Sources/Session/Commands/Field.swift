internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Workspace

struct FieldCommand: Command, InteractorMaking {
  static let verb = Verb(
    "field",
    usage: "field NAME on RECORD.PROPERTY [OPTION …]",
    summary: "Creates a text field that edits a property. The options are `grouped`, `locale "
      + "ID`, `local`, `format Decimal(…)`, `clear off`, `return stays` and `confirm off`.",
    examples: [
      "field g on ann.age", "field g on ann.age locale de_DE clear off return stays",
      "field g on ann.joined local",
      "field g on pen.price format Decimal(integer: 3, fraction: 0...1)",
    ])

  var name: Name
  var path: PathSyntax
  var grouped: SourceSpan?
  var locale: Spanned<String>?
  var local: SourceSpan?
  var format: FormatSyntax?
  /// The position of `clear off`: `clear` resets the property but keeps the typed text.
  var clearOff: SourceSpan?
  var returnStays: SourceSpan?
  /// The position of `confirm off`: after a rejected key, Return needs no confirmation.
  var confirmOff: SourceSpan?
  var optionTexts: [String] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try self.init(parsing: &parser, ofAny: nil)
  }

  init(parsing parser: inout Parser, ofAny type: Name?) throws(SyntaxError) {
    name = try parser.newName("a name for the field")
    try parser.take("on")
    path = if let type { try parser.path(ofAny: type) } else { try parser.path() }
    let words = ["grouped", "locale", "local", "format", "clear", "return", "confirm"]
    var clauses = Clauses(words) { [path] word in
      switch word {
      case "grouped": .grouped(path)
      case "format": .format(path)
      case "local": .local(path)
      default: .word(word)
      }
    }
    while let clause = try parser.clause(of: &clauses) {
      let first = parser.index - 1
      defer { optionTexts.append(parser.text(from: first)) }
      switch clause.value {
      case "grouped": grouped = clause.span
      case "locale": locale = try parser.textOrWord("a locale such as \"de_DE\"", .locale)
      case "format": format = try parser.format()
      case "local": local = clause.span
      case "clear":
        try parser.take("off")
        clearOff = parser.span(from: first)
      case "confirm":
        try parser.take("off")
        confirmOff = parser.span(from: first)
      default:
        try parser.take("stays")
        returnStays = parser.span(from: first)
      }
    }
  }

  func run(in session: Session) throws(Diagnostic) { try make(by: session.context, after: nil) }

  func make(by context: CommandContext, after lastText: String?) throws(Diagnostic) {
    try context.resolver.checkIsFree(name)
    let field = try field(of: nil, by: context)
    context.names.bind(name.value, to: .field(field))
    field.interactor.activate()
  }

  func field(
    of record: RecordID?, by context: CommandContext
  ) throws(Diagnostic) -> BoundField {
    let path = record.map(self.path.of) ?? context.resolver.lasting(self.path)
    let (id, property) = try context.resolver.property(path)
    try property.checkHasField(at: path.steps.last?.name.span ?? path.span)
    let notation = try context.notation(locale)
    var options = FieldOptions(
      notation, isGrouped: try property.isGrouped(grouped), digits: try property.digits(format))
    options.hasOwnLocale = locale != nil
    options.dates = try context.dates(local, property, locale)
    let found = try context.resolver.path(path)
    let field = try inWorkspace(
      context.workspace.makeField(.own(name.value), on: id, property, path: found, options),
      at: format?.span ?? path.span)
    field.clauses = optionTexts
    field.interactor.shouldClear = clearOff == nil
    field.interactor.shouldReturn = returnStays == nil
    field.interactor.confirmsRefusals = confirmOff == nil
    return field
  }

  func check(by context: CommandContext) throws(Diagnostic) {
    _ = try field(of: nil, by: context)
  }

  func checkNames(by resolver: Resolver) throws(Diagnostic) {
    _ = try resolver.target(of: path, from: resolver.presentRecord(path.record))
  }
}

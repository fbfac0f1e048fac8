internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct ScreenCommand: Command, ViewDefining {
  static let verb = Verb(
    "screen",
    usage: "screen NAME for TYPE { title \"TEMPLATE\"; formatter FORMATTER; label NAME on PROPERTY "
      + "[OPTION …]; label NAME = (EXPRESSION) [OPTION …]; field NAME on PROPERTY [OPTION …]; "
      + "menu COMMAND, … } · screen NAME for [TYPE] [where EXPRESSION] [order by EXPRESSION, …] "
      + "[limit N [offset M]] "
      + "{ title \"TEXT\"; columns COLUMN [as NAME], …; label NAME = (EXPRESSION) [OPTION …]; "
      + "opens SCREEN; menu COMMAND, … }",
    summary:
      "Defines a screen for a record, with formatters, labels, fields and a menu, or a screen "
      + "that lists the records of a type. On a listed record, Return opens the screen given "
      + "with `opens`, or else the first screen for a record of the type. You can use several "
      + "labels, fields and formatters.",
    examples: [
      "screen Sheet for Person { title \"{{name}}\"; label l on age; field g on age }",
      "screen Team for Person { label old = (age > 60); menu show, edit }",
      "screen Staff for [Person] where age > 30 { columns name, age; opens Sheet }",
    ],
    changesRecords: true)

  private static let words = ["title", "formatter", "label", "field", "menu"]
  private static let wordsOfMany = ["title", "columns", "label", "opens", "menu"]

  var name: Name
  var type: Name
  /// The records that the screen lists; nil for a screen of one record.
  var query: QuerySyntax?
  var title: QuotedText?
  /// The screen that opens if the user presses Return on a listed record.
  var opens: Name?
  var formatters: [Name] = []
  var labels: [LabelCommand] = []
  var fields: [FieldCommand] = []
  var menu: [MenuItem] = []
  var entries: [String] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name for the screen")
    try parser.take("for")
    if parser.isAt("[") {
      let query = try parser.listedQuery()
      (self.query, type) = (query, query.type)
    } else {
      parser.note(.sign("["))
      type = try parser.name("a type", .type)
    }
    entries = try readEntries(&parser)
  }

  private mutating func readEntries(_ parser: inout Parser) throws(SyntaxError) -> [String] {
    var screen = self
    defer { self = screen }
    let isOfMany = query != nil
    return try parser.entries(
      isOfMany ? Self.wordsOfMany : Self.words, once: ["title", "columns", "opens", "menu"]
    ) { word, parser throws(SyntaxError) in
      switch word.value {
      case "title":
        screen.title = try parser.sourceText(isOfMany ? "a text" : "a template")
      case "columns": screen.query?.columns = try parser.columns(of: screen.type.value)
      case "opens": screen.opens = try parser.name("a screen", .view(.screen))
      case "formatter":
        screen.formatters.append(
          try parser.name("a formatter", .view(.formatter(of: screen.type.value))))
      case "label":
        screen.labels.append(
          try LabelCommand(parsing: &parser, ofAny: isOfMany ? nil : screen.type))
      case "field": screen.fields.append(try FieldCommand(parsing: &parser, ofAny: screen.type))
      default:
        repeat {
          let command = try parser.name("a command of the menu", .view(.anyCommand))
          let hasList = !parser.isAtEnd && !parser.isAt(",")
          let list =
            hasList ? try parser.name("a list", .property(of: .type(screen.type.value))) : nil
          screen.menu.append(MenuItem(command: command, list: list))
        } while parser.skip(",")
      }
    }
  }

  var opposite: String? { "drop screen \(name.value.asName)" }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    try checkIsSessionless()
    try check(by: session.context, session.views)
    for item in menu { try item.checkIsThere(among: session.names.commands) }
    let left = menu.map(\.command).filter { command in
      MenuChoice(rawValue: command.value) == nil && !session.keptCommands.has(command.value)
    }
    let head = "screen \(name.value.asName) for " + (try subject(type, session.resolver))
    let lines = entries.map { "\n  " + $0 }.joined()
    let definition = "\(head) {\(lines)\n}"
    // Stored screens can use only stored commands, so session commands are saved with the screen.
    try session.blocks.asOneTransaction(mayChange: !left.isEmpty) { () throws(Diagnostic) in
      for command in left { try session.keptCommands.keep(command) }
      try session.views.keep(.screen, name, for: type, isOfMany: query != nil, definition)
    }
    for command in left {
      session.say(
        .notice(
          "\(command.value) was also stored in the database, because the screen uses it"))
    }
  }

  /// Throws if the screen uses session names, which do not exist in other sessions. Clock names are
  /// allowed.
  private func checkIsSessionless() throws(Diagnostic) {
    var expressions: [ExpressionSyntax] = []
    if let query {
      expressions += query.columns.map(\.expression) + query.order.map(\.expression)
      expressions += query.condition.map { [$0] } ?? []
    }
    for case .expression(let expression) in labels.map(\.subject) { expressions.append(expression) }
    for expression in expressions {
      _ = try RecordExpression(sessionless: expression, of: "a screen", readsClock: true)
    }
  }

  private func subject(_ type: RecordType, _ resolver: Resolver) throws(Diagnostic) -> String {
    guard let query else { return type.name.asName }
    var text = "[\(type.name.asName)]"
    if let condition = query.condition {
      let moments = try resolver.compile(condition, for: type, isCondition: true).compiled.moments
      text += " where " + condition.line(fixing: moments)
    }
    let order = query.order.map { $0.expression.line + ($0.isDescending ? " desc" : "") }
    if !order.isEmpty { text += " order by " + order.joined(separator: ", ") }
    if let limit = query.limit { text += " limit \(limit.value)" }
    if let offset = query.offset { text += " offset \(offset.value)" }
    return text
  }

  func check(by context: CommandContext, _ views: ViewDefinitions) throws(Diagnostic) {
    let type = try context.resolver.type(type)
    if let query { return try check(query, type, by: context, views) }
    if let title {
      _ = try Template(
        title.value, for: type, types: context.resolver.store.schema.type, altered: views.altered
      ) { error in
        let start = title.span(line: error.line, column: error.column).start
        return Diagnostic.Place(file: "", line: start.line, column: start.column)
      }
    }
    for name in formatters {
      let formatter = try views.formatter(name)
      guard formatter.type == type.name else {
        throw Diagnostic(
          .name, "\"\(name.value)\" is a formatter for \(formatter.type), not for \(type.name)",
          at: name.span)
      }
    }
    try checkNames()
    for label in labels { try check(label, type, by: context) }
    for field in fields { try check(field, type, by: context) }
    for item in menu { try item.check(for: type, isOfMany: false) }
  }

  private func check(
    _ query: QuerySyntax, _ type: RecordType, by context: CommandContext,
    _ views: ViewDefinitions
  ) throws(Diagnostic) {
    if let title, title.value.contains("{{") {
      throw Diagnostic(
        .value, "the title of a screen that lists records cannot contain properties",
        at: title.span,
        hint: "`label total = (count(\(type.name.asName)))` shows a value that changes")
    }
    let table = try context.resolver.table(query, of: type)
    if table.query.isGrouped, let column = query.columns.first {
      throw Diagnostic(
        .expression,
        "the columns of a screen cannot be aggregates, because the screen lists records",
        at: column.expression.span,
        hint: "`label NAME = (EXPRESSION)` shows a value for all records")
    }
    if let opens {
      let screen = try views.screen(opens)
      guard screen.type == type.name, screen.listing == nil else {
        let what = screen.listing == nil ? screen.type : "many records"
        throw Diagnostic(
          .name, "\"\(opens.value)\" is a screen for \(what), not for one record of \(type.name)",
          at: opens.span)
      }
    }
    try checkNames()
    for label in labels { try label.check(by: context) }
    for item in menu { try item.check(for: type, isOfMany: true) }
  }

  private func checkNames() throws(Diagnostic) {
    var commands: Set<String> = []
    for item in menu
    where !commands.insert(item.command.value + "." + (item.list?.value ?? "")).inserted {
      throw Diagnostic(
        .name, "the menu already has \"\(item.command.value)\"", at: item.command.span)
    }
    var seen: Set<String> = []
    for name in labels.map(\.name) + fields.map(\.name)
    where !seen.insert(name.value.lowercased()).inserted {
      throw Diagnostic(.name, "the screen already has \"\(name.value)\"", at: name.span)
    }
  }

  private func check(
    _ label: LabelCommand, _ type: RecordType, by context: CommandContext
  ) throws(Diagnostic) {
    _ = try context.notation(label.locale)
    switch label.subject {
    case .property(let path):
      let target = try context.resolver.target(of: path, from: RecordID(type.name, 0))
      _ = try target.digits(label.format)
      _ = try target.isGrouped(label.grouped)
      _ = try context.dates(label.local, target, label.locale)
    case .expression(let expression):
      _ = try context.resolver.compile(expression, for: type)
      _ = try label.format?.digits()
    }
  }

  private func check(
    _ field: FieldCommand, _ type: RecordType, by context: CommandContext
  ) throws(Diagnostic) {
    let path = field.path
    let target = try context.resolver.target(of: path, from: RecordID(type.name, 0))
    let span = path.steps.last?.span ?? path.span
    if path.steps.last?.index != nil {
      throw Diagnostic(.refused, "expected a property, not an item of a list", at: span)
    }
    try target.checkHasField(at: span)
    _ = try context.notation(field.locale)
    _ = try target.digits(field.format)
    _ = try target.isGrouped(field.grouped)
    _ = try context.dates(field.local, target, field.locale)
  }

  var view: ViewDefinition {
    var screen = ScreenDefinition(name: name.value, type: type.value)
    screen.listing = query.map { ScreenDefinition.Listing(query: $0, opens: opens?.value) }
    screen.title = title?.value
    screen.formatters = formatters.map(\.value)
    screen.labels = labels.map { label in
      ScreenLabel { record, context, say throws(Diagnostic) in
        try label.label(of: record, by: context, say: say)
      }
    }
    screen.fields = fields.map { field in
      ScreenDefinition.Field(
        name: field.name.value,
        body: ScreenField { record, context throws(Diagnostic) in
          try field.field(of: record, by: context)
        })
    }
    screen.menu = menu.map {
      ScreenDefinition.MenuEntry(command: $0.command.value, list: $0.list?.value)
    }
    return .screen(screen)
  }
}

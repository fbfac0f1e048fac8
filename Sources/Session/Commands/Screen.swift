internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies

struct ScreenCommand: Command, Defining {
  static let verb = Verb(
    "screen",
    usage: "screen NAME for TYPE { title \"TEMPLATE\"; formatter FORMATTER; label NAME on PROPERTY "
      + "[OPTION …]; label NAME = (EXPRESSION) [OPTION …]; field NAME on PROPERTY [OPTION …]; "
      + "menu COMMAND, … }",
    summary:
      "Defines a screen about a record: sections by formatters, labels and fields with names "
      + "of its own, and the menu; all but `title` and `menu` can be repeated.",
    examples: [
      "screen Sheet for Person { title \"{{name}}\"; label years on age; field g on age }",
      "screen Team for Person { label old = (age > 60); menu show, edit }",
    ],
    changesRecords: true)

  private static let words = ["title", "formatter", "label", "field", "menu"]

  var name: Name
  var type: Name
  var title: QuotedText?
  var formatters: [Name] = []
  var labels: [LabelCommand] = []
  var fields: [FieldCommand] = []
  var menu: [MenuItem] = []
  /// The entries as they are written.
  var entries: [String] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name for the screen")
    try parser.take("for")
    type = try parser.name("a type", .type)
    entries = try readEntries(&parser)
  }

  private mutating func readEntries(_ parser: inout Parser) throws(SyntaxError) -> [String] {
    var screen = self
    defer { self = screen }
    return try parser.entries(Self.words, once: ["title", "menu"]) {
      word, parser throws(SyntaxError) in
      switch word.value {
      case "title":
        screen.title = try parser.sourceText("a template")
      case "formatter":
        screen.formatters.append(
          try parser.name("a formatter", .view(.formatter(of: screen.type.value))))
      case "label": screen.labels.append(try LabelCommand(parsing: &parser, ofAny: screen.type))
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

  /// Does nothing if the screen already has this definition.
  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    try check(by: session.factory, session.views.formatter)
    let head = "screen \(name.value.asName) for \(type.name.asName)"
    let lines = entries.map { "\n  " + $0 }.joined()
    try session.views.keep(.screen, name, for: type, "\(head) {\(lines)\n}")
  }

  func check(
    by factory: InteractorFactory,
    _ formatter: (Name) throws(Diagnostic) -> FormatterDefinition
  ) throws(Diagnostic) {
    let type = try factory.resolver.type(type)
    if let title {
      _ = try Template(title.value, for: type, types: factory.resolver.store.type) { error in
        let start = title.span(line: error.line, column: error.column).start
        return Diagnostic.Place(file: "", line: start.line, column: start.column)
      }
    }
    for name in formatters {
      let formatter = try formatter(name)
      guard formatter.type == type.name else {
        throw Diagnostic(
          .name, "\"\(name.value)\" is a formatter for \(formatter.type), not for \(type.name)",
          at: name.span)
      }
    }
    try checkNames()
    for label in labels { try check(label, type, by: factory) }
    for field in fields { try check(field, type, by: factory) }
    for item in menu { try item.check(for: type) }
  }

  private func checkNames() throws(Diagnostic) {
    var seen: Set<String> = []
    for name in labels.map(\.name) + fields.map(\.name)
    where !seen.insert(name.value.lowercased()).inserted {
      throw Diagnostic(.name, "the screen has \"\(name.value)\" already", at: name.span)
    }
  }

  /// Checks a label as far as that can be without a record.
  private func check(
    _ label: LabelCommand, _ type: RecordType, by factory: InteractorFactory
  ) throws(Diagnostic) {
    _ = try factory.notation(label.locale)
    switch label.subject {
    case .property(let path):
      let target = try factory.resolver.target(of: path, from: RecordID(type.name, 0))
      _ = try target.digits(label.format)
      _ = try target.isGrouped(label.grouped)
      _ = try factory.dates(label.local, target, label.locale)
    case .expression(let expression):
      _ = try factory.resolver.compile(expression, for: type)
      _ = try label.format?.digits()
    }
  }

  /// Checks a field as far as that can be without a record.
  private func check(
    _ field: FieldCommand, _ type: RecordType, by factory: InteractorFactory
  ) throws(Diagnostic) {
    let path = field.path
    let target = try factory.resolver.target(of: path, from: RecordID(type.name, 0))
    let span = path.steps.last?.span ?? path.span
    if path.steps.last?.index != nil {
      throw Diagnostic(.refused, "expected a property, not an item of a list", at: span)
    }
    try target.checkHasField(at: span)
    _ = try factory.notation(field.locale)
    _ = try target.digits(field.format)
    _ = try target.isGrouped(field.grouped)
    _ = try factory.dates(field.local, target, field.locale)
  }
}

extension ScreenCommand: ViewDefining {
  var view: ViewDefinition {
    .screen(
      ScreenDefinition(
        name: name.value, type: type.value, title: title?.value,
        formatters: formatters.map(\.value),
        labels: labels, fields: fields, menu: menu))
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct DropCommand: Command {
  static let verb = Verb(
    "drop",
    usage:
      "drop type TYPE · drop rule TYPE.NAME · drop index TYPE.PROPERTY · drop formatter NAME "
      + "· drop screen NAME · drop layout NAME · drop command NAME "
      + "· drop on change NAME",
    summary:
      "Drops a type with its records, rules, indexes, formatters, screens and change handlers. "
      + "`drop` can also drop a single rule, index, formatter, screen or layout, or a command or "
      + "change handler that is stored in the database. The history keeps all dropped "
      + "definitions and records.",
    examples: [
      "drop type Person", "drop rule Person.adult", "drop index Person.age",
      "drop formatter line", "drop screen Sheet", "drop layout desk",
      "drop command greet", "drop on change fill",
    ],
    changesRecords: true)

  enum Subject: Sendable {
    case type(Name)
    case rule(RuleNameSyntax)
    case index(PropertyNameSyntax)
    case formatter(Name)
    case screen(Name)
    case layout(Name)
    case command(Name)
    case handler(Name)
  }

  var subject: Subject

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip("type") {
      subject = .type(try parser.name("a type", .type))
    } else if parser.skip("rule") {
      subject = .rule(try parser.ruleName(.typesWithRules, "the name of a rule"))
    } else if parser.skip("index") {
      subject = .index(try parser.propertyName())
    } else if parser.skip("formatter") {
      subject = .formatter(try parser.name("a formatter", .view(.formatter(of: nil))))
    } else if parser.skip("screen") {
      subject = .screen(try parser.name("a screen", .view(.screen)))
    } else if parser.skip("layout") {
      subject = .layout(try parser.name("a layout", .view(.layout)))
    } else if parser.skip("command") {
      subject = .command(try parser.name("a command", .view(.ownCommand)))
    } else if parser.skip("on") {
      try parser.take("change")
      subject = .handler(try parser.name("the name of a handler", .view(.keptHandler)))
    } else {
      let words = ["type", "rule", "index", "formatter", "screen", "layout", "command", "on"]
      throw parser.unexpected(words.map { "\"\($0)\"" }.listed(), candidates: words)
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    switch subject {
    case .type(let name): try drop(type: name, in: session)
    case .rule(let rule): try drop(rule, in: session)
    case .index(let property): try drop(property, in: session)
    case .formatter(let name): try session.views.drop(.formatter, name)
    case .screen(let name): try session.views.drop(.screen, name)
    case .layout(let name): try session.layouts.drop(name)
    case .command(let name):
      let users = session.views.screens.filter { screen in
        screen.menu.contains { $0.command == name.value }
      }
      try session.keptCommands.drop(name, unlessUsedBy: users.map(\.name))
    case .handler(let name): try session.keptCommands.drop(handler: name)
    }
  }

  private func drop(type name: Name, in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(name)
    try inWorkspace(session.workspace.editing.finishEditings(of: nil))
    let records = try attempt(session.store.queries.count(type.name, where: nil), at: name.span)
    if records > 0 {
      let question = "delete \(records.count("record")) of \(type.name)?"
      guard try session.transactions.agrees(to: question) else { return }
    }
    let views = session.views.kept(for: type) + session.keptCommands.handlers(of: type.name)
    let count = try session.transactions.change(at: name.span, as: .schema) {
      tx throws(StoreError) in
      try tx.dropType(type.name, with: views)
    }
    session.following.detach(from: type.name)
    session.say(.notice("\(count.count("record")) of \(type.name) deleted"))
  }

  private func drop(_ rule: RuleNameSyntax, in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(rule.type)
    let rules = session.store.schema.rules(of: type.name)
    guard rules.contains(where: { $0.name == rule.name.value }) else {
      throw Diagnostic(
        unknown: "\(type.name) has no rule \"\(rule.name.value)\"", rule.name,
        among: rules.map(\.name))
    }
    try session.transactions.change(at: rule.name.span, as: .schema) { tx throws(StoreError) in
      try tx.dropRule(rule.name.value, of: type.name)
    }
  }

  private func drop(_ syntax: PropertyNameSyntax, in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(syntax.type)
    let name = try session.resolver.property(syntax.name, of: type).name
    try session.transactions.change(at: syntax.name.span, as: .schema) { tx throws(StoreError) in
      try tx.dropIndex(of: name, in: type.name)
    }
  }

  var content: CommandContent? {
    if case .type(let name) = subject { .droppedType(name) } else { nil }
  }
}

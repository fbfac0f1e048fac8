internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Evaluates screen definitions for the workspace.
final class ScreenDefinitions: ScreenHost {
  private let context: CommandContext
  private let views: ViewDefinitions
  private let menu: ScreenMenu

  init(_ context: CommandContext, _ views: ViewDefinitions, _ menu: ScreenMenu) {
    (self.context, self.views, self.menu) = (context, views, menu)
  }

  var screens: [ScreenDefinition] { views.screens }

  private func syntax(_ listing: any DefinitionBody) -> QuerySyntax {
    guard let syntax = listing as? QuerySyntax else {
      preconditionFailure("the body of a list screen is not a query")
    }
    return syntax
  }

  func query(of listing: any DefinitionBody) throws(Diagnostic) -> RecordQuery {
    let syntax = syntax(listing)
    return try context.resolver.query(syntax, of: context.resolver.type(syntax.type))
  }

  func table(of listing: any DefinitionBody) throws(Diagnostic) -> any ScreenTable {
    let syntax = syntax(listing)
    return ListedTable(
      try context.resolver.table(syntax, of: context.resolver.type(syntax.type)),
      context.resolver)
  }

  func report(_ listing: any DefinitionBody) throws(Diagnostic) {
    let syntax = syntax(listing)
    let table = try context.resolver.table(syntax, of: context.resolver.type(syntax.type))
    try table.say(to: context.replies, context.resolver, isRevealed: false)
  }

  func formatters(of definition: ScreenDefinition) throws(Diagnostic) -> [TemplateFormatter] {
    try definition.formatters.map { name throws(Diagnostic) in
      let formatter = try views.formatter(Name(name, at: .nowhere))
      // An earlier version may have stored the definition unchecked.
      guard formatter.type == definition.type else {
        throw Diagnostic(
          .refused,
          "the screen \(definition.name) uses \"\(name)\", a formatter for \(formatter.type)")
      }
      return try formatter.formatter()
    }
  }

  func title(of definition: ScreenDefinition) throws(Diagnostic) -> Template? {
    guard let text = definition.title else { return nil }
    let type = try context.resolver.type(Name(definition.type, at: .nowhere))
    return try Template(text, for: type, types: context.store.schema.type) { _ in nil }
  }

  func label(
    _ label: any DefinitionBody, of record: RecordID?, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> BoundLabel {
    guard let label = label as? ScreenLabel else {
      preconditionFailure("the body of a label does not create a label")
    }
    return try label.label(record, context, say)
  }

  func field(_ field: any DefinitionBody, of record: RecordID) throws(Diagnostic) -> BoundField {
    guard let field = field as? ScreenField else {
      preconditionFailure("the body of a field does not create a field")
    }
    return try field.field(record, context)
  }

  func prepare(_ input: inout FormatterInput) { context.prepare(&input) }

  func command(_ choice: MenuChoice, in place: MenuChoice.Place) -> PresenterCommand<RecordID> {
    menu.command(choice, in: place)
  }

  func command(named name: String) -> PresenterCommand<RecordID> {
    guard case .command(let command) = context.names[name] else {
      return menu.missingCommand(name)
    }
    return menu.command(command)
  }

  func list(
    of entry: ScreenDefinition.MenuEntry, on type: String
  ) throws(Diagnostic) -> String? {
    let item = MenuItem(
      command: Name(entry.command, at: .nowhere),
      list: entry.list.map { Name($0, at: .nowhere) })
    return try item.list(of: context.resolver.type(Name(type, at: .nowhere)))
  }

  var offeredCommands: [PresenterCommand<RecordID>] {
    context.names.commands.filter { $0.condition != nil }.map(menu.command)
  }

  var showProgress: ((String?) -> Void)? { context.configuration.showProgress }

  func uptime() -> Int { context.configuration.uptime() }

  func askForInterruption() -> Bool { context.runner.askForInterruption() }

  func loading(_ body: () throws(WorkspaceError) -> Void) throws(WorkspaceError) {
    try context.runner.progress.pausing(body)
  }
}

extension QuerySyntax: DefinitionBody {}

private final class ListedTable: ScreenTable {
  private let table: RecordTable
  private let resolver: Resolver
  private var search: RecordSearch?

  init(_ table: RecordTable, _ resolver: Resolver) {
    (self.table, self.resolver) = (table, resolver)
  }

  var headings: [Column] {
    table.headers.map { Column($0.name, isNumeric: $0.kind?.isNumeric ?? false) }
  }

  var reads: Set<PropertyReference> {
    let (type, query) = (table.type, table.query)
    var reads: Set = [PropertyReference(type.name)]
    for expression in query.columns + query.order.map(\.expression) + [query.condition] {
      reads.formUnion(expression?.reads ?? [])
    }
    if query.columns.isEmpty {
      for property in type.properties { reads.insert(PropertyReference(type.name, property.name)) }
    }
    return reads
  }

  func records(_ numbers: [Int], with text: String) throws(Diagnostic) -> [Int] {
    if search?.text != text { search = try RecordSearch(text, table, resolver) }
    return try search?.records(numbers) ?? numbers
  }

  func rows(of numbers: [Int]) throws(Diagnostic) -> [ScreenRow] {
    var rows: [Int: RecordTable.Row] = [:]
    for row in try table.rows(of: numbers, in: resolver) {
      if let number = row.number { rows[number] = row }
    }
    return numbers.map { number in
      let row = rows[number]
      let cells = table.headers.enumerated().map { index, header in
        let cell = resolver.shown(row?.values[index], under: header, isRevealed: false)
        return row?.isWarned == true ? cell.asWarning : cell
      }
      return ScreenRow(RecordID(table.type.name, number), cells)
    }
  }
}

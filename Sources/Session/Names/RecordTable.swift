internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct RecordTable {
  /// A class, because copying it for each cell would cost more than creating most cells.
  final class Header {
    let name: String
    let property: Property?
    let kind: PropertyKind?
    let isMasked: Bool
    let shownKind: PropertyKind?
    /// Why the column has no sum; set if the expression is the reason, not the property or kind.
    let reasonForNoSum: String?
    let isHidden: Bool

    init(
      _ name: String, _ kind: PropertyKind?, property: Property? = nil, isMasked: Bool = false,
      reasonForNoSum: String? = nil
    ) {
      (self.name, self.kind, self.property, self.isMasked) = (name, kind, property, isMasked)
      self.reasonForNoSum = reasonForNoSum
      shownKind = property?.kind ?? kind
      isHidden = isMasked || shownKind?.isMasked ?? false
    }

    func datum(_ value: Value?, isRevealed: Bool) -> Datum {
      if !isHidden, let plain = Datum(plain: value) { return plain }
      // The total of integers can exceed 64 bits.
      if case .decimal(let total) = value, kind?.storage == .integer {
        return .longInteger(total.description)
      }
      if let property { return Datum(value, of: property, isRevealed: isRevealed) }
      if isMasked, !isRevealed, case .text(let text) = value {
        return .text(CardNumber.masking(text, isOfCard: true))
      }
      return Datum(value, of: kind)
    }

    var isOfRecords: Bool { property?.kind.isListOfRecords ?? false }
    /// Keys, unique properties and percentages have no sum.
    var hasSum: Bool {
      !(property?.isKey ?? false) && !(property?.isUnique ?? false)
        && shownKind?.isAddedUp ?? false && reasonForNoSum == nil
    }
    var takesWords: Bool { kind.map { $0.storage == .text } ?? true }
  }

  struct Row {
    var number: Int?
    var values: [Value?]
    var isWarned = false
    var isTotal = false
  }

  var query: RecordQuery
  var type: RecordType
  var headers: [Header]
  var span: SourceSpan
  var tokens: [WrittenToken]

  private var isOfRecords: Bool { query.columns.isEmpty }

  /// - Parameter total: The columns to total; empty for all that have a total, nil for no totals.
  func say(
    to replies: ReplyQueue, _ resolver: Resolver, isRevealed: Bool, isWhole: Bool = false,
    total: [Name]? = nil
  ) throws(Diagnostic) {
    func column(
      _ heading: String, isNumeric: Bool = false, _ cell: @escaping (Row) -> Datum
    ) -> ReplyColumn<Row> {
      ReplyColumn(heading, isNumeric: isNumeric) { $0.isWarned ? cell($0).asWarning : cell($0) }
    }
    let name = query.type.asName + "/"
    let ref = column("ref") {
      .text($0.isTotal ? Self.total : name + String($0.number ?? 0))
    }
    let labelled =
      query.isGrouped ? query.columns.indices.first { !query.columns[$0].isAggregate } : nil
    let columns = headers.enumerated().map { index, header in
      column(header.name, isNumeric: header.kind?.isNumeric ?? false) {
        if $0.isTotal, index == labelled, resolver.isForPerson || header.takesWords {
          return .text(Self.total)
        }
        // In a total row, an empty cell is blank for a person, but null for a program.
        if $0.isTotal, resolver.isForPerson, $0.values[index] == nil { return .text("") }
        return resolver.shown($0.values[index], under: header, isRevealed: isRevealed)
      }
    }
    let next =
      if let total { try rowsAndTotal(of: total, in: resolver) } else { try rows(in: resolver) }
    var page: [Row] = []
    try replies.say(
      as: ReplyTable((query.isGrouped ? [] : [ref]) + columns, isWhole: isWhole)
    ) { () throws(Diagnostic) in
      if page.isEmpty { page = try self.page(of: next, resolver).reversed() }
      return page.popLast()
    }
  }

  /// Reads several records at once, to check rules of severity `warn` for all of them together.
  private func page(
    of next: () throws(Diagnostic) -> Row?, _ resolver: Resolver
  ) throws(Diagnostic) -> [Row] {
    var page: [Row] = []
    while page.count < (isOfRecords ? 100 : 1), var row = try next() {
      for index in row.values.indices {
        row.values[index] = try inWorkspace(
          resolver.reader.shown(row.values[index], of: headers[index].shownKind))
      }
      page.append(row)
    }
    guard isOfRecords || query.numbers != nil else { return page }
    let warned = try resolver.warned(of: type, among: page.compactMap(\.number))
    for index in page.indices { page[index].isWarned = warned.contains(page[index].number ?? 0) }
    return page
  }

  private static let total = "total"

  /// The rows, and a last row with the totals: sums of numbers and durations or, for groups, the
  /// aggregates over all selected records.
  private func rowsAndTotal(
    of columns: [Name], in resolver: Resolver
  ) throws(Diagnostic) -> () throws(Diagnostic) -> Row? {
    let next = try rows(in: resolver)
    let places = try columns.map { name throws(Diagnostic) in try place(ofTotal: name) }
    var sums = RecordTotal(of: headers, places)
    var isAtEnd = false
    return { () throws(Diagnostic) in
      if isAtEnd { return nil }
      if let row = try next() {
        try sums.add(row.values)
        return row
      }
      isAtEnd = true
      let values = query.groups.isEmpty ? sums.values : try valuesOfAll(in: resolver, places)
      return Row(values: values, isTotal: true)
    }
  }

  private func place(ofTotal name: Name) throws(Diagnostic) -> Int {
    guard let place = headers.firstIndex(where: { $0.name == name.value }) else {
      throw Diagnostic(
        unknown: "the list has no column \"\(name.value)\"", name, among: headers.map(\.name))
    }
    let hasTotal =
      query.groups.isEmpty ? headers[place].hasSum : query.columns[place].isAggregate
    if hasTotal { return place }
    let reason =
      headers[place].property.map { property in
        property.isKey || property.isUnique
          ? "its values identify records" : "it is of kind \(property.kind.name)"
      }
      ?? headers[place].reasonForNoSum
    throw Diagnostic(
      .value, "\(name.value.asName) has no total\(reason.map { ": " + $0 } ?? "")", at: name.span)
  }

  private func valuesOfAll(
    in resolver: Resolver, _ wanted: [Int]
  ) throws(Diagnostic) -> [Value?] {
    let places = query.columns.indices.filter {
      query.columns[$0].isAggregate && (wanted.isEmpty || wanted.contains($0))
    }
    var values: [Value?] = headers.map { _ in nil }
    guard !places.isEmpty else { return values }
    var whole = self
    whole.query.columns = places.map { query.columns[$0] }
    (whole.query.groups, whole.query.order) = ([], [])
    (whole.query.limit, whole.query.offset) = (nil, 0)
    whole.headers = places.map { headers[$0] }
    let row = try whole.rows(in: resolver)()
    for (place, value) in zip(places, row?.values ?? []) { values[place] = value }
    return values
  }

  func unordered(_ numbers: [Int]) -> RecordTable {
    var table = self
    table.query.numbers = numbers
    (table.query.condition, table.query.order) = (nil, [])
    (table.query.limit, table.query.offset) = (nil, 0)
    return table
  }

  func rows(of numbers: [Int], in resolver: Resolver) throws(Diagnostic) -> [Row] {
    let table = unordered(numbers)
    let next = try table.rows(in: resolver)
    var rows: [Row] = []
    while case let page = try table.page(of: next, resolver), !page.isEmpty { rows += page }
    return rows
  }

  func rows(in resolver: Resolver) throws(Diagnostic) -> () throws(Diagnostic) -> Row? {
    if isOfRecords {
      let records = try step(resolver.store.queries.select(query))
      return { () throws(Diagnostic) in
        try step(records.next()).map { Row(number: $0.number, values: $0.values) }
      }
    }
    let rows = try step(resolver.store.queries.rows(query))
    let lists = headers.enumerated().compactMap { place, header in
      header.isOfRecords
        ? type.index(of: header.property?.name ?? "").map { (place, $0) } : nil
    }
    return { () throws(Diagnostic) in
      guard let (number, values) = try step(rows.next()) else { return nil }
      var row = Row(number: number, values: values)
      if let number, !lists.isEmpty {
        let own = try step(resolver.store.queries.values(of: RecordID(type.name, number)))
        for (place, index) in lists { row.values[place] = own?[index] }
      }
      return row
    }
  }

  private func step<Result>(
    _ step: @autoclosure () throws(StoreError) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(StoreError) {
      return try step()
    } catch {
      throw Diagnostic(error, tokens: tokens).at(span)
    }
  }
}

extension Resolver {
  func query(_ syntax: QuerySyntax, of type: RecordType) throws(Diagnostic) -> RecordQuery {
    var query = RecordQuery(type.name, limit: syntax.limit?.value)
    query.offset = syntax.offset?.value ?? 0
    if let condition = syntax.condition {
      let bound = try compile(condition, for: type, isCondition: true)
      query.condition = bound.compiled
      query.parameters = bound.parameters
    }
    let shown = syntax.shown
    func add(_ expression: ExpressionSyntax) throws(Diagnostic) -> CompiledExpression {
      let bound = try compile(
        expression, for: type, parameters: query.parameters, isResult: !shown.isEmpty)
      query.parameters = bound.parameters
      return bound.compiled
    }
    // Column names can be used only in `order by` and `group by`.
    let names = syntax.names(in: type)
    for group in syntax.groups { query.groups.append(try add(group.replacing(names))) }
    for column in shown {
      let isList = syntax.groups.isEmpty && isListOfRecords(column.expression, of: type)
      // In place of a list, the query reads the record number; the list itself is read with its
      // record.
      query.columns.append(
        isList
          ? try attempt(
            store.queries.compile(RecordExpression([.word("id")]), for: type.name, isResult: true))
          : try add(column.expression))
    }
    for order in syntax.order {
      query.order.append(
        RecordQuery.Order(
          try add(order.expression.replacing(names)), isDescending: order.isDescending))
    }
    guard query.isGrouped else { return query }
    for (compiled, column) in zip(query.columns, shown) {
      try checkIsGrouped(compiled, column.expression, by: query.groups)
    }
    for (compiled, order) in zip(query.order, syntax.order) {
      try checkIsGrouped(compiled.expression, order.expression, by: query.groups)
    }
    return query
  }

  func table(
    _ syntax: QuerySyntax, of type: RecordType, isCount: Bool = false
  ) throws(Diagnostic) -> RecordTable {
    var table = RecordTable(
      query: try query(syntax, of: type), type: type, headers: [], span: syntax.type.span,
      tokens: syntax.condition?.tokens ?? [])
    let shown = syntax.shown
    guard !shown.isEmpty else {
      table.headers = type.properties.map {
        RecordTable.Header($0.name, $0.kind, property: $0)
      }
      table.span = syntax.condition?.span ?? table.span
      return table
    }
    table.headers = zip(shown, table.query.columns).map { header(of: $0, $1, type) }
    if isCount {
      let tokens: [ExpressionToken] = [.word("count"), .symbol("("), .symbol(")")]
      let count = try attempt(
        store.queries.compile(RecordExpression(tokens), for: type.name, isResult: true),
        at: syntax.type.span)
      table.query.columns.append(count)
      table.headers.append(RecordTable.Header("count", .integer))
      if table.query.order.isEmpty {
        table.query.order = table.query.groups.map { RecordQuery.Order($0) }
      }
    }
    try checkAreDistinct(
      table.headers, shown.map(\.expression.span) + [syntax.type.span], isCount: isCount)
    return table
  }

  private func checkIsGrouped(
    _ compiled: CompiledExpression, _ expression: ExpressionSyntax, by groups: [CompiledExpression]
  ) throws(Diagnostic) {
    if groups.contains(where: { $0.expression.tokens == compiled.expression.tokens }) { return }
    let grouped = groups.filter { $0.expression.tokens.count == 1 }.flatMap(\.bareProperties)
    guard let loose = compiled.bareProperties.subtracting(grouped).sorted().first else { return }
    throw Diagnostic(
      .expression, "a group can have several values of \(loose.asName)", at: expression.span,
      hint: "use min(\(loose.asName)), or add \(loose.asName) to group by")
  }

  /// Throws if column names are repeated, because they would be repeated keys in JSON.
  private func checkAreDistinct(
    _ headers: [RecordTable.Header], _ spans: [SourceSpan], isCount: Bool
  ) throws(Diagnostic) {
    var seen: Set<String> = ["ref"]
    for (header, span) in zip(headers, spans) where !seen.insert(header.name).inserted {
      let name = header.name.asName
      throw Diagnostic(
        .name, "there is already a column \(name)", at: span,
        hint: isCount
          ? "`list … \(name), (count()) as number group by \(name)` gives the count another name"
          : "\"as\" gives a column another name")
    }
  }

  private func header(
    of column: ColumnSyntax, _ compiled: CompiledExpression, _ type: RecordType
  ) -> RecordTable.Header {
    let property = property(column.expression, of: type)
    return RecordTable.Header(
      column.name?.value ?? column.expression.heading,
      property?.kind.isListOfRecords == true ? property?.kind : compiled.kind, property: property,
      isMasked: maskedKind(readBy: compiled) != nil, reasonForNoSum: compiled.reasonForNoSum)
  }

  private func isListOfRecords(_ expression: ExpressionSyntax, of type: RecordType) -> Bool {
    expression.tokens.count == 1 && property(expression, of: type)?.kind.isListOfRecords == true
  }

  private func property(_ expression: ExpressionSyntax, of type: RecordType) -> Property? {
    var type: RecordType? = type
    var property: Property?
    for (place, token) in expression.tokens.enumerated() {
      switch token.kind {
      case .word(let name), .quotedName(let name):
        property = type?[name]
        type = property?.kind.recordType.flatMap(store.schema.type(named:))
      case .symbol("."): if place.isMultiple(of: 2) { return nil }
      case .symbol, .text, .number, .date, .sessionName: return nil
      }
    }
    return property
  }
}

extension QuerySyntax {
  fileprivate var shown: [ColumnSyntax] {
    columns.isEmpty ? groups.map { ColumnSyntax($0) } : columns
  }

  fileprivate func names(in type: RecordType) -> [String: ExpressionSyntax] {
    let named = columns.filter { $0.name.map { type[$0.value] == nil } ?? false }
    return Dictionary(named.map { ($0.name?.value ?? "", $0.expression) }) { $1 }
  }
}

extension ExpressionSyntax {
  /// The name, if the expression is a single name in backticks; otherwise the expression on one
  /// line, without enclosing parentheses.
  fileprivate var heading: String {
    if tokens.count == 1, case .quotedName(let name) = tokens[0].kind { return name }
    guard let first = tokens.first, first.kind == .symbol("("), closing == tokens.count - 1 else {
      return line
    }
    var inner = self
    inner.tokens = Array(tokens.dropFirst().dropLast())
    return inner.line
  }

  private var closing: Int? {
    var depth = 0
    for (place, token) in tokens.enumerated() {
      if token.kind == .symbol("(") { depth += 1 }
      guard token.kind == .symbol(")") else { continue }
      depth -= 1
      if depth == 0 { return place }
    }
    return nil
  }

  /// Replaces column names by their expressions, except in aggregates over other records, where the
  /// names are properties of those records.
  fileprivate func replacing(_ names: [String: ExpressionSyntax]) -> ExpressionSyntax {
    guard !names.isEmpty else { return self }
    var result = self
    result.tokens = []
    // For each open parenthesis, whether it is inside an aggregate.
    var brackets: [Bool] = []
    for (place, token) in tokens.enumerated() {
      let isGathered = brackets.last ?? false
      if token.kind == .symbol("(") {
        brackets.append(isGathered || place > 0 && tokens[place - 1].isAggregate)
      } else if token.kind == .symbol(")") {
        _ = brackets.popLast()
      }
      let isPart = isGathered || place > 0 && tokens[place - 1].kind == .symbol(".")
      switch token.kind {
      case .word(let name), .quotedName(let name):
        guard !isPart, let meant = names[name] else {
          result.tokens.append(token)
          continue
        }
        result.tokens +=
          tokens.count == 1
          ? meant.tokens : [token.sign("(")] + meant.tokens + [token.sign(")")]
      case .text, .number, .date, .sessionName, .symbol: result.tokens.append(token)
      }
    }
    return result
  }
}

extension WrittenToken {
  fileprivate var isAggregate: Bool {
    guard case .word(let name) = kind else { return false }
    return ExpressionFunction.named(name.lowercased())?.isOfLists ?? false
  }

  fileprivate func sign(_ sign: String) -> WrittenToken {
    var result = self
    result.kind = .symbol(sign)
    result.text = sign
    return result
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A table of values calculated from the records of a type, as a query asks for them.
struct RecordTable {
  /// A column and what is known of its values.
  struct Header {
    var name: String
    /// The property that is shown as it is, if it is one.
    var property: Property?
    var kind: PropertyKind?
    /// Whether something is read that is shown in full only where that is asked for.
    var isMasked = false
  }

  var query: Query
  var headers: [Header]
  var span: SourceSpan
  /// The tokens of the condition, for errors that come only with the evaluation.
  var tokens: [WrittenToken]

  /// Answers with a row for each record or group.
  ///
  /// - Parameter resolver: that of the state the query is about.
  func say(
    in session: Session, _ resolver: Resolver, isRevealed: Bool, isWhole: Bool = false
  ) throws(Diagnostic) {
    let isGrouped = query.isGrouped
    let columns = headers.map { Column($0.name, isNumeric: $0.kind?.isNumeric ?? false) }
    session.say(.tableBegins((isGrouped ? [] : [Column("ref")]) + columns, isWhole: isWhole))
    try eachRow(in: resolver) { (number, values) throws(Diagnostic) in
      // The table ends here, as nobody reads it any longer.
      guard session.configuration.isHeard() else { return false }
      var cells: [Datum] = []
      if let number { cells = [.text(RecordID(query.type, number).description)] }
      for (value, header) in zip(values, headers) {
        let shown = try resolver.shown(value)
        cells.append(header.datum(shown, isRevealed: isRevealed))
      }
      session.say(.row(cells))
      return true
    }
    session.say(.tableEnds)
  }

  /// Calls a closure with each row until it has enough.
  func eachRow(
    in resolver: Resolver, _ body: (_ number: Int?, _ values: [Value?]) throws(Diagnostic) -> Bool
  ) throws(Diagnostic) {
    let rows = try next(resolver.store.rows(query))
    while let row = try next(rows.next()) {
      guard try body(row.number, row.values) else { return }
    }
  }

  private func next<Result>(
    _ step: @autoclosure () throws(StoreError) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(StoreError) {
      return try step()
    } catch {
      throw Diagnostic(error, tokens: tokens).at(span)
    }
  }
}

extension RecordTable.Header {
  func datum(_ value: Value?, isRevealed: Bool) -> Datum {
    if let property { return Datum(value, of: property, isRevealed: isRevealed) }
    if isMasked, !isRevealed, case .text(let text) = value {
      return .text(CardNumber.masking(text, isOfCard: true))
    }
    return Datum(value, of: kind)
  }
}

extension Resolver {
  /// What a command lists of the records of a type, or counts of each group of them.
  func table(
    _ syntax: QuerySyntax, of type: RecordType, isCount: Bool = false
  ) throws(Diagnostic) -> RecordTable {
    var query = Query(type.name, limit: syntax.limit?.value)
    if let condition = syntax.condition {
      let bound = try compile(condition, for: type, isCondition: true)
      query.condition = bound.compiled
      query.parameters = bound.parameters
    }
    var names: [String: ExpressionSyntax] = [:]
    for column in syntax.columns {
      guard let name = column.name, type[name.value] == nil else { continue }
      names[name.value] = column.expression
    }
    func add(_ expression: ExpressionSyntax) throws(Diagnostic) -> CompiledExpression {
      let bound = try compile(
        expression, for: type, parameters: query.parameters, isResult: true)
      query.parameters = bound.parameters
      return bound.compiled
    }
    // Only what is ordered or gathered by sees the names of columns.
    for group in syntax.groups { query.groups.append(try add(group.replacing(names))) }
    var shown: [(expression: ExpressionSyntax, name: Name?)] = syntax.columns.map {
      ($0.expression, $0.name)
    }
    if shown.isEmpty { shown = syntax.groups.map { ($0, nil) } }
    var headers: [RecordTable.Header] = []
    for (expression, name) in shown {
      let compiled = try add(expression)
      query.columns.append(compiled)
      headers.append(header(of: expression, name, compiled, type))
    }
    for order in syntax.order {
      query.order.append(
        Query.Order(
          try add(order.expression.replacing(names)), isDescending: order.isDescending))
    }
    if query.isGrouped {
      for (compiled, part) in zip(query.columns, shown) {
        try checkIsGrouped(compiled, part.expression, by: query.groups)
      }
      for (compiled, order) in zip(query.order, syntax.order) {
        try checkIsGrouped(compiled.expression, order.expression, by: query.groups)
      }
    }
    if isCount {
      let tokens: [ExpressionToken] = [.word("count"), .symbol("("), .symbol(")")]
      let count = try attempt(
        store.compile(Expression(tokens), for: type.name, isResult: true), at: syntax.type.span)
      query.columns.append(count)
      headers.append(RecordTable.Header(name: "count", kind: .integer))
      if query.order.isEmpty { query.order = query.groups.map { Query.Order($0) } }
    }
    try checkAreDistinct(
      headers, shown.map(\.expression.span) + [syntax.type.span], isCount: isCount)
    return RecordTable(
      query: query, headers: headers, span: syntax.type.span,
      tokens: syntax.condition?.tokens ?? [])
  }

  /// Refuses a property of which a group has many values.
  private func checkIsGrouped(
    _ compiled: CompiledExpression, _ expression: ExpressionSyntax, by groups: [CompiledExpression]
  ) throws(Diagnostic) {
    if groups.contains(where: { $0.expression.tokens == compiled.expression.tokens }) { return }
    let grouped = groups.filter { $0.expression.tokens.count == 1 }.flatMap(\.bareProperties)
    guard let loose = compiled.bareProperties.subtracting(grouped).sorted().first else { return }
    throw Diagnostic(
      .expression, "a group has many values of \(loose.asName)", at: expression.span,
      hint: "min(\(loose.asName)) is one of them; or group by it too")
  }

  /// Refuses two columns of one name, which as JSON would be one.
  private func checkAreDistinct(
    _ headers: [RecordTable.Header], _ spans: [SourceSpan], isCount: Bool
  ) throws(Diagnostic) {
    var seen: Set<String> = ["ref"]
    for (header, span) in zip(headers, spans) where !seen.insert(header.name).inserted {
      let name = header.name.asName
      throw Diagnostic(
        .name, "there is a column \(name) already", at: span,
        hint: isCount
          ? "list … \(name), (count()) as number group by \(name) names the number as you like"
          : "\"as\" gives a column another name")
    }
  }

  private func header(
    of expression: ExpressionSyntax, _ name: Name?, _ compiled: CompiledExpression,
    _ type: RecordType
  ) -> RecordTable.Header {
    let isMasked = compiled.reads.contains { read in
      read.property.flatMap { store.type(named: read.type)?[$0] }?.kind.isMasked == true
    }
    return RecordTable.Header(
      name: name?.value ?? expression.heading, property: property(expression, of: type),
      kind: compiled.kind, isMasked: isMasked)
  }

  /// The property that an expression is and nothing else, by a path or without.
  private func property(_ expression: ExpressionSyntax, of type: RecordType) -> Property? {
    var type: RecordType? = type
    var property: Property?
    for (place, token) in expression.tokens.enumerated() {
      switch token.kind {
      case .word(let name), .quotedName(let name):
        property = type?[name]
        type = property?.kind.recordType.flatMap(store.type(named:))
      case .symbol("."): if place.isMultiple(of: 2) { return nil }
      case .symbol, .text, .number, .date, .sessionName: return nil
      }
    }
    return property
  }
}

extension ExpressionSyntax {
  /// The text above a column: a path by its names, an expression without brackets around it.
  fileprivate var heading: String {
    if tokens.count == 1, case .quotedName(let name) = tokens[0].kind { return name }
    guard let first = tokens.first, first.kind == .symbol("("), closing == tokens.count - 1 else {
      return line
    }
    var inner = self
    inner.tokens = Array(tokens.dropFirst().dropLast())
    return inner.line
  }

  /// The place of the bracket that closes the first one.
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

  /// The expression with the names of columns replaced by what is in these, but where an aggregate
  /// takes something of other records, which have properties of their own.
  fileprivate func replacing(_ names: [String: ExpressionSyntax]) -> ExpressionSyntax {
    guard !names.isEmpty else { return self }
    var result = self
    result.tokens = []
    // For each bracket that is open, whether it or one around it is an aggregate's.
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
  /// Whether it is the name of a function that goes over lists and types.
  fileprivate var isAggregate: Bool {
    guard case .word(let name) = kind else { return false }
    return ExpressionFunction.named(name.lowercased())?.isOfLists ?? false
  }

  /// A sign at the same place.
  fileprivate func sign(_ sign: String) -> WrittenToken {
    var result = self
    result.kind = .symbol(sign)
    result.text = sign
    return result
  }
}

internal import Records

/// Infers the kinds of an expression after its names are resolved.
///
/// Selects the conversions that texts, dates and decimals need, and reports tests that can never be
/// true, or only by accident.
struct KindInference {
  typealias Node = ExpressionNode

  struct Operand {
    var range: ClosedRange<Int>
    var type: InferredType
    var node: ExpressionNode?

    init(_ node: ExpressionNode) {
      range = node.range
      type = node.type
      self.node = node
    }

    init(_ range: ClosedRange<Int>, _ type: InferredType) {
      (self.range, self.type) = (range, type)
    }
  }

  let context: ExpressionContext

  func infer(_ node: Node) {
    node.type = type(of: node)
    // Functions such as `round` and `avg` return percentages for percentages.
    if case .call(let call) = node.form, node.type.isDecimal, !node.type.isPercentage {
      var types = call.arguments.map(\.type)
      if case .rows(let path)? = node.meaning { types = [path.type] }
      node.type.isPercentage = InferredType.isPercentage(types)
    }
  }

  private func type(of node: Node) -> InferredType {
    let place = node.range.lowerBound
    switch node.form {
    case .missing: return .unknown
    case .text: return .text
    case .date(let text):
      let moment = context.moment(at: place)
      let written = moment?.description ?? text
      if let moment { context.noteMoment(moment, at: place) }
      node.reading = .text(written)
      return InferredType(written.utf8.contains(UInt8(ascii: "T")) ? .dateTime : .date)
    case .number(let text): return numeral(text, isNegative: false, node)
    case .sessionName, .path:
      switch node.meaning {
      case .given(let value): return InferredType(value.kind)
      case .path(let path), .rows(let path): return path.type
      case nil: return .mistaken
      }
    case .constant(let word):
      var type = word == "NULL" ? InferredType.unknown : InferredType(.boolean)
      type.isConstantWord = true
      return type
    case .brackets(let nodes):
      for node in nodes { infer(node) }
      if nodes.count == 1 { return nodes[0].type }
      return InferredType(elements: nodes.map(\.type))
    case .subselect(let subselect):
      let results = infer(subselect)
      return results.isEmpty ? .unknown : InferredType(oneOf: results.map(\.type))
    case .signed(let sign, let value): return signed(sign, value, node)
    case .not(let value):
      infer(value)
      checkIsCondition(value)
      return .condition
    case .exists(let value):
      infer(value)
      return .condition
    case .choice(let choice): return type(of: choice)
    case .cast(let value, let type):
      infer(value)
      return cast(value.type, to: type)
    case .call(let call): return type(of: call, node)
    case .operations(let first, let operations):
      infer(first)
      context.completion?.note(beside: first, before: operations[0], self)
      var left = Operand(first)
      for operation in operations { left = combined(left, operation) }
      return left.type
    }
  }

  private func numeral(_ text: String, isNegative: Bool, _ node: Node) -> InferredType {
    do {
      let number = try ExpressionNumber(text, isNegative: isNegative)
      if context.isPortable, !number.isWritable {
        context.report(
          "a number in a computed property can have at most \(Property.exactDoubleDigits) digits",
          at: node.range.upperBound)
      }
      node.reading = number.bound
      return InferredType(number)
    } catch {
      context.report(error.message, at: node.range.upperBound)
      return .unknown
    }
  }

  private func signed(_ sign: String, _ value: Node, _ node: Node) -> InferredType {
    if sign == "-", case .number(let text) = value.form {
      // The sign is part of the literal, because the minimum integer has no positive counterpart.
      return numeral(text, isNegative: true, node)
    }
    infer(value)
    var type = value.type
    type.isLiteral = false
    if type.elements != nil || type.isText { return .unknown }
    if sign == "~" { return .integer }
    if sign == "-", type.isLong { checkIsNoColumn(at: node.range.lowerBound) }
    if type.isConstantWord || type.isCondition || type.idType != nil { return .count }
    return type
  }

  func checkIsNoColumn(at place: Int) {
    guard context.isPortable else { return }
    context.report(
      "a computed property cannot use decimals of more than \(Property.exactDoubleDigits) digits",
      at: place)
  }

  private func type(of choice: Node.Choice) -> InferredType {
    if let base = choice.base { infer(base) }
    for branch in choice.branches {
      infer(branch.condition)
      infer(branch.result)
      if let base = choice.base {
        context.completion?.note(branch.condition, beside: Operand(base), "=")
      } else {
        checkIsCondition(branch.condition)
      }
    }
    if let base = choice.base {
      choice.comparison = compare(([base] + choice.branches.map(\.condition)).map(Operand.init))
    }
    if let otherwise = choice.otherwise { infer(otherwise) }
    return agreed(choice.results)
  }

  private func cast(_ type: InferredType, to name: String) -> InferredType {
    switch name {
    case "integer", "int": return .integer
    case "decimal", "numeric":
      guard name == "decimal" || type.isDecimal else { return .unknown }
      var result = InferredType.decimal(
        bound: type.bound, scale: type.scale, shown: 0, isLong: false)
      result.isApproximate = true
      return result
    case "real", "double", "float": return .double
    case "text": return .text
    default: return .unknown
    }
  }

  func checkIsCondition(_ node: Node) {
    if context.isLenient || context.isCutShort { return }
    if case .missing = node.form { return }
    guard let family = node.type.family, family != .boolean else { return }
    let operand = Operand(node)
    let hint: String? =
      switch family {
      case .number: "as in \(words(operand)) > 0"
      case .text where text(of: operand) == nil: "as in \(words(operand)) <> \"\""
      case .date, .dateTime, .time, .duration, .month, .record, .list, .text, .boolean: nil
      }
    let isNamed = isNamed(operand)
    context.report(
      "expected a condition, not " + (isNamed ? "\(words(operand)), " : "") + operand.type.words,
      at: node.range.lowerBound, hint: isNamed ? hint : nil)
  }

  private func combined(_ left: Operand, _ operation: Node.Operation) -> Operand {
    let place = operation.range.lowerBound
    var type = InferredType.condition
    func note(_ node: Node, _ symbol: String) {
      context.completion?.note(node, beside: left, symbol)
    }
    switch operation.kind {
    case .sign(let symbol, let node):
      infer(node)
      note(node, symbol)
      type =
        context.attempt { () throws(ExpressionError) in
          try combined(left, symbol, Operand(node), operation)
        } ?? .unknown
    case .logic(let word, let node):
      infer(node)
      if let first = left.node { checkIsCondition(first) } else { checkIsCondition(left, word) }
      checkIsCondition(node)
    case .isSame(_, let node):
      infer(node)
      note(node, "=")
      if !node.type.isConstantWord { compare(left, [node], operation) }
    case .between(_, let lower, let upper):
      for node in [lower, upper] {
        infer(node)
        note(node, "<")
      }
      compare(left, [lower, upper], operation, isOrder: true)
    case .among(_, let nodes):
      for node in nodes {
        infer(node)
        note(node, "=")
      }
      compare(left, nodes, operation)
    case .amongItems(_, let node):
      infer(node)
      if let error = itemError(left, node, at: place) { context.problems.add(error) }
    case .amongRows(_, let rows):
      let results = infer(rows)
      guard left.type.elements == nil else { break }
      compare(left, results, operation)
    case .matches(_, let word, let pattern, let escape):
      infer(pattern)
      note(pattern, "||")
      checkIsShown(left)
      checkIsShown(Operand(pattern))
      if word == "regexp" { checkPattern(Operand(pattern)) }
      if let escape { infer(escape) }
    case .isNull: break
    case .collate: type = left.type
    }
    return Operand(left.range.lowerBound...operation.range.upperBound, type)
  }

  private func checkIsCondition(_ left: Operand, _ word: String) {
    guard !context.isLenient, !context.isCutShort, let family = left.type.family,
      family != .boolean
    else { return }
    context.report("expected a condition, not \(left.type.words)", at: left.range.lowerBound)
  }

  private func compare(
    _ left: Operand, _ nodes: [Node], _ operation: Node.Operation, isOrder: Bool = false
  ) {
    let conversion = compare([left] + nodes.map(Operand.init), isOrder: isOrder)
    if conversion != .none { operation.plan = .converted(conversion, left: left.type) }
  }

  private func combined(
    _ left: Operand, _ symbol: String, _ right: Operand, _ operation: Node.Operation
  ) throws(ExpressionError) -> InferredType {
    switch ExpressionWords.powers[symbol] {
    case 4, 5:
      let conversion = compare([left, right], isOrder: ExpressionWords.powers[symbol] == 5)
      if conversion != .none { operation.plan = .converted(conversion, left: left.type) }
      return .condition
    case 7: return .integer
    case 8, 9:
      let result = try arithmetic(left, symbol, right)
      operation.plan = result.plan
      return result.type
    default:
      guard symbol == "||" else { return symbol == "->" ? .text : .unknown }
      for part in [left, right] { checkIsShown(part) }
      let (first, second) = (shown(left), shown(right))
      if first != .none || second != .none {
        operation.plan = .joined(left: first, right: second)
      }
      return .text
    }
  }

  /// Durations are numbers in SQLite.
  private func shown(_ operand: Operand) -> Conversion {
    // A generated column cannot call `duration_text`.
    guard case .duration(let hasSeconds)? = operand.type.kind, !context.isPortable else {
      return .none
    }
    return .durationText(hasSeconds: hasSeconds)
  }

  func checkPattern(_ operand: Operand) {
    guard let pattern = text(of: operand), let message = RegularExpression.failure(pattern) else {
      return
    }
    context.report(message, at: operand.range.lowerBound)
  }

  /// The error for `"a" in tags`; nil if the comparison is valid.
  ///
  /// - Parameter place: The index of the operator.
  private func itemError(_ left: Operand, _ node: Node, at place: Int) -> ExpressionError? {
    var item = node.type
    switch node.meaning {
    case .rows(let rows):
      if rows.endsWithRecord {
        item = InferredType(rows.rows?.type.map { .reference(to: $0.name) })
        item.idType = nil
      }
    case .given, .path, nil:
      if case .missing = node.form { return nil }
      context.checkReadsOthers("an item of a list", at: node.range.lowerBound)
      guard case .list(let kind)? = node.type.kind else {
        if node.meaning == nil, case .path = node.form { return nil }
        return context.error(
          "expected a list after \"in\", not \(words(Operand(node)))", at: node.range.lowerBound,
          hint: "a list is a property such as tags: [Text], or values in parentheses")
      }
      item = InferredType(kind)
    }
    // Includes the operator, so that messages name the items, not the list.
    let operands = [left, Operand(place...node.range.upperBound, item)]
    switch compare(operands) {
    case .none: return nil
    case .decimalKey, .rounded, .real, .choiceOrder, .beginningOfDay, .durationText, .fixedMoment:
      return context.error(
        "decimals can only be compared one by one, not as a list", at: node.range.lowerBound)
    }
  }

  /// The results of all parts of a compound, without the results of `*`.
  @discardableResult
  private func infer(_ subselect: Node.Subselect) -> [Node] {
    for table in subselect.common { infer(table.body) }
    for core in subselect.cores {
      for source in core.sources {
        switch source.rows {
        case .table: break
        case .subselect(let rows): infer(rows)
        case .items(let list): infer(list)
        }
      }
      for result in core.results { infer(result.node) }
      for node in core.conditions + core.terms + core.order + core.limits { infer(node) }
      for node in core.conditions { checkIsCondition(node) }
    }
    return subselect.cores.flatMap { $0.results.map(\.node) }
  }
}

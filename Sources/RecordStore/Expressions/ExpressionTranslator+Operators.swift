internal import Records

/// What operators make of their operands.
extension ExpressionTranslator {
  /// Translates operators that follow each other, each with all before it on its left.
  mutating func translate(
    _ first: Node, _ operations: [Node.Operation], beside neighbour: Neighbour?
  ) throws(StoreError) -> Operand {
    var left = try translate(
      first, beside: self.neighbour(before: operations[0], of: first) ?? neighbour)
    for operation in operations { left = try combined(left, operation) }
    return left
  }

  private mutating func combined(
    _ left: Operand, _ operation: Node.Operation
  ) throws(StoreError) -> Operand {
    let place = operation.range.lowerBound
    func neighbour(_ symbol: String) -> Neighbour { Neighbour(operand: left, symbol: symbol) }
    var nature = ExpressionNature.condition
    switch operation.kind {
    case .sign(let symbol, let node):
      let right = try translate(node, beside: neighbour(symbol))
      nature = try combined(left, symbol, right, at: place)
    case .logic(let node): _ = try translate(node)
    case .isSame(let node):
      let right = try translate(node, beside: neighbour("="))
      if !right.nature.isConstantWord { try compare([left, right]) }
    case .between(let lower, let upper):
      let bounds = [
        try translate(lower, beside: neighbour("<")), try translate(upper, beside: neighbour("<")),
      ]
      try compare([left] + bounds, isOrder: true)
    case .among(let nodes):
      var operands = [left]
      for node in nodes { operands.append(try translate(node, beside: neighbour("="))) }
      try compare(operands)
    case .amongItems(let node): try compare(left, withItemsOf: node, at: place)
    case .amongRows(let rows):
      try checkReadsOthers("a subselect", at: rows.place)
      let results = try translate(rows)
      if left.nature.elements == nil { try checkKinds([left] + results) }
      if needsHelp([left.nature] + results.map(\.nature)) { try compare([left] + results) }
    case .matches(let word, let node, let escape):
      if word == "regexp" { try checkIsPortable(word, at: place) }
      let pattern = try translate(node, beside: neighbour("||"))
      if word == "regexp" { try checkPattern(pattern) }
      if let escape { _ = try translate(escape) }
    case .isNull: break
    case .collate: nature = left.nature
    }
    return Operand(range: left.range.lowerBound...operation.range.upperBound, nature: nature)
  }

  private mutating func combined(
    _ left: Operand, _ symbol: String, _ right: Operand, at place: Int
  ) throws(StoreError) -> ExpressionNature {
    switch ExpressionWords.powers[symbol] {
    case 4, 5:
      try compare([left, right], isOrder: ExpressionWords.powers[symbol] == 5)
      return .condition
    case 7: return .integer
    case 8, 9: return try arithmetic(left, symbol, right, at: place)
    default:
      guard symbol == "||" else { return .unknown }
      for part in [left, right] {
        try checkIsShown(part)
        // Seconds are how it is stored; a table cannot have our function to write them.
        guard case .duration(let hasSeconds)? = part.nature.kind, !isPortable else { continue }
        emission.wrap(part.range, in: "duration_text", ", \(hasSeconds ? 1 : 0)")
      }
      return .text
    }
  }

  /// Says what is wrong with a pattern in the expression.
  func checkPattern(_ operand: Operand) throws(StoreError) {
    guard operand.range.count == 1, case .text(let pattern) = tokens[operand.range.lowerBound]
    else { return }
    if let message = RegularExpression.failure(pattern) {
      throw error(message, at: operand.range.lowerBound)
    }
  }

  /// Compares a value with what is in a list: `"a" in tags`, `ann in reviews.by`.
  ///
  /// - Parameter place: That of the operator.
  mutating func compare(
    _ left: Operand, withItemsOf node: Node, at place: Int
  ) throws(StoreError) {
    if case .missing = node.form { return noteLists() }
    let range = node.range
    let item: ExpressionNature
    if !isPortable, case .path(let path) = node.form, var gathering = try gather(path) {
      let type = gathering.source.type.map { PropertyKind.reference(to: $0.name) }
      let record = gathering.record ?? Fragment(sql: "NULL")
      let value = gathering.value ?? record
      item = gathering.value == nil ? ExpressionNature(parameter: type) : gathering.nature
      // With a NULL among them, nothing would be known not to be in the list.
      gathering.conditions.append(
        Fragment(sql: "\(value.sql) IS NOT NULL", bindings: value.bindings))
      try write(gathering, value, where: nil, in: range)
    } else {
      let list = try translate(node)
      try checkReadsOthers("an item of a list", at: range.lowerBound)
      guard case .list(let kind)? = list.nature.kind else {
        throw error(
          "expected a list after \"in\", not \(words(list))", at: range.lowerBound,
          hint: "a list is a property such as tags: [Text], or values in brackets")
      }
      item = ExpressionNature(parameter: kind)
      emission.enclose(range, "(SELECT value FROM json_each(", "))")
    }
    // With the operator, so that a message does not take the list for its items.
    let operands = [left, Operand(range: place...range.upperBound, nature: item)]
    try readTexts(operands)
    try checkKinds(operands)
    guard !needsHelp([left.nature, item]) else {
      throw error(
        "Decimals can only be compared one by one, not as a list", at: range.lowerBound)
    }
  }

  // MARK: Decimals

  /// Whether a comparison of such values would not do what it says.
  func needsHelp(_ natures: [ExpressionNature]) -> Bool {
    guard natures.contains(where: \.isDecimal) else { return false }
    let isLong = natures.contains(where: \.isLong)
    // A text beside a calculated number is not a number to SQLite. Beside a property it is.
    if natures.contains(where: \.isText) { return isLong && !isCalculated(natures) }
    return isLong || isCalculated(natures)
  }

  private func isCalculated(_ natures: [ExpressionNature]) -> Bool {
    natures.contains { $0.isComputed && !$0.isText }
  }

  /// Puts functions around values that are compared with each other if one is a Decimal.
  ///
  /// Decimals of at most 15 digits are binary fractions. Read from a numeral or a property they are
  /// equal bit for bit, but not if one was calculated: then all are rounded. Longer ones are texts,
  /// and are compared by a key.
  mutating func compare(
    _ operands: [Operand], isOrder: Bool = false
  ) throws(StoreError) {
    try readTexts(operands, isOrder: isOrder)
    try checkKinds(operands, isOrder: isOrder)
    let natures = operands.map(\.nature)
    if let row = operands.first(where: { $0.nature.elements != nil }) {
      let elements = natures.flatMap { $0.elements ?? [$0] }
      guard needsHelp(elements) else { return }
      throw error(
        "Decimals can only be compared one by one, not as a list", at: row.range.lowerBound)
    }
    guard needsHelp(natures) else { return }
    if isCalculated(natures) {
      let scale = ExpressionNature.commonScale(natures).map { ", \($0)" } ?? ""
      let areKnown = natures.allSatisfy { $0.isDecimal || $0.scale != nil || $0.isRealColumn }
      for operand in operands where operand.nature.needsRounding {
        // A text that is a number only because it is a long Decimal becomes one.
        round(operand, scale)
        // Beside a column SQLite reads a text as a number, beside a function it does not.
        if operand.nature.isRealColumn, !areKnown {
          emission.wrap(operand.range, in: "CAST", " AS REAL")
        }
      }
    } else {
      for operand in operands where !operand.nature.isConstantWord {
        emission.wrap(operand.range, in: "decimal_key")
      }
    }
  }

  private mutating func round(_ operand: Operand, _ scale: String) {
    if !isPortable {
      let function = operand.nature.isLong ? "decimal_round" : "double_round"
      emission.wrap(operand.range, in: function, scale)
    } else if scale.isEmpty {
      // SQLite writes a number with 15 digits, and NULL as NULL.
      emission.wrap(operand.range, in: "CAST", " AS TEXT")
      emission.wrap(operand.range, in: "CAST", " AS REAL")
    } else {
      emission.wrap(operand.range, in: "round", scale)
    }
  }
}

extension [String] {
  /// The words with commas and a last "or".
  var list: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

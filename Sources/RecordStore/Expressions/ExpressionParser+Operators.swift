internal import Records

extension ExpressionParser {
  private typealias Power = ExpressionWords.Power

  /// Reads one operator after an operand, with its right side; nil if none follows that binds
  /// tightly enough.
  mutating func continued(_ left: Operand, _ power: Int) throws(StoreError) -> Operand? {
    noteOperation()
    switch token {
    case .symbol(let symbol):
      guard let own = ExpressionWords.powers[symbol], own >= power else { return nil }
      write(symbol)
      let right = try operand(beside: left, symbol, own + 1)
      return try combined(left, symbol, right, own)
    case .word(let word):
      return try continued(left, word: word.asciiLowercased, power)
    default: return nil
    }
  }

  /// Notes the operators that are words, and what an operator after a name would be.
  private mutating func noteOperation() {
    guard isAtCaret else { return }
    expectations?.words.formUnion(Self.operations)
    if !isPortable { expectations?.words.insert("regexp") }
  }

  private static let negatedOperations = ["between", "glob", "in", "like"]
  private static let operations =
    negatedOperations + ["and", "collate", "is", "isnull", "not", "notnull", "or"]

  private mutating func combined(
    _ left: Operand, _ symbol: String, _ right: Operand, _ power: Int
  ) throws(StoreError) -> Operand {
    let range = left.range.lowerBound...right.range.upperBound
    switch power {
    case 4, 5:
      try compare([left, right], isOrder: power == 5)
      return Operand(range: range, nature: .condition)
    case 7: return Operand(range: range, nature: .integer)
    case 8, 9: return Operand(range: range, nature: try arithmetic(left, symbol, right))
    default:
      guard symbol == "||" else { return Operand(range: range, nature: .unknown) }
      for part in [left, right] { try checkIsShown(part) }
      return Operand(range: range, nature: .text)
    }
  }

  private mutating func continued(
    _ left: Operand, word: String, _ power: Int
  ) throws(StoreError) -> Operand? {
    switch word {
    case "or", "and":
      let own = word == "or" ? Power.or : Power.and
      guard own >= power else { return nil }
      write(word.uppercased())
      let right = try separate(own + 1)
      return Operand(
        range: left.range.lowerBound...right.range.upperBound, nature: .condition)
    case "collate":
      guard Power.collate >= power else { return nil }
      write("COLLATE")
      try collation()
      return Operand(range: left.range.lowerBound...position - 1, nature: left.nature)
    case "is", "isnull", "notnull", "in", "between", "like", "glob", "regexp":
      guard Power.equality >= power else { return nil }
      return try test(left, word)
    case "not":
      if position + 1 == limit, expectations != nil {
        position += 1
        note(words: Self.negatedOperations + ["null"] + (isPortable ? [] : ["regexp"]))
        throw unexpected()
      }
      guard Power.equality >= power, let next = keyword(1),
        ["in", "between", "like", "glob", "regexp", "null"].contains(next)
      else { return nil }
      write("NOT")
      return try test(left, next)
    default: return nil
    }
  }

  private mutating func collation() throws(StoreError) {
    note(words: ExpressionWords.collations.sorted())
    guard let name = keyword, ExpressionWords.collations.contains(name) else {
      let names = ExpressionWords.collations.sorted()
      guard let token, case .word = token else { throw unexpected("one of \(names.list)") }
      throw error(
        "there is no collation \(token.words); expected one of \(names.list)", kind: .name,
        candidates: names)
    }
    write(name.uppercased())
  }

  /// Reads the rest of a test that is written as a word.
  private mutating func test(_ left: Operand, _ word: String) throws(StoreError) -> Operand {
    if word == "regexp" { try checkIsPortable(word) }
    write(word.uppercased())
    let next = Power.equality + 1
    switch word {
    case "is":
      _ = accept("not")
      if keyword == "distinct", keyword(1) == "from" {
        write("DISTINCT")
        write("FROM")
      }
      let right = try operand(beside: left, "=", next)
      if !right.nature.isConstantWord { try compare([left, right]) }
    case "between":
      // A condition with "or" between the bounds is an error in SQLite too.
      let lower = try operand(beside: left, "<", Power.and + 1)
      try require("and")
      let upper = try operand(beside: left, "<", next)
      try compare([left, lower, upper], isOrder: true)
    case "in": try list(left)
    case "like", "glob", "regexp":
      let pattern = try operand(beside: left, "||", next)
      if word == "regexp" { try checkPattern(pattern) }
      if word == "like", accept("escape") { _ = try expression(next) }
    // `isnull`, `notnull`, `not null`
    default: break
    }
    return Operand(range: left.range.lowerBound...position - 1, nature: .condition)
  }

  /// Reads what follows `in`.
  private mutating func list(_ left: Operand) throws(StoreError) {
    note(sign: "(")
    guard symbol == "(" else { throw unexpected("a list in brackets") }
    if isSubselect(1) {
      try checkReadsOthers("a subselect", at: position + 1)
      write("(")
      let results = try subselect()
      try require(symbol: ")")
      if left.nature.elements == nil { try checkKinds([left] + results) }
      let natures = [left.nature] + results.map(\.nature)
      guard needsHelp(natures) else { return }
      try compare([left] + results)
      return
    }
    write("(")
    var operands = [left]
    if symbol != ")" {
      repeat { operands.append(try operand(beside: left, "=", 0)) } while accept(symbol: ",")
    }
    try require(symbol: ")")
    try compare(operands)
  }

  /// Says what is wrong with a pattern in the expression.
  func checkPattern(_ operand: Operand) throws(StoreError) {
    guard operand.range.count == 1, case .text(let pattern) = tokens[operand.range.lowerBound]
    else { return }
    if let message = RegularExpression.failure(pattern) {
      throw error(message, at: operand.range.lowerBound)
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
    try readTexts(operands)
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

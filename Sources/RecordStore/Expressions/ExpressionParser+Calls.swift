internal import Records

extension ExpressionParser {
  /// Reads a call of a function, or `count(Person where …)`.
  mutating func call(_ word: String) throws(StoreError) -> ExpressionNature {
    let name = word.asciiLowercased
    try checkIsPortable(name)
    if let nature = try aggregate(name) { return nature }
    if name == "count", let nature = try countOfRecords() { return nature }
    guard let function = ExpressionWords.functions[name] else { throw noFunction(word, name) }
    let start = position
    write(name)
    write("(")
    var arguments: [Operand] = []
    let bareBefore = bareProperties
    let isDistinct = accept("distinct")
    if name == "count", !isDistinct, accept(symbol: "*") {
      // Counts rows.
    } else if symbol != ")" {
      repeat {
        if name == "count", isAtCaret { expectations?.takesType = !isPortable }
        if Self.aggregates.contains(name), isAtCaret, !isPortable { noteLists() }
        arguments.append(try separate())
      } while !(isAtCaret && arguments.count == function.arity.upperBound) && accept(symbol: ",")
    }
    try require(symbol: ")")
    guard function.arity.contains(arguments.count) else {
      throw error(wrongArity(name, function.arity, arguments.count), at: start)
    }
    if arguments.count == 1, name == "max" || name == "min" {
      try checkReadsOthers("\(name)() of one value", at: start)
    }
    if let time = ExpressionWords.dateFunctions[name] {
      try fix(arguments, of: name, from: time, at: start)
    }
    if scopes.count < 2, isGathering(name, arguments.count) {
      isAggregate = true
      bareProperties = bareBefore
    }
    if name == "regexp" { try checkPattern(arguments[0]) }
    if name == "max" || name == "min", arguments.contains(where: \.nature.isLong) {
      emission.write("decimal_\(name)", at: start)
    }
    if arguments.count > 1, name == "max" || name == "min" || name == "nullif" {
      try readTexts(arguments)
      try checkKinds(arguments, isOrder: true)
    } else if case .oneOf(let first) = function.result {
      try checkAgreement(Array(arguments.dropFirst(first)))
    }
    if keyword == "filter", token(1) == .symbol("(") {
      write("FILTER")
      write("(")
      try require("where")
      _ = try expression()
      try require(symbol: ")")
    }
    if keyword == "over" {
      try window()
    } else if name == "sum" || name == "avg", arguments.count == 1, !isDistinct {
      let (exact, rest, nature) = gathered(name, arguments[0].nature)
      guard exact != name else { return nature }
      emission.write(exact, at: start)
      if !rest.isEmpty { emission.enclose(arguments[0].range, "", rest) }
      return nature
    }
    return nature(of: name, function, arguments)
  }

  /// Whether a function gathers the values of many records.
  private func isGathering(_ name: String, _ count: Int) -> Bool {
    (name == "min" || name == "max") && count == 1
      || ["avg", "count", "sum", "total", "group_concat"].contains(name)
      || name == "json_group_array" || name == "json_group_object"
  }

  private func nature(
    of name: String, _ function: ExpressionWords.Function, _ arguments: [Operand]
  ) -> ExpressionNature {
    let natures = arguments.map(\.nature)
    switch function.result {
    case .integer: return name == "count" ? .count : .integer
    case .text:
      var result = ExpressionNature.text
      result.isDay = name == "date"
      return result
    case .other: return .unknown
    case .oneOf(let first):
      // Of nullif, only the first can come out.
      let chosen = name == "nullif" ? natures.prefix(1) : natures.dropFirst(first)
      return ExpressionNature(oneOf: Array(chosen))
    case .number:
      var result = ExpressionNature(
        isDecimal: natures.contains(where: \.isDecimal), isComputed: true)
      switch name {
      case "abs", "sum", "total":
        result.scale = natures.first?.scale
        if name == "abs" {
          result.kind = natures.first?.kind
          result.textKind = natures.first?.textKind
        }
      case "ceil", "ceiling", "floor", "trunc": result.scale = 0
      case "round":
        result.scale = arguments.count == 1 ? 0 : digits(arguments[1])
        result.kind = natures.first?.kind
      default: break
      }
      return result
    }
  }

  /// The number of digits written as the second value of `round`.
  private func digits(_ operand: Operand) -> Int? {
    guard operand.range.count == 1, case .number(let text) = tokens[operand.range.lowerBound],
      let digits = Int(text), digits <= 15
    else { return nil }
    return digits
  }

  /// Reads `count(Person)` or `count(Person where …)`, a subselect in short; nil if it is a call.
  private mutating func countOfRecords() throws(StoreError) -> ExpressionNature? {
    guard token(2)?.name != nil else { return nil }
    let isCondition = keyword(3) == "where"
    if position + 3 == limit, expectations != nil, type(2) != nil {
      position += 3
      note(words: ["where"])
      note(sign: ")")
      throw unexpected()
    }
    guard isCondition || token(3) == .symbol(")") else { return nil }
    guard let type = type(2) else {
      guard isCondition || !isKnown(2) else { return nil }
      position += 2
      throw unknownType()
    }
    write("(SELECT count(*)")
    write("FROM")
    write(name: type.name)
    countedTypes.insert(type.name)
    if isCondition {
      write("WHERE (")
      scopes.append(
        ExpressionScope(sources: [ExpressionScope.Source(type, among: types)]))
      _ = try separate()
      note(sign: ")")
      scopes.removeLast()
      guard symbol == ")" else { throw unexpected() }
      write("))")
    } else {
      write(")")
    }
    return .count
  }

  /// Whether the word there is a value: a property, a result or a constant.
  private func isKnown(_ distance: Int) -> Bool {
    guard let name = token(distance)?.name else { return false }
    if case .word = token(distance),
      ["null", "nil", "true", "false"].contains(name.asciiLowercased)
    {
      return true
    }
    return scopes.contains { $0.nature(of: name) != nil }
  }

  // MARK: Time

  /// Sees to it that a date function only calculates with what it is given.
  ///
  /// SQLite reads the clock for `now`, and the time zone of the computer for `localtime` and `utc`.
  /// A text in the expression is refused here, everything else by a function around it.
  private mutating func fix(
    _ arguments: [Operand], of name: String, from first: Int, at start: Int
  ) throws(StoreError) {
    guard arguments.count > first else {
      throw error("\(name)() without a time depends on the clock; use :now", at: start)
    }
    for (index, argument) in arguments.enumerated() where index >= first {
      guard argument.range.count == 1 else {
        wrap(argument, isMoment: index == first)
        continue
      }
      switch tokens[argument.range.lowerBound] {
      case .number, .date: break
      case .text(let text):
        if let message = SQLFunctions.impurity(of: text, isMoment: index == first) {
          throw error(message, at: argument.range.lowerBound)
        }
      default: wrap(argument, isMoment: index == first)
      }
    }
  }

  private mutating func wrap(_ argument: Operand, isMoment: Bool) {
    emission.wrap(argument.range, in: isMoment ? "fixed_moment" : "fixed_modifier")
  }

  // MARK: Errors

  private func noFunction(_ word: String, _ name: String) -> StoreError {
    switch name {
    case "random", "randomblob":
      return error("\(word)() is not deterministic and cannot be used in an expression")
    case _ where ExpressionWords.impureFunctions.contains(name):
      return error("\(word)() is not a function of its values and cannot be used in an expression")
    case _ where tokenIsName:
      return error("expected an operator between \"\(word)\" and the bracket", at: position + 1)
    default:
      return error(
        "there is no function \"\(word)\"", kind: .name,
        candidates: ExpressionWords.functions.keys.sorted().filter {
          !isPortable || ExpressionWords.isPortable($0)
        })
    }
  }

  private var tokenIsName: Bool {
    guard let name = token?.name else { return false }
    return scopes.contains { $0.nature(of: name) != nil }
  }

  private func wrongArity(_ name: String, _ arity: ClosedRange<Int>, _ count: Int) -> String {
    let expected =
      switch arity {
      case 0...0: "no value"
      case 1...1: "1 value"
      case let arity where arity.lowerBound == arity.upperBound: "\(arity.lowerBound) values"
      case let arity where arity.upperBound == arity.lowerBound + 1:
        "\(arity.lowerBound) or \(arity.upperBound) values"
      case let arity where count > arity.upperBound: "at most \(arity.upperBound) values"
      case let arity where arity.upperBound > 100:
        "at least \(arity.lowerBound) value\(arity.lowerBound == 1 ? "" : "s")"
      case let arity: "\(arity.lowerBound) to \(arity.upperBound) values"
      }
    return "\(name)() takes \(expected), not \(count)"
  }
}

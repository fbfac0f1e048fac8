internal import Records

extension ExpressionNode.Operation {
  var isCheckedWhole: Bool {
    if case .checkedWhole = plan { true } else { false }
  }
}

extension SQLEmitter {
  private typealias Power = ExpressionWords.Power

  func combined(
    _ left: SQLFragment, _ operation: ExpressionNode.Operation, isChecked: Bool = true
  ) -> SQLFragment {
    let place = operation.range.lowerBound
    var left = left
    var conversion = Conversion.none
    if case .converted(let needed, let type) = operation.plan {
      left = converted(left, needed, type)
      conversion = needed
    }
    func right(_ node: ExpressionNode, _ power: Int) -> SQLFragment {
      converted(sql(node), conversion, node.type).inside(power)
    }
    func infix(_ word: String, _ power: Int, _ right: SQLFragment) -> SQLFragment {
      ("\(left.inside(power)) \(SQLFragment(word).at(place)) \(right)" as SQLFragment)
        .binding(power)
    }
    let equality = Power.equality
    func negated(_ isNot: Bool, _ word: String) -> String { isNot ? "NOT \(word)" : word }
    switch operation.kind {
    case .sign(let symbol, let node):
      let power = ExpressionWords.powers[symbol] ?? 0
      switch operation.plan {
      case .checkedWhole where !isChecked: return infix(symbol, power, right(node, power + 1))
      case .plain, .converted: return infix(symbol, power, right(node, power + 1))
      case .joined(let first, let second):
        left = converted(left, first, .unknown)
        return infix(symbol, power, converted(sql(node), second, node.type).inside(power + 1))
      default: return planned(left, symbol, sql(node), operation.plan, node.type).at(place)
      }
    case .logic(let word, let node):
      let power = word == "OR" ? Power.or : Power.and
      return infix(word, power, right(node, power + 1))
    case .isSame(let words, let node): return infix(words, equality, right(node, equality + 1))
    case .between(let isNot, let lower, let upper):
      let bounds: SQLFragment = "\(right(lower, equality + 1)) AND \(right(upper, equality + 1))"
      return infix(negated(isNot, "BETWEEN"), equality, bounds)
    case .among(let isNot, let nodes):
      // SQLite folds `x in ()` to a number, which `order by` would read as a column index.
      if nodes.isEmpty, !isPortable {
        return infix(negated(isNot, "IN"), equality, "(SELECT 1 WHERE 0)")
      }
      return infix(negated(isNot, "IN"), equality, "(\(.list(nodes.map { right($0, 0) })))")
    case .amongItems(let isNot, let node):
      return infix(negated(isNot, "IN"), equality, items(node))
    case .amongRows(let isNot, let rows):
      return infix(negated(isNot, "IN"), equality, self.rows(rows, conversion))
    case .matches(let isNot, let word, let pattern, let escape):
      var fragment = right(pattern, equality + 1)
      if let escape { fragment = "\(fragment) ESCAPE \(right(escape, equality + 1))" }
      return infix(negated(isNot, word.uppercased()), equality, fragment)
    case .isNull(let word):
      return ("\(left.inside(equality)) \(SQLFragment(word).at(place))" as SQLFragment)
        .binding(equality)
    case .collate(let name):
      return
        ("\(left.inside(Power.collate)) COLLATE \(SQLFragment(name).at(place))"
        as SQLFragment).binding(Power.collate)
    }
  }

  private func rows(_ rows: ExpressionNode.Subselect, _ conversion: Conversion) -> SQLFragment {
    guard conversion != .none, let result = rows.cores.first?.results.first?.node else {
      return "(\(sql(rows)))"
    }
    let value = converted("wb_value", conversion, result.type)
    return "(WITH wb_rows(wb_value) AS (\(sql(rows))) SELECT \(value) FROM wb_rows)"
  }

  func planned(
    _ left: SQLFragment, _ symbol: String, _ right: SQLFragment, _ plan: OperationPlan,
    _ type: InferredType
  ) -> SQLFragment {
    let power = ExpressionWords.powers[symbol] ?? 0
    let plain: SQLFragment = "\(left.inside(power)) \(symbol) \(right.inside(power + 1))"
    switch plan {
    case .plain, .converted, .joined: return plain.binding(power)
    case .checkedWhole: return checked(plain)
    case .scaled(let scale): return scaled(plain, scale)
    case .guarded(let scale):
      let most = "\(Int(ExpressionNumber.power(Property.exactDoubleDigits - scale))).0"
      guard symbol == "%" else { return scaled(below(most, plain), scale) }
      return remainder(below(most, left), below(most, right), scale)
    case .remainder(let scale): return remainder(left, right, scale)
    case .function(let name): return "\(name)(\(left), \(right))"
    case .quotient: return "CAST(CAST(\(plain) AS TEXT) AS REAL)"
    case .wholeSeconds: return "CAST(round(\(plain)) AS INTEGER)"
    case .days: return shifted(left, symbol, right, by: "days", "date", nil)
    case .seconds:
      return shifted(left, symbol, right, by: "seconds", "strftime", "'%Y-%m-%dT%H:%M:%fZ'")
    case .dayDifference:
      return "CAST(julianday(\(fixed(left))) - julianday(\(fixed(right))) AS INTEGER)"
    case .secondDifference:
      return "(strftime('%s', \(fixed(left))) - strftime('%s', \(fixed(right))))"
    }
  }

  /// The maximum nesting of overflow checks in a generated column, because SQLite limits nested
  /// functions.
  static let mostChecks = 2

  /// Turns an integer overflow into an error, or into NULL in a generated column; SQLite would
  /// continue with a double.
  ///
  /// A generated column evaluates an operand at each occurrence, so the operand occurs only once if
  /// possible: an overflow becomes one of two doubles, and adding 1 distinguishes the lower double
  /// from the minimum integer.
  func checked(_ number: SQLFragment, steps: Int = 1) -> SQLFragment {
    guard isPortable else { return "whole(\(number))" }
    guard steps == 1, number.checks < Self.mostChecks else {
      return "CASE WHEN typeof(\(number)) <> 'real' THEN \(number) END"
    }
    let end: SQLFragment = "9223372036854775808.0"
    let raised: SQLFragment = "nullif(min(\(number), \(end)), \(end)) + 1"
    return ("CAST(nullif(max(\(raised), -\(end)), -\(end)) - 1 AS INTEGER)" as SQLFragment)
      .checking()
  }

  private func below(_ limit: String, _ number: SQLFragment) -> SQLFragment {
    guard number.checks < Self.mostChecks else {
      return "CASE WHEN abs(0.0 + (\(number))) < \(limit) THEN \(number) END"
    }
    let lower: SQLFragment = "nullif(max(min(\(number), \(limit)), -\(limit)), -\(limit))"
    return ("nullif(\(lower), \(limit))" as SQLFragment).checking()
  }

  /// Rounds a decimal stored as a double. The nearest whole number of units, divided by the units
  /// per 1, is bit for bit the double of the decimal.
  func scaled(_ value: SQLFragment, _ scale: Int) -> SQLFragment {
    if scale == 0 { return "round(\(value))" }
    let units = "1" + String(repeating: "0", count: scale) + ".0"
    return ("round((\(value)) * \(units)) / \(units)" as SQLFragment)
      .binding(ExpressionWords.powers["/"] ?? 0)
  }

  func remainder(_ left: SQLFragment, _ right: SQLFragment, _ scale: Int) -> SQLFragment {
    let units = "1" + String(repeating: "0", count: scale) + ".0"
    func whole(_ value: SQLFragment) -> SQLFragment {
      "CAST(round((\(value)) * \(units)) AS INTEGER)"
    }
    return ("\(whole(left)) % \(whole(right)) / \(units)" as SQLFragment)
      .binding(ExpressionWords.powers["/"] ?? 0)
  }

  /// A stored text such as `now` must not be read as the current time.
  private func fixed(_ value: SQLFragment) -> SQLFragment {
    isPortable ? value : "fixed_moment(\(value))"
  }

  private func shifted(
    _ left: SQLFragment, _ symbol: String, _ right: SQLFragment, by unit: String, _ name: String,
    _ format: String?
  ) -> SQLFragment {
    let sign = symbol == "-" ? "- " : ""
    let modifier: SQLFragment =
      "\(sign)\(right.inside(ExpressionWords.Power.sign)) || \(" \(unit)".asSQLText)"
    return calendar(name, format, [left, modifier])
  }

  func calendar(_ name: String, _ format: String?, _ values: [SQLFragment]) -> SQLFragment {
    let arguments = format.map { "\($0), \(.list(values))" as SQLFragment } ?? .list(values)
    let call: SQLFragment = "\(name)(\(arguments))"
    return isPortable ? call : "calendar(\(call), \(.list(values)))"
  }
}

internal import Records

struct SQLEmitter {
  typealias Node = ExpressionNode
  private typealias Power = ExpressionWords.Power

  let isPortable: Bool
  /// Whether values are written as literals instead of bindings.
  let writesValues: Bool
  let isStep: Bool
  /// The maximum number of calculated values nested in another one; longer chains become tables.
  static let mostNested = 3
  /// The columns of calculated values that are tables; `steps` counts the chains.
  var columns: [ObjectIdentifier: String] = [:]
  /// The SQL of calculated values, each of which can be read many times; valid only for the current
  /// columns.
  final class Cache { var fragments: [ObjectIdentifier: SQLFragment] = [:] }
  var cache = Cache()
  var steps = 0

  init(isPortable: Bool, writesValues: Bool, isStep: Bool = false) {
    (self.isPortable, self.writesValues, self.isStep) = (isPortable, writesValues, isStep)
  }

  func sql(_ node: Node) -> SQLFragment {
    converted(form(node).at(node.range.lowerBound), node.conversion, node.type)
  }

  private func form(_ node: Node) -> SQLFragment {
    switch node.form {
    case .missing: return "NULL"
    case .text(let text): return value(node.reading ?? .text(text))
    case .date(let text): return value(node.reading ?? .text(text))
    case .number: return value(node.reading ?? .null)
    case .sessionName, .path:
      switch node.meaning {
      case .given(let given): return SQLFragment(.parameter(given.place))
      case .path(let path): return value(of: path)
      case .rows, nil: return "NULL"
      }
    case .constant(let word): return SQLFragment(word)
    case .brackets(let nodes):
      return nodes.count == 1 ? sql(nodes[0]) : "(\(.list(nodes.map(sql))))"
    case .subselect(let subselect): return "(\(sql(subselect)))"
    case .signed(let sign, let value):
      if let reading = node.reading { return self.value(reading) }
      if sign == "-", value.type.isLong { return "decimal_negate(\(sql(value)))" }
      let signed = ("\(sign) \(sql(value).inside(Power.sign))" as SQLFragment).binding(Power.sign)
      return sign == "-" && value.type.isWhole && !value.type.isWithinWord
        ? checked(signed) : signed
    case .not(let value):
      return ("NOT \(sql(value).inside(Power.not))" as SQLFragment).binding(Power.not)
    case .exists(let value): return "EXISTS \(sql(value))"
    case .choice(let choice): return sql(choice)
    case .cast(let value, let type): return "CAST(\(sql(value)) AS \(type.uppercased()))"
    case .call(let call): return sql(call, node)
    case .operations(let first, let operations):
      var left = sql(first)
      var rest = operations[...]
      while let operation = rest.first {
        let run = rest.prefix(while: \.isCheckedWhole)
        let isLong = run.count > (isPortable ? Self.mostChecks : 1)
        if isLong {
          for operation in run { left = combined(left, operation, isChecked: false) }
          left = checked(left, steps: run.count)
        } else {
          left = combined(left, operation)
        }
        rest = rest.dropFirst(isLong ? run.count : 1)
      }
      return left
    }
  }

  func value(_ value: SQLValue) -> SQLFragment {
    guard writesValues else { return SQLFragment(.literal(value)) }
    switch value {
    case .null: return "NULL"
    case .integer(let number): return SQLFragment(number < 0 ? "(\(number))" : "\(number)")
    case .real(let number): return SQLFragment(number.asSQLNumber)
    case .text(let text): return SQLFragment(text.asSQLText)
    case .blob(let bytes): return SQLFragment(bytes.asSQLBlob)
    }
  }

  private func sql(_ choice: Node.Choice) -> SQLFragment {
    var result: SQLFragment = "CASE"
    func compared(_ node: Node) -> SQLFragment {
      converted(sql(node), choice.comparison, node.type)
    }
    if let base = choice.base { result = "\(result) \(compared(base))" }
    for branch in choice.branches {
      let condition = choice.base == nil ? sql(branch.condition) : compared(branch.condition)
      result = "\(result) WHEN \(condition) THEN \(sql(branch.result))"
    }
    if let otherwise = choice.otherwise { result = "\(result) ELSE \(sql(otherwise))" }
    return "\(result) END"
  }

  func converted(
    _ value: SQLFragment, _ conversion: Conversion, _ type: InferredType
  ) -> SQLFragment {
    if type.isConstantWord { return value }
    switch conversion {
    case .none: return value
    // In a column every number has at most 15 digits.
    case .decimalKey: return isPortable ? value : "decimal_key(\(value))"
    case .rounded(let scale, let castsColumns):
      guard !type.isLiteral, !type.isWhole, !type.isExact || type.isLong || castsColumns else {
        return value
      }
      let rounded = rounded(value, scale, type)
      return castsColumns && type.isDecimal ? "CAST(\(rounded) AS REAL)" : rounded
    case .real: return "CAST(\(value) AS REAL)"
    case .choiceOrder(let names): return place(value, among: names)
    case .beginningOfDay: return type.family == .date ? "\(value) || 'T00:00:00.000Z'" : value
    case .durationText(let hasSeconds): return "duration_text(\(value), \(hasSeconds ? 1 : 0))"
    case .fixedMoment: return "fixed_moment(\(value))"
    }
  }

  private func rounded(_ value: SQLFragment, _ scale: Int?, _ type: InferredType) -> SQLFragment {
    let rest = scale.map { ", \($0)" } ?? ""
    if !isPortable { return "\(type.isLong ? "decimal_round" : "double_round")(\(value)\(rest))" }
    // A cast to text rounds a number to 15 digits.
    return scale == nil
      ? "CAST(CAST(\(value) AS TEXT) AS REAL)" : "round(\(value)\(rest))"
  }

  func place(_ value: SQLFragment, among names: [String]) -> SQLFragment {
    let branches = names.enumerated().map { place, name in
      "WHEN \(name.asSQLText) THEN \(place)" as SQLFragment
    }
    return "CASE \(value) \(.list(branches, separator: " ")) END"
  }

  func order(_ value: SQLFragment, _ node: Node) -> SQLFragment {
    if let names = node.type.kind?.choices { return place(value, among: names) }
    if node.type.isDecimal, node.type.isLong { return "decimal_key(\(value))" }
    guard let kind = node.type.kind, kind.storage == .text, !kind.isCanonicalASCII, !isPortable
    else { return value }
    return "text_order(\(value))"
  }

  func group(_ value: SQLFragment, _ node: Node) -> SQLFragment {
    node.type.isDecimal && node.type.isLong ? "decimal_key(\(value))" : value
  }

  func sql(_ subselect: Node.Subselect) -> SQLFragment {
    // A compound can be ordered only by its unconverted results.
    sql(subselect.parts, isCompound: subselect.cores.count > 1)
  }

  func sql(_ parts: [Node.Part], isCompound: Bool = false) -> SQLFragment {
    .list(
      parts.map { part in
        switch part {
        case .word(let word, let place): SQLFragment(word).at(place)
        case .name(let name, let place): SQLFragment(name.asSQLName).at(place)
        case .node(let node): sql(node)
        case .order(let node): isCompound ? sql(node) : order(sql(node), node)
        case .subselect(let subselect): sql(subselect)
        }
      }, separator: " ")
  }
}

extension Double {
  fileprivate var asSQLNumber: String {
    guard let decimal = ExactDecimal(rounding: self), Double(decimal.description) == self else {
      return description
    }
    return decimal.isNegative ? "(\(decimal.asSQLNumber))" : decimal.asSQLNumber
  }
}

extension PropertyKind {
  /// Whether all values have the same letter case, so that their bytes can be compared.
  fileprivate var isCanonicalASCII: Bool {
    switch self {
    case .hex, .card, .iban, .phone: true
    default: false
    }
  }
}

internal import Records

final class CompletionNotes {
  typealias Node = ExpressionNode

  private struct Neighbour {
    var operand: KindInference.Operand
    var symbol: String
    var isAfter = false
  }

  let caret: Int
  var expectations = ExpressionExpectations()
  private var scopes: [ExpressionScope]?
  private var neighbour: Neighbour?

  init(at caret: Int) { self.caret = caret }

  func note(_ scopes: [ExpressionScope], at place: Int) {
    if place == caret { self.scopes = scopes }
  }

  func note(propertiesOf source: ExpressionScope.Source, at place: Int) {
    guard place == caret else { return }
    for name in source.names {
      if let type = source.column(name) {
        expectations.properties.insert(name)
        if type.kind?.isReference ?? false { expectations.references.insert(name) }
      } else {
        expectations.references.insert(name)
      }
    }
  }

  func noteLists(_ scopes: [ExpressionScope], _ function: ExpressionFunction?, at place: Int) {
    guard place == caret, function?.isOfLists != false else { return }
    if function == nil { self.scopes = nil }
    if function?.name == "count" { expectations.takesType = true }
    for property in scopes.flatMap(\.sources).flatMap({ $0.type?.properties ?? [] })
    where property.kind.isList {
      if property.kind.isListOfRecords {
        expectations.references.insert(property.name)
      } else {
        expectations.properties.insert(property.name)
      }
    }
  }

  func noteCondition(at place: Int) {
    guard place == caret else { return }
    expectations.words = ["where"]
    expectations.signs = [")"]
  }

  func note(_ node: Node, beside left: KindInference.Operand, _ symbol: String) {
    if isWritten(node), neighbour == nil {
      neighbour = Neighbour(operand: left, symbol: symbol)
    }
  }

  func note(beside first: Node, before operation: Node.Operation, _ inference: KindInference) {
    guard isWritten(first), case .sign(let symbol, let node) = operation.kind else { return }
    inference.infer(node)
    neighbour = Neighbour(operand: KindInference.Operand(node), symbol: symbol, isAfter: true)
  }

  private func isWritten(_ node: Node) -> Bool {
    switch node.form {
    case .missing: node.range.lowerBound == caret
    case .signed(_, let value): isWritten(value)
    case .operations(let first, _): isWritten(first)
    case .text, .date, .number, .sessionName, .constant, .path, .brackets, .subselect, .not,
      .exists, .choice, .cast, .call:
      false
    }
  }

  func finish(_ inference: KindInference) {
    guard let scopes else { return }
    let context = inference.context
    if neighbour == nil { expectations.words.insert("not") }
    for (word, kind) in [("true", PropertyKind.boolean), ("false", .boolean), ("nil", nil)] {
      var constant = InferredType(kind)
      constant.isConstantWord = true
      if fits(constant, inference) { expectations.words.insert(word) }
    }
    if let scope = scopes.last, scope.sources.isEmpty {
      // In a `select`, the source is written after its columns, so all types are possible.
      for type in context.schema.types {
        add(
          ExpressionScope.Source(type, listColumns: context.schema.listColumns(of: type)),
          inference)
      }
    }
    for scope in scopes {
      for source in scope.sources {
        add(source, inference)
        if let alias = source.alias, context.schema.type(named: alias) == nil {
          expectations.sources.insert(alias)
        }
      }
      let fitting = scope.aliases.filter { fits($0.value, inference) }
      expectations.properties.formUnion(fitting.keys)
    }
    expectations.functions = ExpressionFunction.all.filter { function in
      guard !context.isPortable else { return function.isPortable }
      switch function.group {
      case .texts, .numbers, .values, .dates, .json: return true
      case .records: return function.isOfLists
      case .windows: return false
      }
    }
    if !context.isPortable { expectations.takesToday = fits(InferredType(.date), inference) }
    guard let kind = neighbour?.operand.type.kind, neighbour?.symbol != "||" else { return }
    expectations.texts.formUnion(kind.choices ?? [])
    if case .reference(let type) = kind { expectations.recordType = type }
  }

  private func add(_ source: ExpressionScope.Source, _ inference: KindInference) {
    let context = inference.context
    for name in source.names {
      guard let type = source.column(name) else {
        if !context.isPortable, source.type?[name] != nil { expectations.references.insert(name) }
        continue
      }
      if (try? context.checkIsCalculable(name, of: source, at: 0)) == nil { continue }
      if fits(type, inference) { expectations.properties.insert(name) }
      if !context.isPortable, type.kind?.isReference ?? false {
        expectations.references.insert(name)
      }
    }
  }

  private func fits(_ type: InferredType, _ inference: KindInference) -> Bool {
    guard let neighbour else { return true }
    let other = KindInference.Operand(caret...caret, type)
    let (left, right) = neighbour.isAfter ? (other, neighbour.operand) : (neighbour.operand, other)
    do {
      switch ExpressionWords.powers[neighbour.symbol] {
      case 8, 9: _ = try inference.arithmetic(left, neighbour.symbol, right)
      case 4, 5:
        let isOrder = ExpressionWords.powers[neighbour.symbol] == 5
        try inference.checkValues(neighbour.operand, other, isOrder)
      default:
        if neighbour.symbol == "||", case .record = type.family { return false }
      }
      return true
    } catch {
      return false
    }
  }
}

extension ExpressionScope.Source {
  fileprivate var names: [String] {
    guard let type else { return columns?.keys.sorted() ?? [] }
    // Omits columns that exist only in the database file.
    let owners = listColumns.filter { $0.key != $0.value.name }.keys.sorted()
    return ["id"] + type.properties.map(\.name) + owners
  }
}

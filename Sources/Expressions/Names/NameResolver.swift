internal import Records

/// Resolves the names in an expression.
///
/// Infers the kinds in a subselect immediately, because the enclosing parts use its columns.
struct NameResolver {
  typealias Node = ExpressionNode

  let context: ExpressionContext
  let inference: KindInference
  var scopes: [ExpressionScope] = []
  /// The subselects named by `with`.
  var common: [[String: ExpressionScope.Source]] = []
  /// Choices that the user may have meant by a bare name, for hints.
  private(set) var choicesBeside: [String] = []
  var aliases = 0

  init(_ context: ExpressionContext, _ inference: KindInference) {
    (self.context, self.inference) = (context, inference)
    guard let type = context.type else { return }
    // List columns can change independently of the type, so a generated column cannot use them.
    var source = ExpressionScope.Source(
      type, listColumns: context.isPortable ? [:] : context.schema.listColumns(of: type))
    source.route = ReferencePath()
    source.isOwn = true
    scopes = [ExpressionScope(sources: [source])]
  }

  func source(_ type: RecordType, as sqlName: String? = nil) -> ExpressionScope.Source {
    ExpressionScope.Source(type, listColumns: context.schema.listColumns(of: type), as: sqlName)
  }

  mutating func resolve(_ node: Node) {
    let place = node.range.lowerBound
    switch node.form {
    case .missing: context.completion?.note(scopes, at: place)
    case .text, .date, .number, .constant: break
    case .sessionName:
      node.meaning = context.attempt { () throws(ExpressionError) in
        try context.checkTakesValues(at: place)
        return .given(try context.value(givenAt: place))
      }
    case .path(let path):
      node.meaning = context.attempt { () throws(ExpressionError) in
        .path(try resolved(path))
      }
    case .brackets(let nodes): resolve(nodes)
    case .subselect(let subselect):
      context.checkReadsOthers("a subselect", at: subselect.place)
      resolve(subselect)
    case .signed(_, let value), .not(let value), .cast(let value, _): resolve(value)
    case .exists(let value):
      context.checkReadsOthers("a subselect", at: place)
      resolve(value)
    case .choice(let choice):
      if let base = choice.base { resolve(base) }
      for branch in choice.branches {
        resolve(branch.condition)
        resolve(branch.result)
      }
      if let otherwise = choice.otherwise { resolve(otherwise) }
    case .call(let call): resolve(call, node)
    case .operations(let first, let operations):
      resolve(first)
      let former = choicesBeside
      if case .path(let path)? = first.meaning, let names = path.type.kind?.choices {
        choicesBeside = names
      }
      for operation in operations { resolve(operation) }
      choicesBeside = former
      switch operations[0].kind {
      case .sign(let symbol, let node) where ExpressionWords.powers[symbol] == 4:
        preferNumber(first, node)
        preferNumber(node, first)
      case .isSame(_, let node):
        preferNumber(first, node)
        preferNumber(node, first)
      case .sign, .logic, .between, .among, .amongItems, .amongRows, .matches, .isNull, .collate:
        break
      }
    }
  }

  /// Reads `id` as the number of an outer row if it is compared with a record of that row's type.
  private func preferNumber(_ node: Node, _ record: Node) {
    guard case .path(let path) = node.form, case .name = path.root, !path.goesOn,
      path.names[0].text == "id", case .path(let number)? = node.meaning,
      case .path(let reference)? = record.meaning,
      case .reference(let type)? = reference.type.kind, number.type.idType != type,
      let source = scopes.reversed().lazy.flatMap(\.sources).first(where: { $0.type?.name == type })
    else { return }
    node.meaning = .path(
      ResolvedPath(
        start: .column("id", of: source), type: InferredType(numberOf: type), route: source.route,
        property: "id"))
  }

  mutating func resolve(_ nodes: [Node]) {
    for node in nodes { resolve(node) }
  }

  private mutating func resolve(_ operation: Node.Operation) {
    switch operation.kind {
    case .sign(_, let node), .logic(_, let node), .isSame(_, let node): resolve(node)
    case .between(_, let lower, let upper): resolve([lower, upper])
    case .among(_, let nodes): resolve(nodes)
    case .amongItems(_, let node): resolve(items: node)
    case .amongRows(_, let rows):
      context.checkReadsOthers("a subselect", at: rows.place)
      resolve(rows)
    case .matches(_, let word, let pattern, let escape):
      if word == "regexp" { context.checkIsPortable(word, at: operation.range.lowerBound) }
      resolve(pattern)
      if let escape { resolve(escape) }
    case .isNull, .collate: break
    }
  }

  private mutating func resolve(_ call: Node.Call, _ node: Node) {
    let name = call.word.asciiLowercased
    let start = node.range.lowerBound
    context.checkIsPortable(name, at: start)
    if resolve(aggregate: name, call, node) { return }
    guard let function = call.function else {
      context.problems.add(noFunction(call, at: start))
      return
    }
    if let condition = call.condition {
      context.problems.add(nothingToChoose(call, condition.place, name))
      return
    }
    if case .missing? = call.arguments.first?.form {
      context.completion?.noteLists(scopes, function, at: call.arguments[0].range.lowerBound)
    }
    if call.arguments.count == 1, name == "max" || name == "min" {
      context.checkReadsOthers("\(name)() with one argument", at: start)
    }
    resolve(call.arguments)
    if let filter = call.filter { resolve(filter) }
    resolve(call.window?.nodes ?? [])
  }

  private func nothingToChoose(_ call: Node.Call, _ place: Int, _ name: String) -> ExpressionError {
    if case .path(let path) = call.arguments[0].form, case .name = path.root,
      let first = path.names.first, context.schema.type(named: first.text) == nil,
      !scopes.contains(where: { $0.column(first.text) != nil })
    {
      return unknownType(first)
    }
    return context.error(
      "\"where\" can be used only after a list or a type", at: place,
      hint: "as in \(name)(Type.property where …)")
  }

  private func noFunction(_ call: Node.Call, at start: Int) -> ExpressionError {
    let (word, name) = (call.word, call.word.asciiLowercased)
    switch name {
    case "random", "randomblob":
      return context.error(
        "\(word)() is not deterministic and cannot be used in an expression", at: start)
    case _ where ExpressionFunction.impure.contains(name):
      return context.error(
        "\(word)() depends on more than its arguments and cannot be used in an expression",
        at: start)
    case _ where scopes.contains { $0.column(word) != nil }:
      return context.error(
        "expected an operator between \"\(word)\" and the parenthesis", at: start + 1)
    default:
      let known = ExpressionFunction.all.filter { !context.isPortable || $0.isPortable }
      return context.error(
        "there is no function \"\(word)\"", at: start, kind: .name,
        candidates: known.map(\.name).sorted())
    }
  }

  /// The prefix of generated aliases, before a number, a space and the name of the table.
  static let aliasPrefix = "wb_path"

  mutating func freshAlias(for name: String) -> String {
    aliases += 1
    return "\(Self.aliasPrefix)\(aliases) \(name)".asSQLName
  }

  func source(of alias: String) -> ExpressionScope.Source? {
    for scope in scopes.reversed() {
      if let source = scope.source(named: alias) { return source }
    }
    return nil
  }

  func unknownType(_ name: Node.Path.Name) -> ExpressionError {
    context.error(
      RecordType.missing(name.text), at: name.place, kind: .name,
      candidates: context.schema.types.map(\.name))
  }
}

extension NameResolver {
  private typealias Source = ExpressionScope.Source

  @discardableResult
  mutating func resolve(_ subselect: Node.Subselect) -> [String: InferredType]? {
    common.append([:])
    defer { common.removeLast() }
    for table in subselect.common { add(table, isRecursive: subselect.isRecursive) }
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    var rows: [[String: InferredType]?] = []
    for core in subselect.cores {
      scopes.removeSubrange(depth...)
      scopes.append(ExpressionScope())
      rows.append(resolve(core))
    }
    // A compound is ordered by its results, which the first select names.
    if rows.count > 1, let scope = scopes.popLast() {
      scopes.append(ExpressionScope(aliases: rows[0] ?? scope.aliases))
    }
    for core in subselect.cores { resolve(core.order + core.limits) }
    return rows.first ?? nil
  }

  private mutating func add(_ table: Node.Subselect.Common, isRecursive: Bool) {
    let name = table.name.text
    if context.schema.types.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      context.report("\(name) is a type; choose another name", at: table.name.place, kind: .name)
    }
    let columns = table.columns.map { names in
      Dictionary(names.map { ($0, InferredType.unknown) }, uniquingKeysWith: { first, _ in first })
    }
    if isRecursive { common[common.count - 1][name] = Source(alias: name, columns: columns) }
    let rows = resolve(table.body)
    common[common.count - 1][name] = Source(alias: name, columns: columns ?? rows)
  }

  /// The scope stays open for the caller, which resolves `order by`.
  private mutating func resolve(_ core: Node.Core) -> [String: InferredType]? {
    for source in core.sources { add(source) }
    for star in core.stars where scopes[scopes.count - 1].source(named: star.text) == nil {
      context.report("there is no type or alias \"\(star.text)\" here", at: star.place, kind: .name)
    }
    var columns: [String: InferredType]? = core.hasStar ? nil : [:]
    for result in core.results {
      resolve(result.node)
      inference.infer(result.node)
      let type = result.node.type
      if let alias = result.alias { scopes[scopes.count - 1].aliases[alias] = type }
      if let name = result.alias ?? result.node.columnName {
        columns?[name] = type
      } else {
        columns = nil
      }
    }
    resolve(core.conditions + core.terms)
    return columns
  }

  private mutating func add(_ source: Node.Source) {
    var result: Source
    switch source.rows {
    case .table(let name):
      if let known = common.last(where: { $0[name.text] != nil })?[name.text] {
        result = known
      } else if let type = context.schema.type(named: name.text) {
        result = self.source(type)
      } else {
        context.problems.add(unknownType(name))
        result = Source(alias: name.text, columns: nil)
      }
    case .subselect(let subselect):
      // A derived table cannot refer to other tables of the same `from`.
      let own = scopes.removeLast()
      result = Source(alias: nil, columns: resolve(subselect))
      scopes.append(own)
    case .items(let list):
      resolve(list)
      result = Source(alias: "json_each", columns: ExpressionWords.itemColumns)
    }
    if let alias = source.alias { result.alias = alias }
    scopes[scopes.count - 1].sources.append(result)
  }
}

extension ExpressionNode {
  fileprivate var columnName: String? {
    guard case .path(let path) = form, case .name = path.root, path.names.count <= 2 else {
      return nil
    }
    return path.names.last?.text
  }
}

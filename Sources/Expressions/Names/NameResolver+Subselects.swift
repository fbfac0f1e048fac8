internal import Records

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

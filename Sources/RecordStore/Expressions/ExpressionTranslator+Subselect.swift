internal import Records

/// What is known of the rows of a subselect.
extension ExpressionTranslator {
  private typealias Source = ExpressionScope.Source

  /// The results of one `select`.
  private struct Rows {
    var operands: [Operand] = []
    /// The columns by name; nil if some have none that is known.
    var columns: [String: ExpressionNature]?
  }

  /// Translates a subselect, and returns its results.
  ///
  /// A result that occurs more than once, for example in both halves of a `union`, is returned for
  /// each; for a `*`, none.
  mutating func translate(_ subselect: Node.Subselect) throws(StoreError) -> [Operand] {
    try rows(of: subselect).flatMap(\.operands)
  }

  private mutating func rows(of subselect: Node.Subselect) throws(StoreError) -> [Rows] {
    routes = nil
    common.append([:])
    defer { common.removeLast() }
    for table in subselect.common { try add(table, isRecursive: subselect.isRecursive) }
    let depth = scopes.count
    defer { scopes.removeSubrange(depth...) }
    var rows: [Rows] = []
    for core in subselect.cores {
      scopes.removeSubrange(depth...)
      scopes.append(ExpressionScope())
      rows.append(try self.rows(of: core))
    }
    // The order of a compound is by its results, which the first names.
    if rows.count > 1, let scope = scopes.popLast() {
      scopes.append(ExpressionScope(aliases: rows[0].columns ?? scope.aliases))
    }
    for core in subselect.cores {
      try translate(order: core.order)
      _ = try translate(core.limits)
    }
    return rows
  }

  private mutating func add(
    _ table: Node.Subselect.Common, isRecursive: Bool
  ) throws(StoreError) {
    let name = table.name.text
    if types.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      throw error(
        "\(name) is a type; choose another name", at: table.name.place, kind: .name)
    }
    let columns = table.columns.map { names in
      Dictionary(
        names.map { ($0, ExpressionNature.unknown) }, uniquingKeysWith: { first, _ in first })
    }
    if isRecursive { common[common.count - 1][name] = Source(alias: name, columns: columns) }
    let rows = try rows(of: table.body)
    common[common.count - 1][name] = Source(alias: name, columns: columns ?? rows.first?.columns)
  }

  /// Translates one `select` or `values` and leaves its scope for what follows.
  private mutating func rows(of core: Node.Core) throws(StoreError) -> Rows {
    for source in core.sources { try add(source) }
    for star in core.stars where scopes[scopes.count - 1].source(named: star.text) == nil {
      throw error("there is no type or alias \"\(star.text)\" here", at: star.place, kind: .name)
    }
    var rows = Rows()
    var columns: [String: ExpressionNature]? = core.hasStar ? nil : [:]
    for result in core.results {
      let operand = try translate(result.node)
      rows.operands.append(operand)
      if let alias = result.alias { scopes[scopes.count - 1].aliases[alias] = operand.nature }
      if let name = result.alias ?? result.node.columnName {
        columns?[name] = operand.nature
      } else {
        columns = nil
      }
    }
    rows.columns = columns
    _ = try translate(core.conditions)
    for window in core.windows { try translate(window) }
    return rows
  }

  private mutating func add(_ source: Node.Source) throws(StoreError) {
    var result: Source
    switch source.rows {
    case .table(let name):
      if let known = common.last(where: { $0[name.text] != nil })?[name.text] {
        result = known
      } else {
        guard let type = type(named: name.text) else { throw unknownType(name) }
        result = Source(type, among: types)
        countedTypes.insert(type.name)
      }
    case .subselect(let subselect):
      // What is selected here cannot see the tables beside it.
      let own = scopes.removeLast()
      result = Source(alias: nil, columns: try rows(of: subselect).first?.columns)
      scopes.append(own)
    case .items(let list):
      _ = try translate(list)
      result = Source(alias: "json_each", columns: ExpressionWords.itemColumns)
    }
    if let alias = source.alias { result.alias = alias }
    scopes[scopes.count - 1].sources.append(result)
  }

  private mutating func translate(order terms: [Node]) throws(StoreError) {
    for operand in try translate(terms) where operand.nature.isLong && !operand.nature.isComputed {
      emission.wrap(operand.range, in: "decimal_key")
    }
  }

  mutating func translate(_ window: Node.Window) throws(StoreError) {
    _ = try translate(window.nodes)
    try translate(order: window.order)
  }
}

extension ExpressionNode {
  /// The name that a column of a result has without being given one.
  fileprivate var columnName: String? {
    guard case .path(let path) = form, case .name = path.root, path.names.count <= 2 else {
      return nil
    }
    return path.names.last?.text
  }
}

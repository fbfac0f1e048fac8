internal import Records

extension SQLEmitter {
  func sql(_ call: ExpressionNode.Call, _ node: ExpressionNode) -> SQLFragment {
    let place = node.range.lowerBound
    if case .rows(let rows) = node.meaning { return aggregate(call, over: rows) }
    var arguments = call.arguments.map(sql)
    let name = call.function?.name ?? ""
    // FILTER and OVER are part of the call, so any conversion must enclose them.
    var suffix: SQLFragment = ""
    if let filter = call.filter { suffix = " FILTER (WHERE \(sql(filter)))" }
    if let window = call.window { suffix = "\(suffix) \(sql(window))" }
    var result: SQLFragment
    switch call.plan {
    case nil:
      if call.function?.result == .format { fixFormat(call, &arguments) }
      var list = call.hasStar ? "*" : SQLFragment.list(arguments)
      if call.isDistinct { list = "DISTINCT \(list)" }
      result = "\(SQLFragment(name).at(place))(\(list))"
    case .function(let other):
      result = "\(other)(\(call.isDistinct ? "DISTINCT " : "")\(.list(arguments)))"
    case .nullIf(let conversion):
      let keys = zip(arguments, call.arguments).map { converted($0, conversion, $1.type) }
      result = "CASE WHEN \(.list(keys, separator: " = ")) THEN NULL ELSE \(arguments[0]) END"
    case .rounded(let digits, let isLong):
      if isPortable {
        result = "round(\(arguments[0]), \(digits))"
      } else if isLong || digits > Property.exactDoubleDigits {
        result = "decimal_nearest(\(arguments[0]), \(digits))"
      } else {
        result = scaled(arguments[0], digits)
      }
    case .wholeAmount: result = "abs(nullif(\(arguments[0]), -9223372036854775808))"
    case .choiceExtreme(let names):
      let keys = SQLFragment.list(arguments.map { self.place($0, among: names) })
      let names = names.enumerated().map { place, name in
        "WHEN \(place) THEN \(name.asSQLText)" as SQLFragment
      }
      return "CASE \(name)(\(keys))\(suffix) \(.list(names, separator: " ")) END"
    case .operation(let symbol, let plan):
      return planned(arguments[0], symbol, arguments[1], plan, node.type)
    case .whole:
      let digits = arguments.dropFirst().first
      return digits.map { "CASE WHEN \($0) IS NOT NULL THEN \(arguments[0]) END" }
        ?? "(\(arguments[0]))"
    case .limited:
      let limited = arguments.dropFirst().map(limited)
      result = "\(SQLFragment(name).at(place))(\(.list(arguments.prefix(1) + limited)))"
    case .wholeSeconds(let name):
      return "CAST(round(\(name)(\(.list(arguments)))\(suffix)) AS INTEGER)"
    case .part(let part):
      result =
        "CAST(strftime(\(SQLFragment(part.asSQLText)), fixed_moment(\(arguments[0]))) AS INTEGER)"
    case .partOfMonth(let part):
      let digits = part == "%Y" ? "1, 4" : "6, 2"
      result = "CAST(substr(\(arguments[0]), \(digits)) AS INTEGER)"
    case .shown(let kind): result = "field_text(\(arguments[0]), \(SQLFragment(kind.asSQLText)))"
    case .items: result = "json_array_length(\(arguments[0]))"
    case .joined:
      result = """
        ifnull((SELECT group_concat(value, \(arguments[1])) FROM json_each(\(arguments[0]))), '')
        """
    case .calendar(let function, let format, let moment):
      return calendar(function, format, arguments, moment)
    }
    return suffix.sql.isEmpty ? result : "\(result)\(suffix)"
  }

  private func limited(_ number: SQLFragment) -> SQLFragment {
    "max(min(\(number), \(Int(Int32.max))), \(-Int(Int32.max)))"
  }

  private func calendar(
    _ name: String, _ format: String?, _ arguments: [SQLFragment], _ moment: Int
  ) -> SQLFragment {
    let values = Array(arguments[moment...])
    if name == "date" || format != nil { return calendar(name, format, values) }
    // For other results, the arguments are checked by converting them to a date.
    return """
      CASE WHEN \(calendar("date", nil, values)) IS NOT NULL \
      THEN \(name)(\(.list(arguments))) END
      """
  }

  /// SQLite does not limit how often a format repeats a character.
  private func fixFormat(_ call: ExpressionNode.Call, _ arguments: inout [SQLFragment]) {
    guard !isPortable, let format = call.arguments.first else { return }
    guard case .text(let text) = format.form else {
      arguments[0] = "fixed_format(\(arguments[0]))"
      return
    }
    for count in RepeatedCharacter(in: text).given where count + 1 < arguments.count {
      arguments[count + 1] = "fixed_count(\(arguments[count + 1]))"
    }
  }

  private func aggregate(_ call: ExpressionNode.Call, over path: ResolvedPath) -> SQLFragment {
    var rows = rows(of: path)
    if let condition = call.condition {
      rows.conditions.append("(\(sql(condition.node)))")
    }
    let name = call.function?.name ?? ""
    // Use `count(*)` only with a condition: without one it counts pages, which cannot be
    // interrupted in a corrupt file whose pages form a cycle.
    let value = path.endsWithRecord && !rows.conditions.isEmpty ? "*" : rows.value
    if name == "join" {
      let item = rows.inOrder(text(value, of: path.type))
      return "ifnull((SELECT group_concat(item, \(sql(call.arguments[1]))) FROM \(item)), '')"
    }
    switch call.plan {
    case .function(let other): return rows.select("\(other)(\(value))")
    case .choiceExtreme(let names):
      let place = rows.select("\(name)(\(place(value, among: names)))")
      let names = names.enumerated().map { place, name in
        "WHEN \(place) THEN \(name.asSQLText)" as SQLFragment
      }
      return "CASE \(place) \(.list(names, separator: " ")) END"
    case .wholeSeconds: return rows.select("CAST(round(\(name)(\(value))) AS INTEGER)")
    case .nullIf, .rounded, .wholeAmount, .operation, .whole, .limited, .part, .partOfMonth, .shown,
      .items, .joined, .calendar, nil:
      return rows.select("\(name)(\(value))")
    }
  }

  private func text(_ value: SQLFragment, of type: InferredType) -> SQLFragment {
    if type.family == .boolean { return "iif(\(value), 'true', 'false')" }
    guard case .duration(let hasSeconds)? = type.kind else { return value }
    return converted(value, .durationText(hasSeconds: hasSeconds), type)
  }

  func list(_ path: ResolvedPath) -> SQLFragment {
    var rows = rows(of: path)
    rows.conditions.append("\(rows.value) IS NOT NULL")
    return "(SELECT json_group_array(item) FROM \(rows.inOrder(rows.value)))"
  }

  func items(_ node: ExpressionNode) -> SQLFragment {
    guard case .rows(let path) = node.meaning else {
      return "(SELECT value FROM json_each(\(sql(node))))"
    }
    var rows = rows(of: path)
    // With a NULL item, `not in` would never be true.
    rows.conditions.append("\(rows.value) IS NOT NULL")
    return rows.select(rows.value)
  }

  private struct Rows {
    var tables: [SQLFragment] = []
    var conditions: [SQLFragment] = []
    var order: [SQLFragment] = []
    var value: SQLFragment

    /// Sorts the rows before they are aggregated; the value is named `item`.
    func inOrder(_ value: SQLFragment) -> SQLFragment {
      var rows: SQLFragment =
        "SELECT \(value) AS item FROM \(.list(tables, separator: " CROSS JOIN "))"
      if !conditions.isEmpty {
        rows = "\(rows) WHERE \(.list(conditions, separator: " AND "))"
      }
      return order.isEmpty ? "(\(rows))" : "(\(rows) ORDER BY \(.list(order)))"
    }

    func select(_ result: SQLFragment) -> SQLFragment {
      let tables = SQLFragment.list(self.tables, separator: " CROSS JOIN ")
      guard !conditions.isEmpty else { return "(SELECT \(result) FROM \(tables))" }
      let condition = SQLFragment.list(conditions, separator: " AND ")
      return "(SELECT \(result) FROM \(tables) WHERE \(condition))"
    }
  }

  func value(of path: ResolvedPath) -> SQLFragment { rows(of: path).value }

  private func rows(of path: ResolvedPath) -> Rows {
    var rows: Rows
    // The alias of the row whose record number is the value.
    var row: String?
    switch path.start {
    case .column(let name, let source): rows = Rows(value: column(name, of: source))
    case .row(let source):
      row = source.sqlName
      rows = Rows(value: column("id", of: source))
    case .given(let place): rows = Rows(value: SQLFragment(.parameter(place)))
    case .record(let number): rows = Rows(value: self.value(SQLValue.integer(number)))
    case .calculated(let value): rows = Rows(value: sql(value))
    case .key(let key, let property, let type, let alias):
      rows = Rows(
        value: """
          (SELECT \(alias).id FROM \(type.name.asSQLName) AS \(alias) \
          WHERE \(alias).\(property.name.asSQLName) = \(self.key(key)))
          """)
    case .calculatedKey(let key, let property, let type, let alias):
      rows = Rows(
        value: """
          (SELECT \(alias).id FROM \(type.name.asSQLName) AS \(alias) \
          WHERE \(alias).\(property.name.asSQLName) = \(sql(key).inside(Self.keyPower)))
          """)
    case .all(let type, let alias):
      row = alias
      rows = Rows(
        tables: ["\(type.name.asSQLName) AS \(alias)"], order: ["\(alias).id"],
        value: "\(alias).id")
    }
    // One subselect joins all records on the path, because SQLite limits the nesting of subselects.
    var joins: (start: SQLFragment, first: String, tables: [SQLFragment], last: SQLFragment)?
    for hop in path.hops {
      switch hop {
      case .number: joins = nil
      case .property(let name, let type, let alias, let calculated):
        let name = (type[name]?.name ?? name).asSQLName
        if let known = row {
          rows.value = calculated.map(sql) ?? "\(known).\(name)"
          row = nil
          joins = nil
          continue
        }
        let table: SQLFragment = "\(type.name.asSQLName) AS \(alias)"
        if let former = joins {
          joins?.tables.append("\(table) ON \(alias).id = \(former.last)")
        } else {
          joins = (rows.value, alias, [table], rows.value)
        }
        joins?.last = calculated.map(sql) ?? "\(alias).\(name)"
        guard let way = joins else { continue }
        rows.value = """
          (SELECT \(way.last) FROM \(.list(way.tables, separator: " CROSS JOIN ")) \
          WHERE \(way.first).id = \(way.start))
          """
      case .records(let type, let source, let alias, let through):
        let link = source.hasRecords ? alias : through
        rows.tables.append("\(source.table.asSQLName) AS \(link)")
        rows.conditions.append("\(link).\(source.owner.asSQLName) = \(rows.value)")
        rows.order += (source.order + ["id"]).map { "\(link).\($0.asSQLName)" }
        if !source.hasRecords {
          rows.tables.append("\(type.name.asSQLName) AS \(alias)")
          rows.conditions.append("\(alias).id = \(link).\(source.item.asSQLName)")
        }
        rows.value = "\(alias).id"
        row = alias
        joins = nil
      case .values(let alias):
        rows.tables.append("json_each(\(rows.value)) AS \(alias)")
        rows.order.append("\(alias).key")
        rows.value = "\(alias).value"
        row = nil
        joins = nil
      }
    }
    return rows
  }

  private func sql(_ value: CalculatedValue) -> SQLFragment {
    if let column = columns[ObjectIdentifier(value)] { return SQLFragment(column) }
    if isStep, value.isOwn {
      let row = value.row.map { "\($0)." } ?? ""
      return SQLFragment(row + value.property.name.asSQLName)
    }
    if let known = cache.fragments[ObjectIdentifier(value)] { return known }
    let isShort = value.sources.count <= Self.mostNested
    let fragment = isShort ? "(\(result(of: value)))" : inSteps(value)
    cache.fragments[ObjectIdentifier(value)] = fragment
    return fragment
  }

  private func result(of value: CalculatedValue) -> SQLFragment {
    cast(sql(value.tree), value.tree.type, for: value.property)
  }

  /// Calculates each operand in a table of its own, because SQLite limits the nesting of
  /// expressions.
  private func inSteps(_ value: CalculatedValue) -> SQLFragment {
    let values = value.sources + [value]
    var lastUse: [ObjectIdentifier: Int] = [:]
    for (step, value) in values.enumerated() {
      for operand in value.operands { lastUse[ObjectIdentifier(operand)] = step }
    }
    var inner = self
    inner.steps += 1
    var tables: [SQLFragment] = []
    var kept: [(id: ObjectIdentifier, name: String)] = []
    for (step, value) in values.enumerated() {
      let former = "\(SQLSteps.prefix)\(steps)_\(step - 1)"
      for (id, name) in kept { inner.columns[id] = "\(former).\(name)" }
      inner.cache = Cache()
      let result = inner.result(of: value)
      kept.removeAll { lastUse[$0.id] ?? 0 <= step }
      let passed = kept.map { SQLFragment("\($0.name)") } + ["\(result) AS v\(step)"]
      // LIMIT materializes the table; otherwise SQLite would repeat the calculation for each read.
      tables.append(
        """
        \(SQLSteps.prefix)\(steps)_\(step) AS (SELECT \(.list(passed))\
        \(step == 0 ? "" : " FROM \(former)") LIMIT 1)
        """)
      kept.append((ObjectIdentifier(value), "v\(step)"))
    }
    let last = values.count - 1
    return "(WITH \(.list(tables)) SELECT v\(last) FROM \(SQLSteps.prefix)\(steps)_\(last))"
  }

  private static let keyPower = ExpressionWords.Power.equality + 1

  func unfoundKey(_ node: ExpressionNode) -> SQLFragment? {
    if case .brackets(let nodes) = node.form, nodes.count == 1 { return unfoundKey(nodes[0]) }
    guard case .path(let path)? = node.meaning, case .calculatedKey(let key, _, _, _) = path.start,
      path.hops.isEmpty
    else { return nil }
    return "CASE WHEN \(value(of: path)) IS NULL THEN \(sql(key)) END"
  }

  private func key(_ binding: CompiledBinding) -> SQLFragment {
    switch binding {
    case .literal(let value): self.value(value)
    case .parameter: SQLFragment(binding)
    }
  }

  /// Qualifies the column by its table, so that it is unambiguous at any depth.
  private func column(_ name: String, of source: ExpressionScope.Source?) -> SQLFragment {
    // The table of an older version can spell the name in another Unicode normal form.
    let name = source?.type?[name]?.name ?? name
    // A generated column cannot name its table.
    guard !isPortable, let table = source?.sqlName else { return SQLFragment(name.asSQLName) }
    return "\(table).\(name.asSQLName)"
  }
}

package enum SQLSteps {
  static let prefix = "wb_step"

  /// Tables of a database cannot have this prefix.
  package static func isName(_ table: String) -> Bool { table.hasPrefix(prefix) }
}

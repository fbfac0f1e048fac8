internal import Records

/// Records, and paths through references: `boss.name`, `Person/3.age`, `Person["Ann"]`.
extension ExpressionParser {
  /// SQL for a value, with what is bound in it.
  struct Fragment {
    var sql: String
    var bindings: [CompiledExpression.Binding] = []
  }

  /// A property in a scope, as SQL refers to it from any depth.
  private func column(_ name: String, of source: ExpressionScope.Source?) -> Fragment {
    Fragment(sql: (source?.sqlName.map { "\($0)." } ?? "") + name.asSQLName)
  }

  /// The number of a source's record, as SQL refers to it from any depth.
  func number(of source: ExpressionScope.Source) -> Fragment { column("id", of: source) }

  /// A name for a table that nothing else in the expression has.
  mutating func freshAlias() -> String {
    aliases += 1
    return "wb_p\(aliases)"
  }

  // MARK: Reading paths

  /// Reads the rest of a path from its first record on, whose tokens end before the place of
  /// reading, and writes all of it.
  ///
  /// - Parameters:
  ///   - start: The place of the first token of the path.
  ///   - record: The number of the record.
  ///   - type: The type of the record.
  mutating func path(
    from start: Int, _ record: Fragment, of type: String
  ) throws(StoreError) -> ExpressionNature {
    var value = record
    var nature = ExpressionNature(parameter: .reference(to: type))
    // One join of all the records on the way, for SQLite takes few subselects in each other.
    var joins: [String] = []
    var (first, last) = ("", (alias: "", property: ""))
    while symbol == "." {
      try checkReadsOthers("a path", at: start)
      guard case .reference(let target)? = nature.kind else { throw noWay(from: start, nature) }
      position += 1
      guard let name = try step(into: target, &nature) else { continue }
      let alias = freshAlias()
      let table = "\(target.asSQLName) AS \(alias)"
      if joins.isEmpty {
        first = alias
        joins = [table]
      } else {
        joins.append(
          "CROSS JOIN \(table) ON \(alias).id = \(last.alias).\(last.property.asSQLName)")
      }
      last = (alias, name)
      value = Fragment(
        sql: "(SELECT \(alias).\(name.asSQLName) FROM \(joins.joined(separator: " ")) "
          + "WHERE \(first).id = \(record.sql))", bindings: record.bindings)
    }
    for place in start..<position { emission.write("", at: place) }
    emission.write(value.sql, value.bindings, at: start)
    return nature
  }

  /// Reads the name of a property of a record, which has to be looked up; nil for its number.
  private mutating func step(
    into target: String, _ nature: inout ExpressionNature
  ) throws(StoreError) -> String? {
    guard let type = types.first(where: { $0.name == target }) else {
      throw error("there is no type \"\(target)\"", kind: .name)
    }
    if isAtCaret {
      note(propertiesOf: ExpressionScope.Source(type, among: []), in: ExpressionScope())
    }
    guard let name = token?.name else { throw unexpected("a property of \(target)") }
    if name == "id" {
      position += 1
      nature = ExpressionNature(numberOf: target)
      return nil
    }
    guard let property = type[name], !property.kind.isListOfRecords else {
      throw unknown(name, in: [ExpressionScope.Source(type, among: types)])
    }
    position += 1
    // What is looked up are records of the type, which may be those that the expression is about.
    if scopes.first(where: \.isOwn)?.sources.first?.type?.name == target {
      countedTypes.insert(target)
    }
    nature = ExpressionNature(property)
    return name
  }

  private func noWay(from start: Int, _ nature: ExpressionNature) -> StoreError {
    let written = tokens[start..<position].map { $0.name?.asName ?? "." }.joined()
    let next = token(1)?.name ?? "more"
    return error(
      "\(written) is \(nature.words) and has no \"\(next)\"",
      at: min(position + 1, tokens.count - 1), kind: .name)
  }

  /// Reads a name that a property of the records in scope has, and what follows it by points; nil
  /// if none has it.
  mutating func propertyPath(_ name: String) throws(StoreError) -> ExpressionNature? {
    let start = position
    for scope in scopes.reversed() {
      guard let (source, nature) = scope.column(name) else { continue }
      let goesOn = token(1) == .symbol(".")
      if goesOn, !(nature.kind?.isReference ?? false), self.source(of: name) != nil { return nil }
      try checkIsCalculable(name, in: scope)
      if scope.isOwn { noteOwn(name) }
      guard goesOn else {
        write(name: name)
        return nature
      }
      if let next = token(2)?.name { try checkReadsOthers("\(name).\(next)", at: start) }
      position += 1
      guard case .reference(let target)? = nature.kind else { throw noWay(from: start, nature) }
      if source?.sqlName == nil, types.first(where: { $0.name == target })?[name] != nil {
        throw error("give the subselect of \(name.asName) a name with \"as\"", at: start)
      }
      return try path(from: start, column(name, of: source), of: target)
    }
    return nil
  }

  /// Notes that a property of the record itself is read.
  mutating func noteOwn(_ name: String) {
    ownProperties.insert(name)
    bareProperties.insert(name)
  }

  /// The source that a name before a point means.
  func source(of alias: String) -> (ExpressionScope, ExpressionScope.Source)? {
    for scope in scopes.reversed() {
      if let source = scope.source(named: alias) { return (scope, source) }
    }
    return nil
  }

  /// Reads a value that the session has for a name, or a record that it names; nil if it has none.
  mutating func givenValue() throws(StoreError) -> ExpressionNature? {
    guard let value = given[position] else { return nil }
    let start = position
    try checkTakesValues()
    position += value.count
    let fragment = Fragment(sql: "?", bindings: [.parameter(value.place)])
    if case .reference(let type)? = value.kind { return try path(from: start, fragment, of: type) }
    for place in start..<position { emission.write("", at: place) }
    emission.bind(.parameter(value.place), at: start)
    return ExpressionNature(parameter: value.kind)
  }

  // MARK: Records

  /// Reads `Person/3` or `Person["Ann"]` with what follows by points; nil if it is none of these.
  mutating func record() throws(StoreError) -> ExpressionNature? {
    guard let type = type(0) else { return nil }
    let start = position
    switch (token(1), token(2)) {
    case (.symbol("/"), .number(let text)):
      guard let number = Int(text), number > 0 else {
        throw error("the number of a record is a whole number above 0", at: start + 2)
      }
      try checkReadsOthers("\(type.name.asName)/\(text)", at: start)
      position += 3
      return try path(
        from: start, Fragment(sql: "?", bindings: [.literal(.integer(number))]), of: type.name)
    case (.symbol("["), _):
      try checkReadsOthers("another record", at: start)
      position += 2
      return try path(from: start, try number(ofKeyIn: type), of: type.name)
    default: return nil
    }
  }

  /// Reads the key of a record and the bracket after it.
  private mutating func number(ofKeyIn type: RecordType) throws(StoreError) -> Fragment {
    guard let property = type.properties.first(where: \.isKey) else {
      throw error("\(type.name.asName) has no key", at: position - 2, kind: .name)
    }
    let key: CompiledExpression.Binding
    switch token {
    case .text(let text), .date(let text), .word(let text):
      key = .literal(try stored(.text(text), of: property))
    case .number(let text):
      let number: Value? = Int(text).map { .integer($0) } ?? ExactDecimal(text).map { .decimal($0) }
      key = .literal(try stored(number ?? .text(text), of: property))
    case .parameter(let index, _): key = .parameter(index)
    default: throw unexpected("a key")
    }
    position += 1
    guard symbol == "]" else { throw unexpected("\"]\"") }
    position += 1
    let alias = freshAlias()
    return Fragment(
      sql: "(SELECT \(alias).id FROM \(type.name.asSQLName) AS \(alias) "
        + "WHERE \(alias).\(property.name.asSQLName) = ?)", bindings: [key])
  }

  private func stored(_ value: Value, of property: Property) throws(StoreError) -> SQLValue {
    do {
      return Storage(property).stored(try property.kind.reading(value))
    } catch {
      throw self.error("the key \(property.name.asName): \(error.message)")
    }
  }
}

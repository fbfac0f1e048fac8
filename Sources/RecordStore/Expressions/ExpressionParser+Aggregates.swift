internal import Records

/// `count sum avg min max` over the records of a list or of a type.
extension ExpressionParser {
  /// The functions that go over the records of a list.
  static let aggregates: Set<String> = ["count", "sum", "avg", "min", "max"]

  /// What an aggregate goes over: records, and the value that it takes of each.
  private struct Gathering {
    var from: Fragment
    var value: Fragment?
    var nature = ExpressionNature.count
    var type: RecordType
    var alias: String
    /// The place after the path.
    var end: Int
  }

  /// Reads `avg(reviews.rating where rating > 0)` or `sum(Item.worth)`; nil if the function is not
  /// called with a path through a list or a type.
  mutating func aggregate(_ name: String) throws(StoreError) -> ExpressionNature? {
    guard Self.aggregates.contains(name), token(1) == .symbol("("), token(2)?.name != nil else {
      return nil
    }
    let start = position
    position += 2
    let gathering: Gathering?
    do throws(StoreError) {
      gathering = try self.gathering()
    } catch {
      if isPortable { try checkReadsOthers("\(name)()", at: start) }
      throw error
    }
    guard let gathering else {
      position = start
      return nil
    }
    try checkReadsOthers("\(name)()", at: start)
    guard gathering.value != nil || name == "count" else {
      throw error(
        "\(name)() needs a property of \(gathering.type.name.asName)", at: gathering.end - 1,
        hint: "as in \(name)(\(path(2 + start, gathering.end)).\(example(of: gathering.type)))")
    }
    let (function, rest, nature) = try function(name, of: gathering, at: start + 2)
    countedTypes.insert(gathering.type.name)
    for place in start..<gathering.end { emission.write("", at: place) }
    let value = gathering.value ?? Fragment(sql: "*")
    emission.write("(SELECT \(function)(\(value.sql)\(rest))", value.bindings, at: start)
    position = gathering.end
    note(words: ["where"])
    note(sign: ")")
    if keyword == "where" {
      emission.write("\(gathering.from.sql) AND (", gathering.from.bindings, at: position)
      position += 1
      scopes.append(
        ExpressionScope(
          sources: [.init(gathering.type, among: types, as: gathering.alias)]))
      _ = try separate()
      note(sign: ")")
      scopes.removeLast()
      guard symbol == ")" else { throw unexpected() }
      write("))")
    } else {
      guard symbol == ")" else { throw unexpected("\"where\" or \")\"") }
      emission.write("\(gathering.from.sql))", gathering.from.bindings, at: position)
      position += 1
    }
    return nature
  }

  private func path(_ start: Int, _ end: Int) -> String {
    tokens[start..<end].map { $0.name?.asName ?? "." }.joined()
  }

  private func example(of type: RecordType) -> String {
    (type.properties.first { ExpressionFamily($0.kind) == .number } ?? type.properties[0])
      .name.asName
  }

  /// Notes the lists and types that an aggregate can go over.
  mutating func noteLists() {
    for source in scopes.flatMap(\.sources) {
      for property in source.type?.properties ?? [] where property.kind.isListOfRecords {
        expectations?.references.insert(property.name)
      }
    }
  }

  // MARK: What it goes over

  /// Reads a path that leads through a list or begins with a type; nil, at any place, for others.
  private mutating func gathering() throws(StoreError) -> Gathering? {
    guard let name = token?.name else { return nil }
    if let (source, list) = list(name) {
      position += 1
      return try items(of: list, number(of: source), source.type?.name ?? "")
    }
    let isProperty = scopes.contains { $0.column(name) != nil }
    // In a subselect the name of a type is the row that is gone through.
    let isRow = self.source(of: name).map { !$0.0.isOwn } ?? false
    if !isProperty, !isRow, given[position] == nil, let type = type(0),
      token(1) == .symbol(".") || token(1) == .symbol(")") || keyword(1) == "where"
    {
      // `count(Person)` alone is read elsewhere.
      guard token(1) == .symbol(".") else { return nil }
      position += 1
      let alias = freshAlias()
      return try value(
        Gathering(
          from: Fragment(sql: "FROM \(type.name.asSQLName) AS \(alias) WHERE 1"), type: type,
          alias: alias, end: position))
    }
    return try itemsAfterReferences(name)
  }

  /// The list of records of that name that a record in scope has.
  private func list(_ name: String) -> (ExpressionScope.Source, Property)? {
    for scope in scopes.reversed() {
      if scope.column(name) != nil { return nil }
      for source in scope.sources {
        guard let property = source.type?[name], property.kind.isListOfRecords else { continue }
        return (source, property)
      }
    }
    return nil
  }

  /// Reads references up to a list, `boss.reviews`; nil if there is no list.
  private mutating func itemsAfterReferences(_ name: String) throws(StoreError) -> Gathering? {
    var end = position
    guard var type = recordType(startingAt: &end) else { return nil }
    let start = position
    while case .symbol(".") = tokens.indices.contains(end) ? tokens[end] : .symbol("") {
      guard end + 1 < tokens.count, let step = tokens[end + 1].name, let property = type[step]
      else { return nil }
      if property.kind.isListOfRecords {
        let record = try fragment(from: start, to: end)
        position = end + 2
        return try items(of: property, record, type.name)
      }
      guard case .reference(let target) = property.kind,
        let next = types.first(where: { $0.name == target })
      else { return nil }
      type = next
      end += 2
    }
    return nil
  }

  /// The type of the record that a path begins with, whose tokens end before the place returned.
  private func recordType(startingAt end: inout Int) -> RecordType? {
    guard let name = token?.name else { return nil }
    let kind: PropertyKind?
    if let nature = scopes.reversed().lazy.compactMap({ $0.column(name)?.nature }).first {
      kind = nature.kind
      end += 1
    } else if let (_, source) = source(of: name), token(1) == .symbol("."),
      let type = source.type, let list = token(2)?.name, type[list] != nil
    {
      end += 1
      return type
    } else if let value = given[position], value.count == 1 {
      kind = value.kind
      end += 1
    } else if let type = type(0), token(1) == .symbol("/") {
      end += 3
      return type
    } else if let type = type(0), token(1) == .symbol("[") {
      end += 4
      return type
    } else {
      return nil
    }
    guard case .reference(let target)? = kind else { return nil }
    return types.first { $0.name == target }
  }

  /// The record that a path leads to, read on its own.
  private mutating func fragment(from start: Int, to end: Int) throws(StoreError) -> Fragment {
    if end == start + 1, let name = tokens[start].name, let (_, source) = source(of: name),
      scopes.allSatisfy({ $0.column(name) == nil })
    {
      return number(of: source)
    }
    var parser = self
    parser.emission = ExpressionEmission(count: tokens.count)
    parser.position = start
    parser.limit = end
    _ = try parser.name(tokens[start].name ?? "")
    aliases = parser.aliases
    ownProperties.formUnion(parser.ownProperties)
    countedTypes.formUnion(parser.countedTypes)
    let (sql, _, bindings) = parser.emission.assembled()
    return Fragment(sql: sql, bindings: bindings)
  }

  /// The items of a list, and those of further lists in them.
  private mutating func items(
    of list: Property, _ owner: Fragment, _ ownerType: String
  ) throws(StoreError) -> Gathering {
    guard case .records(let name) = list.kind, let type = types.first(where: { $0.name == name })
    else { throw error("there is no type \"\(list.kind.recordType ?? "")\"", kind: .name) }
    if let own = scopes.first(where: \.isOwn), own.sources.first?.type?[list.name] == list {
      ownProperties.insert("id")
    }
    let alias = freshAlias()
    let link = ListLink(owner: ownerType, list: list.name, number: 0)
    return try value(
      Gathering(
        from: Fragment(
          sql: "FROM \(name.asSQLName) AS \(alias) "
            + "WHERE \(alias).\(link.ownerColumn.asSQLName) = \(owner.sql)",
          bindings: owner.bindings), type: type, alias: alias, end: position))
  }

  /// Reads the property whose values are gathered, if there is one.
  private mutating func value(_ gathering: Gathering) throws(StoreError) -> Gathering {
    guard symbol == "." else { return gathering }
    var gathering = gathering
    let start = position
    let source = ExpressionScope.Source(gathering.type, among: types, as: gathering.alias)
    if position + 1 == limit, expectations != nil {
      position += 1
      note(propertiesOf: source, in: ExpressionScope())
    }
    guard let name = token(1)?.name else {
      position += 1
      throw unexpected("a property of \(gathering.type.name)")
    }
    guard let nature = source.nature(of: name) else {
      position += 1
      if case .records? = gathering.type[name]?.kind {
        throw error("\(name.asName) is a list in a list, which cannot be gone through")
      }
      throw unknown(name, in: [source])
    }
    position += 2
    let column = Fragment(sql: "\(gathering.alias).\(name.asSQLName)")
    gathering.nature = nature
    gathering.value = column
    if symbol == ".", case .reference(let target)? = nature.kind {
      var parser = self
      parser.emission = ExpressionEmission(count: tokens.count)
      gathering.nature = try parser.path(from: start, column, of: target)
      let (sql, _, bindings) = parser.emission.assembled()
      gathering.value = Fragment(sql: sql, bindings: bindings)
      (position, aliases) = (parser.position, parser.aliases)
      countedTypes.formUnion(parser.countedTypes)
    }
    gathering.end = position
    return gathering
  }

  // MARK: The function

  /// The function that SQLite calls, what follows its value, and what is known of its result.
  private func function(
    _ name: String, of gathering: Gathering, at place: Int
  ) throws(StoreError) -> (String, String, ExpressionNature) {
    if name == "count" { return ("count", "", .count) }
    if name == "sum" || name == "avg" {
      switch gathering.nature.family {
      case .number, .duration, nil: break
      case .boolean where name == "sum": break
      case .boolean, .text, .date, .dateTime, .time, .month, .record, .list:
        throw error(
          "\(name)() takes numbers, and \(path(place, gathering.end)) is \(gathering.nature.words)",
          at: place)
      }
    }
    return gathered(name, gathering.nature)
  }

  /// The function that gathers values of which so much is known.
  func gathered(
    _ name: String, _ nature: ExpressionNature
  ) -> (function: String, rest: String, nature: ExpressionNature) {
    switch name {
    case "min", "max":
      return (nature.isLong ? "decimal_\(name)" : name, "", nature)
    case "sum", "avg":
      guard nature.isDecimal else {
        var result = ExpressionNature(isComputed: true, scale: name == "sum" ? nature.scale : nil)
        switch nature.family {
        case .duration:
          result.kind = nature.kind
          result.textKind = nature.textKind
        case .boolean: result.kind = name == "sum" ? .integer : .double
        case .number: result.kind = name == "sum" ? nature.kind : .double
        default: break
        }
        return (name, "", result)
      }
      // The sum may have more digits than its numbers, and is then a text.
      var result = ExpressionNature(isDecimal: true, isLong: true)
      guard name == "avg" else {
        result.kind = nature.kind
        result.scale = nature.scale
        return ("decimal_sum", "", result)
      }
      let digits = min((nature.scale ?? 0) + 4, ExactDecimal.maximumDigits)
      result.kind = .someDecimal
      result.scale = digits
      return ("decimal_avg", ", \(digits)", result)
    default: return (name, "", nature)
    }
  }
}

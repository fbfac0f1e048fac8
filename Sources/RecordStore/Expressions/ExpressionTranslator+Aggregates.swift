internal import Records

/// `count sum avg min max` over the items of a list or the records of a type.
extension ExpressionTranslator {
  /// What an aggregate goes over: rows, and the value that it takes of each.
  struct Gathering {
    /// The tables, and what joins their rows.
    var tables: [Fragment] = []
    var conditions: [Fragment] = []
    /// The value of a row; nil where the row is a record.
    var value: Fragment?
    var nature = ExpressionNature.count
    /// What names in a condition can mean.
    var source: ExpressionScope.Source
    /// The number of the record that is a row; nil where the row is a value.
    var record: Fragment?
    /// How many names of the path have been read.
    var count: Int
  }

  /// Translates `avg(reviews.rating where rating > 0)` or `sum(Item.worth)`; nil if the function is
  /// not called with a path through a list or a type.
  mutating func aggregate(
    _ name: String, _ call: Node.Call, in range: ClosedRange<Int>
  ) throws(StoreError) -> ExpressionNature? {
    guard let function = ExpressionFunction.named(name), function.isOfLists, !call.isDistinct,
      call.arguments.count == 1, case .path(let path) = call.arguments[0].form
    else { return nil }
    let start = range.lowerBound
    let argument = call.arguments[0].range
    let gathering: Gathering?
    do throws(StoreError) {
      gathering = try gather(path)
    } catch {
      if isPortable { try checkReadsOthers("\(name)()", at: start) }
      throw error
    }
    guard let gathering else {
      if name == "count", call.arguments[0].range.count == 1, isUnknownType(path, call) {
        throw unknownType(path.names[0])
      }
      return nil
    }
    try checkReadsOthers("\(name)()", at: start)
    if argument.upperBound + 1 == caret {
      expectations?.words = ["where"]
      expectations?.signs = [")"]
    }
    guard gathering.value != nil || name == "count" else {
      throw error(
        "\(name)() needs a property of \((gathering.source.type?.name ?? "").asName)",
        at: argument.upperBound,
        hint: "as in \(name)(\(words(argument.lowerBound..<argument.upperBound + 1))."
          + "\(example(of: gathering.source)))")
    }
    let (called, rest, nature) = try self.function(name, of: gathering, argument)
    let value = gathering.value ?? Fragment(sql: "*")
    let result = Fragment(sql: "\(called)(\(value.sql)\(rest))", bindings: value.bindings)
    try write(gathering, result, where: call.condition, in: range)
    return nature
  }

  /// Writes what is taken of the rows of a list or a type as a subselect of its own.
  mutating func write(
    _ gathering: Gathering, _ value: Fragment, where condition: (place: Int, node: Node)?,
    in range: ClosedRange<Int>
  ) throws(StoreError) {
    let tables = gathering.tables
    var sql = "(SELECT \(value.sql) FROM "
    sql += tables.map(\.sql).joined(separator: " CROSS JOIN ")
    var bindings = value.bindings + tables.flatMap(\.bindings)
    if !gathering.conditions.isEmpty {
      sql += " WHERE " + gathering.conditions.map(\.sql).joined(separator: " AND ")
      bindings += gathering.conditions.flatMap(\.bindings)
    }
    let end = range.upperBound
    for place in range.lowerBound...(condition?.place ?? end) {
      emission.write("", at: place)
    }
    guard let condition else {
      emission.write(sql + ")", bindings, at: range.lowerBound)
      return
    }
    emission.write(sql, bindings, at: range.lowerBound)
    emission.write(gathering.conditions.isEmpty ? "WHERE (" : "AND (", at: condition.place)
    scopes.append(ExpressionScope(sources: [gathering.source]))
    _ = try translate(condition.node)
    scopes.removeLast()
    emission.write("))", at: end)
  }

  private func example(of source: ExpressionScope.Source) -> String {
    let properties = source.type?.properties ?? []
    let number = properties.first { ExpressionFamily($0.kind) == .number } ?? properties.first
    return (number?.name ?? "").asName
  }

  /// Notes the lists and types that an aggregate can go over.
  mutating func noteLists(_ function: ExpressionFunction? = nil) {
    guard !isPortable, function?.isOfLists != false, expectations != nil else { return }
    if function?.name == "count" { expectations?.takesType = true }
    for property in scopes.flatMap(\.sources).flatMap({ $0.type?.properties ?? [] })
    where property.kind.isList {
      if property.kind.isListOfRecords {
        expectations?.references.insert(property.name)
      } else {
        expectations?.properties.insert(property.name)
      }
    }
  }

  // MARK: What it goes over

  /// Follows a path through a list or from a type; nil for others.
  mutating func gather(_ path: Path) throws(StoreError) -> Gathering? {
    let name = path.names[0].text
    if let type = typeGoneThrough(path) {
      let alias = freshAlias(for: name)
      countedTypes.insert(name)
      note(nil)
      return try goOn(
        Gathering(
          tables: [Fragment(sql: "\(name.asSQLName) AS \(alias)")],
          source: ExpressionScope.Source(type, among: types, as: alias),
          record: Fragment(sql: "\(alias).id"), count: 1), path)
    }
    guard let (type, begins, source) = beginning(of: path),
      let (list, owner, place) = nextList(path, from: type, begins)
    else { return nil }
    if let source, place == begins {
      // The record is at hand: it is a row of its own.
      let isOwn = scopes.contains { $0.isOwn && $0.sources.first?.type == source.type }
      guard list.kind.isListOfRecords else {
        if isOwn { noteOwn(list.name) }
        return try items(
          of: list, Self.column(list.name, of: source), at: place, path, after: nil)
      }
      if isOwn { ownProperties.insert("id") }
      let owner = Owner(type: owner.name, number: Self.number(of: source), route: source.route)
      return try goOn(try records(of: list, owner, at: path.names[place], count: place + 1), path)
    }
    let stop = try follow(
      path, from: try start(of: path), upTo: list.kind.isListOfRecords ? place : place + 1)
    return try goOn(from: stop, to: list, of: owner, at: place, path)
  }

  /// The type all of whose records an aggregate goes over, if that is what a path begins with.
  private func typeGoneThrough(_ path: Path) -> RecordType? {
    guard case .name = path.root else { return nil }
    let (name, place) = (path.names[0].text, path.names[0].place)
    // In a subselect the name of a type is the row that is gone through.
    let isRow = source(of: name).map { !$0.0.isOwn } ?? false
    let isProperty = scopes.contains { scope in
      scope.column(name) != nil || scope.sources.contains { $0.type?[name] != nil }
    }
    return isRow || isProperty || given[place] != nil ? nil : type(named: name)
  }

  /// The type of the record that a path begins with, the place of the first name that is a property
  /// of it, and the record if it is a row in scope.
  private func beginning(
    of path: Path
  ) -> (type: RecordType, place: Int, source: ExpressionScope.Source?)? {
    let name = path.names[0].text
    var kind: PropertyKind? = .reference(to: name)
    var place = 1
    if case .name = path.root {
      for scope in scopes.reversed() {
        for source in scope.sources {
          if let type = source.type, type[name]?.kind.isList == true { return (type, 0, source) }
        }
        guard let column = scope.column(name) else { continue }
        return reference(column.nature.kind).map { ($0, 1, nil) }
      }
      if let (_, source) = source(of: name) { return source.type.map { ($0, 1, source) } }
      guard let value = given[path.names[0].place] else { return nil }
      kind = value.kind
      place = (value.count + 1) / 2
    }
    return reference(kind).map { ($0, place, nil) }
  }

  private func reference(_ kind: PropertyKind?) -> RecordType? {
    guard case .reference(let name)? = kind else { return nil }
    return type(named: name)
  }

  /// The next list that a path comes to through references, with the type that has it and the place
  /// of its name; nil if there is none.
  private func nextList(
    _ path: Path, from type: RecordType, _ place: Int
  ) -> (list: Property, owner: RecordType, place: Int)? {
    var type = type
    for (place, name) in path.names.enumerated().dropFirst(place) {
      guard let property = type[name.text] else { return nil }
      if property.kind.isList { return (property, type, place) }
      guard let next = reference(property.kind) else { return nil }
      type = next
    }
    return nil
  }

  /// Goes on from records to the lists that they have, and to the property whose values are taken.
  private mutating func goOn(
    _ gathering: Gathering, _ path: Path
  ) throws(StoreError) -> Gathering {
    guard let type = gathering.source.type, let record = gathering.record else { return gathering }
    if let (list, owner, place) = nextList(path, from: type, gathering.count) {
      let start = Stop(
        value: record, nature: ExpressionNature(parameter: .reference(to: type.name)),
        count: gathering.count, route: gathering.source.route)
      let stop = try follow(
        path, from: start, upTo: list.kind.isListOfRecords ? place : place + 1)
      return try goOn(from: stop, to: list, of: owner, at: place, path, after: gathering)
    }
    guard gathering.count < path.names.count else {
      guard path.isOpen else { return gathering }
      let place = path.names[gathering.count - 1].place + 2
      if place == caret {
        note(propertiesOf: gathering.source, in: ExpressionScope(), beside: nil)
      }
      throw unexpected("a property of \(type.name)", at: place)
    }
    let name = path.names[gathering.count]
    guard let nature = gathering.source.nature(of: name.text) else {
      throw unknown(name.text, in: [gathering.source], at: name.place)
    }
    let column = Fragment(sql: "\(gathering.source.sqlName ?? "").\(name.text.asSQLName)")
    var gathering = gathering
    let stop = try follow(
      path,
      from: Stop(
        value: column, nature: nature, count: gathering.count + 1, route: gathering.source.route,
        property: name.text))
    gathering.value = stop.value
    gathering.nature = stop.nature
    return gathering
  }

  /// Goes on from the owner of a list, or the list of values itself, to what is in it.
  private mutating func goOn(
    from stop: Stop, to list: Property, of owner: RecordType, at place: Int, _ path: Path,
    after gathering: Gathering? = nil
  ) throws(StoreError) -> Gathering {
    guard list.kind.isListOfRecords else {
      return try items(of: list, stop.value, at: place, path, after: gathering)
    }
    let owner = Owner(type: owner.name, number: stop.value, route: routeToRecord(of: stop))
    return try goOn(
      try records(
        of: list, owner, at: path.names[place], count: place + 1, after: gathering), path)
  }

  /// The record that has a list.
  private struct Owner {
    var type: String
    var number: Fragment
    /// How it is found from the record that the expression is about.
    var route: ExpressionRoute?
  }

  /// Goes through the records of a list.
  private mutating func records(
    of list: Property, _ owner: Owner, at name: Path.Name, count: Int,
    after gathering: Gathering? = nil
  ) throws(StoreError) -> Gathering {
    let type = try knownType(list.kind.recordType ?? "", at: name.place)
    countedTypes.insert(type.name)
    let alias = freshAlias(for: type.name)
    let column = ListLink(owner: owner.type, list: list.name, number: 0).ownerColumn
    var source = ExpressionScope.Source(type, among: types, as: alias)
    // An item that goes has changed its owner, and leads to it no longer.
    note(owner.route)
    source.route = owner.route?.going(.list(of: type.name, ownerColumn: column))
    note(source.route)
    let condition = Fragment(
      sql: "\(alias).\(column.asSQLName) = \(owner.number.sql)", bindings: owner.number.bindings)
    return Gathering(
      tables: (gathering?.tables ?? []) + [Fragment(sql: "\(type.name.asSQLName) AS \(alias)")],
      conditions: (gathering?.conditions ?? []) + [condition], source: source,
      record: Fragment(sql: "\(alias).id"), count: count)
  }

  /// Goes through the values of a list.
  private mutating func items(
    of list: Property, _ value: Fragment, at place: Int, _ path: Path, after gathering: Gathering?
  ) throws(StoreError) -> Gathering {
    let name = path.names[place]
    if place + 1 < path.names.count || path.isOpen {
      let next = place + 1 < path.names.count ? path.names[place + 1].text : "more"
      throw error(
        "\(name.text.asName) is a list of values and has no \"\(next)\"", at: name.place + 2,
        kind: .name)
    }
    let alias = freshAlias(for: list.name)
    let item: PropertyKind? = if case .list(let kind) = list.kind { kind } else { nil }
    let nature = ExpressionNature(parameter: item)
    let table = Fragment(sql: "json_each(\(value.sql)) AS \(alias)", bindings: value.bindings)
    return Gathering(
      tables: (gathering?.tables ?? []) + [table], conditions: gathering?.conditions ?? [],
      value: Fragment(sql: "\(alias).value"), nature: nature,
      source: ExpressionScope.Source(alias: alias, columns: ["value": nature]), count: place + 1)
  }

  private func isUnknownType(_ path: Path, _ call: Node.Call) -> Bool {
    guard path.names.count == 1, !path.isOpen, case .name = path.root else { return false }
    let name = path.names[0].text
    return type(named: name) == nil
      && (call.condition != nil || !scopes.contains { $0.nature(of: name) != nil })
  }

  /// That there is no type of that name.
  func unknownType(_ name: Path.Name) -> StoreError {
    error(
      "there is no type \"\(name.text)\"", at: name.place, kind: .name,
      candidates: types.map(\.name))
  }

  // MARK: The function

  /// The function that SQLite calls, what follows its value, and what is known of its result.
  private func function(
    _ name: String, of gathering: Gathering, _ argument: ClosedRange<Int>
  ) throws(StoreError) -> (String, String, ExpressionNature) {
    if name == "count" { return ("count", "", .count) }
    if name == "sum" || name == "avg" {
      switch gathering.nature.family {
      case .number, .duration, nil: break
      case .boolean where name == "sum": break
      case .boolean, .text, .date, .dateTime, .time, .month, .record, .list:
        throw error(
          "\(name)() takes numbers, and \(words(argument.lowerBound..<argument.upperBound + 1)) is "
            + gathering.nature.words, at: argument.lowerBound)
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

internal import Records

extension NameResolver {
  /// Resolves `avg(reviews.rating where rating > 0)` or `sum(Item.worth)`.
  ///
  /// Returns false unless the argument is a path through a list or a type.
  mutating func resolve(
    aggregate name: String, _ call: ExpressionNode.Call, _ node: ExpressionNode
  ) -> Bool {
    guard let function = call.function, function.isOfLists, !call.isDistinct,
      call.arguments.count == (name == "join" ? 2 : 1),
      case .path(let path) = call.arguments[0].form
    else { return false }
    let argument = call.arguments[0].range
    // Check this first, so that the ban on reading other records is reported before other errors.
    let reads = { [context] in context.checkReadsOthers("\(name)()", at: node.range.lowerBound) }
    do throws(ExpressionError) {
      guard let rows = try rows(of: path) else {
        guard name == "count", argument.count == 1, isUnknownType(path, call) else { return false }
        throw unknownType(path.names[0])
      }
      reads()
      context.completion?.noteCondition(at: argument.upperBound + 1)
      guard !rows.endsWithRecord || name == "count" else {
        throw context.error(
          "\(name)() needs a property of \((rows.rows?.type?.name ?? "").asName)",
          at: argument.upperBound,
          hint: "as in \(name)(\(context.words(argument.lowerBound..<argument.upperBound + 1))."
            + "\(example(of: rows.rows)))")
      }
      node.meaning = .rows(rows)
      for other in call.arguments.dropFirst() { resolve(other) }
      if let condition = call.condition, let source = rows.rows {
        scopes.append(ExpressionScope(sources: [source]))
        resolve(condition.node)
        scopes.removeLast()
      }
    } catch {
      reads()
      context.problems.add(error)
    }
    return true
  }

  mutating func resolve(items node: ExpressionNode) {
    switch node.form {
    case .missing: context.completion?.noteLists(scopes, nil, at: node.range.lowerBound)
    case .path(let path) where !context.isPortable:
      let rows = context.attempt { () throws(ExpressionError) in try self.rows(of: path) }
      if let rows = rows ?? nil { node.meaning = .rows(rows) } else { resolve(node) }
    default: resolve(node)
    }
  }

  private func example(of source: ExpressionScope.Source?) -> String {
    let properties = source?.type?.properties ?? []
    let number = properties.first { KindFamily($0.kind) == .number } ?? properties.first
    return (number?.name ?? "").asName
  }

  mutating func rows(of path: Path) throws(ExpressionError) -> ResolvedPath? {
    let name = path.names[0].text
    if let type = try typeGoneThrough(path) {
      let alias = freshAlias(for: name)
      var result = ResolvedPath(
        start: .all(type, alias: alias), type: InferredType(.reference(to: name)), routes: [nil],
        countedTypes: [name])
      result.rows = source(type, as: alias)
      result.endsWithRecord = true
      return try goOn(result, path)
    }
    guard let (type, begins, source) = try beginning(of: path),
      let (list, owner, place) = nextList(path, from: type, begins)
    else { return nil }
    var start: ResolvedPath
    if let source, place == begins {
      start =
        list.kind.isListOfRecords
        ? ResolvedPath(
          start: .row(source), type: InferredType(.reference(to: owner.name)), count: begins,
          route: source.route)
        : ResolvedPath(
          start: .column(list.name, of: source), type: InferredType(list), count: place + 1,
          route: source.route, property: list.name)
    } else {
      start = try follow(
        path, from: try self.start(of: path), upTo: list.kind.isListOfRecords ? place : place + 1)
    }
    start = try goOn(start, to: list, of: owner, at: place, path)
    return try goOn(start, path)
  }

  /// The type of which the aggregate reads all records; nil if the name has another meaning.
  private func typeGoneThrough(_ path: Path) throws(ExpressionError) -> RecordType? {
    guard case .name = path.root else { return nil }
    let name = path.names[0].text
    // In a subselect, the name of a type means the current row.
    let isRow = source(of: name)?.isOfSubselect ?? false
    let isProperty = scopes.contains { scope in
      scope.column(name) != nil || scope.sources.contains { $0.type?[name] != nil }
    }
    guard !isRow, !isProperty, let type = context.schema.type(named: name) else { return nil }
    return try context.given(path) == nil ? type : nil
  }

  /// The type of the first record, the index of the first property, and the source if the record is
  /// already in scope.
  private func beginning(
    of path: Path
  ) throws(ExpressionError) -> (type: RecordType, place: Int, source: ExpressionScope.Source?)? {
    let name = path.names[0].text
    var kind: PropertyKind? = .reference(to: name)
    var place = 1
    if case .name = path.root {
      for scope in scopes.reversed() {
        for source in scope.sources {
          if let type = source.type, type[name]?.kind.isList == true { return (type, 0, source) }
        }
        guard let column = scope.column(name) else { continue }
        return reference(column.type.kind).map { ($0, 1, nil) }
      }
      if let source = source(of: name) { return source.type.map { ($0, 1, source) } }
      guard let value = try context.given(path) else { return nil }
      kind = value.kind
      place = (value.count + 1) / 2
    }
    return reference(kind).map { ($0, place, nil) }
  }

  private func reference(_ kind: PropertyKind?) -> RecordType? {
    guard case .reference(let name)? = kind else { return nil }
    return context.schema.type(named: name)
  }

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

  private mutating func goOn(
    _ prefix: ResolvedPath, _ path: Path
  ) throws(ExpressionError) -> ResolvedPath {
    guard prefix.endsWithRecord, let source = prefix.rows, let type = source.type else {
      return prefix
    }
    if let (list, owner, place) = nextList(path, from: type, prefix.count) {
      let next = try follow(path, from: prefix, upTo: list.kind.isListOfRecords ? place : place + 1)
      return try goOn(try goOn(next, to: list, of: owner, at: place, path), path)
    }
    guard prefix.count < path.names.count else {
      guard path.isOpen else { return prefix }
      let place = path.names[prefix.count - 1].place + 2
      context.completion?.note(propertiesOf: source, at: place)
      throw context.unexpected("a property of \(type.name)", at: place)
    }
    let name = path.names[prefix.count]
    guard let column = source.column(name.text) else {
      throw unknown(name.text, in: [source], at: name.place)
    }
    var result = prefix
    result.endsWithRecord = false
    result.count += 1
    result.type = column
    let columnName = source.columnName(name.text)
    result.property = columnName
    let alias = freshAlias(for: type.name)
    let value = try calculation(
      of: columnName, in: type, row: row(of: prefix) ?? alias, prefix.route, at: name.place)
    result.hops.append(
      name.text == "id"
        ? .number : .property(columnName, of: type, alias: alias, calculated: value))
    return try follow(path, from: result)
  }

  private mutating func goOn(
    _ prefix: ResolvedPath, to list: Property, of owner: RecordType, at place: Int, _ path: Path
  ) throws(ExpressionError) -> ResolvedPath {
    var result = prefix
    result.count = place + 1
    let name = path.names[place]
    guard list.kind.isListOfRecords else {
      if place + 1 < path.names.count || path.isOpen {
        let next = place + 1 < path.names.count ? path.names[place + 1].text : "more"
        throw context.error(
          "\(name.text.asName) is a list of values and has no \"\(next)\"", at: name.place + 2,
          kind: .name)
      }
      let alias = freshAlias(for: list.name)
      result.type = InferredType(list.kind.item)
      result.hops.append(.values(alias: alias))
      result.rows = ExpressionScope.Source(alias: nil, columns: ["value": result.type], as: alias)
      result.endsWithRecord = false
      return result
    }
    let type = try knownType(list.kind.recordType ?? "", at: name.place)
    let alias = freshAlias(for: type.name)
    guard let items = context.schema.source(of: list, in: owner) else {
      throw context.error(
        "\(name.text.asName) is the inverse of \((list.inverse ?? "").asName), but "
          + "\(type.name.asName) has no such property", at: name.place)
    }
    // A removed item has no owner, so the path of the list alone would miss its change.
    let route = routeToRecord(of: prefix)
    var next = route?.going(.list(of: items.type, ownerColumn: items.owner))
    result.routes += [route, next]
    result.countedTypes.insert(items.type)
    if !items.hasRecords {
      next = next?.going(.reference(from: items.type, property: items.item, to: type.name))
      result.routes.append(next)
      result.countedTypes.insert(type.name)
    }
    result.route = next
    result.property = nil
    result.type = InferredType(.reference(to: type.name))
    result.hops.append(
      .records(
        type, items, alias: alias, through: items.hasRecords ? alias : freshAlias(for: "list")))
    result.rows = source(type, as: alias)
    result.endsWithRecord = true
    return result
  }

  private func isUnknownType(_ path: Path, _ call: ExpressionNode.Call) -> Bool {
    guard path.names.count == 1, !path.isOpen, case .name = path.root else { return false }
    let name = path.names[0].text
    return context.schema.type(named: name) == nil
      && (call.condition != nil || !scopes.contains { $0.column(name) != nil })
  }
}

internal import Records

extension NameResolver {
  typealias Path = ExpressionNode.Path

  mutating func resolved(_ path: Path) throws(ExpressionError) -> ResolvedPath {
    let start = try start(of: path)
    guard start.count < path.names.count || path.isOpen else { return start }
    return try follow(path, from: start)
  }

  mutating func start(of path: Path) throws(ExpressionError) -> ResolvedPath {
    let (name, place) = (path.names[0].text, path.names[0].place)
    try checkIsNoClock(at: place)
    switch path.root {
    case .name: break
    case .number(let text): return try record(name, number: text, at: place)
    case .key(let key):
      guard let type = context.schema.type(named: name) else { throw unknownType(path.names[0]) }
      context.checkReadsOthers("another record", at: place)
      return try record(ofKeyAt: key, in: type)
    case .calculatedKey(let key):
      guard let type = context.schema.type(named: name) else { throw unknownType(path.names[0]) }
      context.checkReadsOthers("another record", at: place)
      return try record(ofKey: key, in: type, at: place)
    }
    if let start = try property(name, of: path) { return start }
    if path.goesOn, let source = source(of: name) { return try column(of: source, path) }
    if let value = try context.given(path) {
      try context.checkTakesValues(at: place)
      return ResolvedPath(
        start: .given(value.place), type: InferredType(value.kind), count: (value.count + 1) / 2)
    }
    if !path.goesOn, context.completion != nil {
      // A type that is being defined has no properties yet.
      return ResolvedPath(start: .column(name, of: nil), type: .unknown)
    }
    throw path.goesOn ? noSource(path) : unknown(name, in: scopes.last?.sources ?? [], at: place)
  }

  private mutating func property(
    _ name: String, of path: Path
  ) throws(ExpressionError) -> ResolvedPath? {
    let place = path.names[0].place
    for scope in scopes.reversed() {
      guard let (source, type) = scope.column(name) else { continue }
      if path.goesOn, !(type.kind?.isReference ?? false), self.source(of: name) != nil {
        return nil
      }
      try context.checkIsCalculable(name, of: source, at: place)
      if path.names.count > 1 {
        context.checkReadsOthers("\(name).\(path.names[1].text)", at: place)
      }
      if path.goesOn, case .reference(let target)? = type.kind, source?.sqlName == nil,
        context.schema.type(named: target)?[name] != nil
      {
        throw context.error("give the subselect of \(name.asName) a name with \"as\"", at: place)
      }
      let column = source?.columnName(name) ?? name
      return ResolvedPath(
        start: try self.start(at: column, of: source, at: place), type: type,
        route: source?.route, property: column)
    }
    return nil
  }

  private mutating func start(
    at name: String, of source: ExpressionScope.Source?, at place: Int
  ) throws(ExpressionError) -> ResolvedPath.Start {
    guard let source, let type = source.type,
      let value = try calculation(
        of: name, in: type, row: source.sqlName, source.route, isOwn: source.isOwn, at: place)
    else { return .column(name, of: source) }
    return .calculated(value)
  }

  private mutating func column(
    of source: ExpressionScope.Source, _ path: Path
  ) throws(ExpressionError) -> ResolvedPath {
    guard path.names.count > 1 else {
      let place = path.names[0].place + 2
      context.completion?.note(propertiesOf: source, at: place)
      throw context.unexpected("a property of \(path.names[0].text)", at: place)
    }
    let (name, place) = (path.names[1].text, path.names[1].place)
    guard let type = source.column(name) else { throw unknown(name, in: [source], at: place) }
    try context.checkIsCalculable(name, of: source, at: place)
    let column = source.columnName(name)
    return ResolvedPath(
      start: try start(at: column, of: source, at: place), type: type, count: 2,
      route: source.route, property: column)
  }

  private func record(
    _ name: String, number text: String, at place: Int
  ) throws(ExpressionError) -> ResolvedPath {
    guard let number = Int(text), number > 0 else {
      throw context.error("a record number must be a whole number above 0", at: place + 2)
    }
    context.checkReadsOthers("\(name.asName)/\(text)", at: place)
    context.check(.number(number), of: name, at: place)
    return ResolvedPath(start: .record(number), type: InferredType(.reference(to: name)))
  }

  /// Resolves `Person[who]`, which is NULL if there is no such key.
  private mutating func record(
    ofKey key: Node, in type: RecordType, at place: Int
  ) throws(ExpressionError) -> ResolvedPath {
    guard let property = type.key else {
      throw context.error("\(type.name.asName) has no key", at: place, kind: .name)
    }
    resolve(key)
    inference.infer(key)
    _ = inference.compare([
      KindInference.Operand(place...place, InferredType(property)), KindInference.Operand(key),
    ])
    return ResolvedPath(
      start: .calculatedKey(key, property, of: type, alias: freshAlias(for: type.name)),
      type: InferredType(.reference(to: type.name)), routes: [nil])
  }

  private mutating func record(
    ofKeyAt place: Int, in type: RecordType
  ) throws(ExpressionError) -> ResolvedPath {
    guard let property = type.properties.first(where: \.isKey) else {
      throw context.error("\(type.name.asName) has no key", at: place - 2, kind: .name)
    }
    let tokens = context.tokens
    guard tokens.indices.contains(place) else { throw context.unexpected("a key", at: place) }
    let key: CompiledBinding
    switch tokens[place] {
    case .text(let text), .date(let text), .word(let text):
      key = .literal(try stored(.text(text), of: property, at: place))
    case .number(let text):
      let number: Value? = Int(text).map { .integer($0) } ?? ExactDecimal(text).map { .decimal($0) }
      key = .literal(try stored(number ?? .text(text), of: property, at: place))
    case .sessionName: key = .parameter(try context.value(givenAt: place).place)
    case .quotedName, .symbol: throw context.unexpected("a key", at: place)
    }
    context.check(.key(tokens[place]), of: type.name, at: place - 2)
    return ResolvedPath(
      start: .key(key, property, of: type, alias: freshAlias(for: type.name)),
      type: InferredType(.reference(to: type.name)), routes: [nil])
  }

  private func stored(
    _ value: Value, of property: Property, at place: Int
  ) throws(ExpressionError) -> SQLValue {
    do {
      return context.schema.stored(try property.kind.reading(value), of: property)
    } catch {
      throw context.error("the key \(property.name.asName): \(error.message)", at: place)
    }
  }

  private static let longestPath = 200

  mutating func follow(
    _ path: Path, from start: ResolvedPath, upTo end: Int? = nil
  ) throws(ExpressionError) -> ResolvedPath {
    var result = start
    let first = path.names[0].place
    for name in path.names[start.count..<(end ?? path.names.count)] {
      context.checkReadsOthers("a path", at: first)
      guard result.hops.count < Self.longestPath else {
        throw context.error("this path has more than \(Self.longestPath) steps", at: name.place)
      }
      guard case .reference(let target)? = result.type.kind else {
        throw noWay(path, result, to: name)
      }
      let type = try knownType(target, at: name.place)
      result.count += 1
      if name.text == "id" {
        result.type = InferredType(numberOf: target)
        result.hops.append(.number)
        continue
      }
      let (column, kind): (String, InferredType)
      if let property = type[name.text], !property.kind.isListOfRecords {
        (column, kind) = (property.name, InferredType(property))
      } else {
        let source = source(type)
        guard let found = source.listColumns[name.text], let type = source.column(name.text) else {
          throw unknown(name.text, in: [source], at: name.place)
        }
        (column, kind) = (found.name, type)
      }
      result.route = routeToRecord(of: result)
      // The reference can lead to the type that the expression is about.
      if context.type?.name == target { result.countedTypes.insert(target) }
      result.routes.append(result.route)
      result.property = column
      result.type = kind
      let alias = alias(of: result, for: target)
      let value = try calculation(
        of: column, in: type, row: row(of: result) ?? alias, result.route, at: name.place)
      result.hops.append(.property(column, of: type, alias: alias, calculated: value))
    }
    if path.isOpen, end == nil { throw try missingName(path, result) }
    return result
  }

  /// Paths through the same reference share an alias, so that the calculated properties of the
  /// record are read once.
  private mutating func alias(of path: ResolvedPath, for target: String) -> String {
    let reference: String
    switch path.hops.last {
    case .property(let name, _, let alias, _): reference = "\(alias).\(name)"
    case .number, .records, .values: return freshAlias(for: target)
    case nil:
      switch path.start {
      case .column(let name, let source?): reference = "\(source.sqlName ?? "").\(name)"
      case .calculated(let value): reference = "\(value.row ?? "").\(value.property.name)"
      case .column, .row, .given, .record, .key, .calculatedKey, .all:
        return freshAlias(for: target)
      }
    }
    if let alias = context.values.aliases[reference] { return alias }
    let alias = freshAlias(for: target)
    context.values.aliases[reference] = alias
    return alias
  }

  func row(of path: ResolvedPath) -> String? {
    switch path.hops.last {
    case .records(_, _, let alias, _): return alias
    case .property, .number, .values: return nil
    case nil: break
    }
    switch path.start {
    case .row(let source): return source.sqlName
    case .all(_, let alias): return alias
    case .column, .given, .record, .key, .calculatedKey, .calculated: return nil
    }
  }

  func knownType(_ name: String, at place: Int) throws(ExpressionError) -> RecordType {
    guard let type = context.schema.type(named: name) else {
      throw context.error(
        RecordType.missing(name), at: place, kind: .name,
        hint: "define \(name.asName) before you use its properties")
    }
    return type
  }

  func routeToRecord(of path: ResolvedPath) -> ReferencePath? {
    guard let route = path.route, case .reference(let target)? = path.type.kind else { return nil }
    guard let property = path.property else { return route }
    let owner = route.steps.last?.target ?? context.type?.name ?? ""
    return route.going(.reference(from: owner, property: property, to: target))
  }

  /// The error for a missing name after a dot; also records the completions.
  private func missingName(
    _ path: Path, _ prefix: ResolvedPath
  ) throws(ExpressionError) -> ExpressionError {
    let place = path.names[path.names.count - 1].place + 2
    guard case .reference(let target)? = prefix.type.kind else {
      return noWay(path, prefix, to: nil)
    }
    let type = try knownType(target, at: place)
    context.completion?.note(propertiesOf: source(type), at: place)
    return context.unexpected("a property of \(target)", at: place)
  }

  private func noWay(_ path: Path, _ prefix: ResolvedPath, to name: Path.Name?) -> ExpressionError {
    let end = path.names[prefix.count - 1].place + 1
    let written = context.words(path.names[0].place..<end)
    return context.error(
      "\(written) is \(prefix.type.words) and has no \"\(name?.text ?? "more")\"", at: end + 1,
      kind: .name)
  }

  private func checkIsNoClock(at place: Int) throws(ExpressionError) {
    guard case .word(let word) = context.tokens[place] else { return }
    let lower = word.asciiLowercased
    guard ["current_date", "current_time", "current_timestamp"].contains(lower) else { return }
    guard !context.isPortable, context.calculating.isEmpty else {
      throw context.error(
        "\(word) depends on the clock, so a computed property cannot use it", at: place)
    }
    let name = lower == "current_date" ? ":today" : ":now"
    throw context.error(
      "\(word) depends on the clock and cannot be used here; use \(name)", at: place)
  }

  private func noSource(_ path: Path) -> ExpressionError {
    let (name, place) = (path.names[0].text, path.names[0].place)
    if path.names.count > 1 {
      context.checkReadsOthers("\(name).\(path.names[1].text)", at: place)
    }
    let sources = scopes.flatMap(\.sources)
    if sources.contains(where: { $0.type?[name]?.kind.isListOfRecords ?? false }) {
      return unknown(name, in: sources, at: place)
    }
    let names = sources.compactMap(\.alias)
    if context.schema.type(named: name) != nil {
      return context.error(
        "no record of \(name) is available here", at: place, kind: .name, candidates: names)
    }
    return context.error(
      "there is no type or alias \"\(name)\" here", at: place, kind: .name, candidates: names)
  }

  func unknown(
    _ name: String, in sources: [ExpressionScope.Source], at place: Int
  ) -> ExpressionError {
    let properties = sources.flatMap { source in
      source.type.map { $0.properties.map(\.name) } ?? source.columns.map { $0.keys.sorted() } ?? []
    }
    for type in sources.compactMap(\.type) {
      guard case .records? = type[name]?.kind else { continue }
      if context.isPortable { return context.error(ExpressionContext.list(name), at: place) }
      return context.error(
        "\(name.asName) is a list of records, which has no value here; count(\(name.asName)) counts "
          + "them", at: place)
    }
    if sources.contains(where: { $0.type?[name]?.kind.isList == true }) {
      return context.error(
        "\(name.asName) is a list, not a single value; use count(), min() or max(), which "
          + "read all items", at: place)
    }
    if context.schema.type(named: name) != nil {
      return context.error(
        "\(name) is a type, not a value; count(\(name)) counts its records", at: place,
        kind: .name, candidates: properties)
    }
    switch name.asciiLowercased {
    case "today", "now":
      return context.error(
        "\(name) is not allowed here, because the value depends on the clock", at: place)
    case "yesterday", "tomorrow":
      return context.error(
        "there is no \"\(name)\"", at: place, kind: .name,
        hint: name.asciiLowercased == "tomorrow" ? "write today + 1" : "write today - 1")
    default: break
    }
    switch sources.compactMap(\.type?.name) {
    case let names where names.isEmpty && properties.isEmpty:
      return context.error(
        "there is no record here with a property \"\(name)\"; write session names as "
          + ":\(name)", at: place, kind: .name)
    case let names where names.isEmpty:
      return context.error(
        "the subselect has no result \"\(name)\"", at: place, kind: .name, candidates: properties)
    case let names where names.count == 1:
      let isNumber = ["rowid", "oid", "_rowid_"].contains(name.asciiLowercased)
      let choices = choicesBeside.map { "\"\($0)\"" }
      return context.error(
        "no such property: \(names[0]) has no \"\(name)\""
          + (isNumber ? "; the record number is id" : ""),
        at: place, kind: .name, candidates: choices.isEmpty ? properties : [],
        hint: choices.isEmpty ? nil : "write choices in quotation marks: \(choices.listed())")
    case let names:
      return context.error(
        "neither \(names.joined(separator: " nor ")) has a property \"\(name)\"", at: place,
        kind: .name, candidates: properties)
    }
  }
}

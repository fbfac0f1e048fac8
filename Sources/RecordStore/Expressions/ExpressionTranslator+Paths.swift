internal import Records

/// What names and paths mean: `age`, `boss.name`, `Person/3.age`, `Person["Ann"]`.
extension ExpressionTranslator {
  typealias Path = ExpressionNode.Path

  /// SQL for a value, with what is bound in it.
  struct Fragment {
    var sql: String
    var bindings: [CompiledExpression.Binding] = []
  }

  /// What a part of a path has led to.
  struct Stop {
    var value: Fragment
    var nature: ExpressionNature
    /// How many names have led there.
    var count = 1
    /// How the record is found, from the one that the expression is about, that has the value, or
    /// is it.
    var route: ExpressionRoute?
    /// The property that has the value; nil where the value is the record.
    var property: String?
  }

  /// Translates a path, all of which is written in the place of its first token.
  mutating func value(
    of path: Path, in range: ClosedRange<Int>
  ) throws(StoreError) -> ExpressionNature {
    var stop = try start(of: path)
    if stop.count < path.names.count || path.isOpen { stop = try follow(path, from: stop) }
    write(stop.value, in: range)
    return stop.nature
  }

  /// Writes SQL in the place of all tokens of a part.
  mutating func write(_ value: Fragment, in range: ClosedRange<Int>) {
    for place in range.dropFirst() { emission.write("", at: place) }
    emission.write(value.sql, value.bindings, at: range.lowerBound)
  }

  /// What the names that we give to tables begin with; what the table is follows after a space.
  static let aliasPrefix = "wb_path"

  /// A name for a table of records, or of the items of a list, that nothing else has.
  mutating func freshAlias(for name: String) -> String {
    aliases += 1
    return "\(Self.aliasPrefix)\(aliases) \(name)".asSQLName
  }

  // MARK: The beginning

  /// What a path begins with: a property, a result, a value of the session, or a record.
  mutating func start(of path: Path) throws(StoreError) -> Stop {
    let (name, place) = (path.names[0].text, path.names[0].place)
    let goesOn = path.names.count > 1 || path.isOpen
    try checkIsNoClock(at: place)
    switch path.root {
    case .name: break
    case .number(let text): return try record(name, number: text, at: place)
    case .key(let key):
      guard let type = type(named: name) else { throw unknownType(path.names[0]) }
      try checkReadsOthers("another record", at: place)
      return Stop(
        value: try number(ofKeyAt: key, in: type),
        nature: ExpressionNature(parameter: .reference(to: name)))
    }
    if let stop = try property(name, of: path) { return stop }
    if goesOn, let (scope, source) = source(of: name) {
      return try column(of: source, in: scope, path)
    }
    if let value = given[place] {
      try checkTakesValues(at: place)
      return Stop(
        value: Fragment(sql: "?", bindings: [.parameter(value.place)]),
        nature: ExpressionNature(parameter: value.kind), count: (value.count + 1) / 2)
    }
    if !goesOn, expectations != nil {
      // Of a type that is being defined only its author knows the properties.
      return Stop(value: Fragment(sql: name.asSQLName), nature: .unknown)
    }
    throw goesOn ? try noSource(path) : unknown(name, at: place)
  }

  /// The property of a record in scope that a path begins with; nil if none has it.
  private mutating func property(_ name: String, of path: Path) throws(StoreError) -> Stop? {
    let place = path.names[0].place
    let goesOn = path.names.count > 1 || path.isOpen
    for scope in scopes.reversed() {
      guard let (source, nature) = scope.column(name) else { continue }
      let isReference = nature.kind?.isReference ?? false
      if goesOn, !isReference, self.source(of: name) != nil { return nil }
      try checkIsCalculable(name, in: scope, at: place)
      if scope.isOwn { noteOwn(name) }
      guard goesOn else { return Stop(value: Fragment(sql: name.asSQLName), nature: nature) }
      if path.names.count > 1 {
        try checkReadsOthers("\(name).\(path.names[1].text)", at: place)
      }
      if case .reference(let target)? = nature.kind, source?.sqlName == nil,
        type(named: target)?[name] != nil
      {
        throw error("give the subselect of \(name.asName) a name with \"as\"", at: place)
      }
      return Stop(
        value: Self.column(name, of: source), nature: nature, route: source?.route, property: name)
    }
    return nil
  }

  /// The column of a source that is named before the point, `p.age`.
  private mutating func column(
    of source: ExpressionScope.Source, in scope: ExpressionScope, _ path: Path
  ) throws(StoreError) -> Stop {
    guard path.names.count > 1 else {
      let place = path.names[0].place + 2
      if place == caret { note(propertiesOf: source, in: scope, beside: nil) }
      throw unexpected("a property of \(path.names[0].text)", at: place)
    }
    let (name, place) = (path.names[1].text, path.names[1].place)
    guard let nature = source.nature(of: name) else { throw unknown(name, in: [source], at: place) }
    try checkIsCalculable(name, in: scope, at: place)
    if scope.isOwn { noteOwn(name) }
    // A column of a table does not know the table by name.
    let value = isPortable ? Fragment(sql: name.asSQLName) : Self.column(name, of: source)
    return Stop(value: value, nature: nature, count: 2, route: source.route, property: name)
  }

  /// A property in a scope, as SQL refers to it from any depth.
  static func column(_ name: String, of source: ExpressionScope.Source?) -> Fragment {
    Fragment(sql: (source?.sqlName.map { "\($0)." } ?? "") + name.asSQLName)
  }

  /// The number of a source's record, as SQL refers to it from any depth.
  static func number(of source: ExpressionScope.Source) -> Fragment { column("id", of: source) }

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

  func type(named name: String) -> RecordType? { types.first { $0.name == name } }

  // MARK: Records

  private func record(
    _ name: String, number text: String, at place: Int
  ) throws(StoreError) -> Stop {
    guard let number = Int(text), number > 0 else {
      throw error("the number of a record is a whole number above 0", at: place + 2)
    }
    try checkReadsOthers("\(name.asName)/\(text)", at: place)
    return Stop(
      value: Fragment(sql: "?", bindings: [.literal(.integer(number))]),
      nature: ExpressionNature(parameter: .reference(to: name)))
  }

  /// The number of the record with a key.
  private mutating func number(
    ofKeyAt place: Int, in type: RecordType
  ) throws(StoreError) -> Fragment {
    guard let property = type.properties.first(where: \.isKey) else {
      throw error("\(type.name.asName) has no key", at: place - 2, kind: .name)
    }
    guard tokens.indices.contains(place) else { throw unexpected("a key", at: place) }
    let key: CompiledExpression.Binding
    switch tokens[place] {
    case .text(let text), .date(let text), .word(let text):
      key = .literal(try stored(.text(text), of: property, at: place))
    case .number(let text):
      let number: Value? = Int(text).map { .integer($0) } ?? ExactDecimal(text).map { .decimal($0) }
      key = .literal(try stored(number ?? .text(text), of: property, at: place))
    case .sessionName: key = .parameter(try value(givenAt: place).place)
    default: throw unexpected("a key", at: place)
    }
    note(nil)
    let alias = freshAlias(for: type.name)
    return Fragment(
      sql: "(SELECT \(alias).id FROM \(type.name.asSQLName) AS \(alias) "
        + "WHERE \(alias).\(property.name.asSQLName) = ?)", bindings: [key])
  }

  private func stored(
    _ value: Value, of property: Property, at place: Int
  ) throws(StoreError) -> SQLValue {
    do {
      return Storage(property).stored(try property.kind.reading(value))
    } catch {
      throw self.error("the key \(property.name.asName): \(error.message)", at: place)
    }
  }

  // MARK: Following references

  /// Goes on from a record through references.
  ///
  /// - Parameter end: How many names of the path are gone through; nil for all.
  mutating func follow(
    _ path: Path, from start: Stop, upTo end: Int? = nil
  ) throws(StoreError) -> Stop {
    var stop = start
    let first = path.names[0].place
    // One join of all the records on the way, for SQLite takes few subselects in each other.
    var joins: [String] = []
    var (alias, last) = ("", "")
    for name in path.names[start.count..<(end ?? path.names.count)] {
      try checkReadsOthers("a path", at: first)
      guard case .reference(let target)? = stop.nature.kind else {
        throw noWay(path, stop, to: name)
      }
      let type = try knownType(target, at: name.place)
      stop.count += 1
      if name.text == "id" {
        stop.nature = ExpressionNature(numberOf: target)
        continue
      }
      guard let property = type[name.text], !property.kind.isListOfRecords else {
        throw unknown(
          name.text, in: [ExpressionScope.Source(type, among: types)], at: name.place)
      }
      stop.route = noteReading(routeToRecord(of: stop), of: target)
      stop.property = name.text
      stop.nature = ExpressionNature(property)
      let next = freshAlias(for: target)
      let table = "\(target.asSQLName) AS \(next)"
      if joins.isEmpty {
        joins = [table, "WHERE \(next).id = \(start.value.sql)"]
      } else {
        joins.insert("CROSS JOIN \(table) ON \(next).id = \(alias).\(last)", at: joins.count - 1)
      }
      (alias, last) = (next, name.text.asSQLName)
      stop.value = Fragment(
        sql: "(SELECT \(alias).\(last) FROM \(joins.joined(separator: " ")))",
        bindings: start.value.bindings)
    }
    if path.isOpen, end == nil { throw try missingName(path, stop) }
    return stop
  }

  func knownType(_ name: String, at place: Int) throws(StoreError) -> RecordType {
    guard let type = type(named: name) else {
      throw error(
        "there is no type \"\(name)\"", at: place, kind: .name,
        hint: "define \(name.asName) before its properties are read")
    }
    return type
  }

  /// How the record that a stop refers to is found from the one that the expression is about.
  func routeToRecord(of stop: Stop) -> ExpressionRoute? {
    guard let route = stop.route, case .reference(let target)? = stop.nature.kind else {
      return nil
    }
    guard let property = stop.property else { return route }
    let owner = route.steps.last?.target ?? type?.name ?? ""
    return route.going(.reference(from: owner, property: property, to: target))
  }

  /// Notes that records are looked up, which may be of the type that the expression is about, and
  /// how they are found.
  private mutating func noteReading(_ route: ExpressionRoute?, of name: String) -> ExpressionRoute?
  {
    if type?.name == name { countedTypes.insert(name) }
    note(route)
    return route
  }

  /// Notes how records that are read are found from the one that the expression is about.
  mutating func note(_ route: ExpressionRoute?) {
    if let route { routes?.insert(route) } else { routes = nil }
  }

  /// That a name is missing after the last point, of which somebody who is writing is told what it
  /// can be.
  private mutating func missingName(_ path: Path, _ stop: Stop) throws(StoreError) -> StoreError {
    let place = path.names[path.names.count - 1].place + 2
    guard case .reference(let target)? = stop.nature.kind else { return noWay(path, stop, to: nil) }
    let type = try knownType(target, at: place)
    if place == caret {
      note(
        propertiesOf: ExpressionScope.Source(type, among: []), in: ExpressionScope(), beside: nil)
    }
    return unexpected("a property of \(target)", at: place)
  }

  private func noWay(_ path: Path, _ stop: Stop, to name: Path.Name?) -> StoreError {
    let end = path.names[stop.count - 1].place + 1
    let written = words(path.names[0].place..<end)
    return error(
      "\(written) is \(stop.nature.words) and has no \"\(name?.text ?? "more")\"", at: end + 1,
      kind: .name)
  }

  /// Names and points as they are written.
  func words(_ range: Range<Int>) -> String {
    tokens[range].map { $0.name?.asName ?? "." }.joined()
  }

  // MARK: Errors

  private func checkIsNoClock(at place: Int) throws(StoreError) {
    guard case .word(let word) = tokens[place] else { return }
    let lower = word.asciiLowercased
    guard ["current_date", "current_time", "current_timestamp"].contains(lower) else { return }
    guard !isPortable else {
      throw error("\(word) depends on the clock, so nothing can be computed from it", at: place)
    }
    let name = lower == "current_date" ? ":today" : ":now"
    throw error("\(word) depends on the clock and cannot be used here; use \(name)", at: place)
  }

  /// That nothing is called like what is before the first point.
  private func noSource(_ path: Path) throws(StoreError) -> StoreError {
    let (name, place) = (path.names[0].text, path.names[0].place)
    if path.names.count > 1 { try checkReadsOthers("\(name).\(path.names[1].text)", at: place) }
    let sources = scopes.flatMap(\.sources)
    if sources.contains(where: { $0.type?[name]?.kind.isListOfRecords ?? false }) {
      return unknown(name, in: sources, at: place)
    }
    let names = sources.compactMap(\.alias)
    if type(named: name) != nil {
      return error(
        "no record of \(name) is available here", at: place, kind: .name, candidates: names)
    }
    return error(
      "there is no type or alias \"\(name)\" here", at: place, kind: .name, candidates: names)
  }

  private func unknown(_ name: String, at place: Int) -> StoreError {
    unknown(name, in: scopes.last?.sources ?? [], at: place)
  }

  func unknown(
    _ name: String, in sources: [ExpressionScope.Source], at place: Int
  ) -> StoreError {
    let properties = sources.flatMap { source in
      source.type.map { $0.properties.map(\.name) } ?? source.columns.map { $0.keys.sorted() } ?? []
    }
    for type in sources.compactMap(\.type) {
      guard case .records? = type[name]?.kind else { continue }
      if isPortable { return error(Self.list(name), at: place) }
      return error(
        "\(name.asName) is a list of records, which has no value here; count(\(name.asName)) counts "
          + "them", at: place)
    }
    if sources.contains(where: { $0.type?[name]?.kind.isList == true }) {
      return error(
        "\(name.asName) is a list, and an expression takes no single item of it; count, min and max "
          + "read all of them", at: place)
    }
    if type(named: name) != nil {
      return error(
        "\(name) is a type, not a value; count(\(name)) counts its records", at: place,
        kind: .name, candidates: properties)
    }
    switch sources.compactMap(\.type?.name) {
    case let names where names.isEmpty && properties.isEmpty:
      return error(
        "there is no record here to take \"\(name)\" from; a session name is written "
          + ":\(name)", at: place, kind: .name)
    case let names where names.isEmpty:
      return error(
        "the subselect has no result \"\(name)\"", at: place, kind: .name, candidates: properties)
    case let names where names.count == 1:
      let isNumber = ["rowid", "oid", "_rowid_"].contains(name.asciiLowercased)
      return error(
        "no such property: \(names[0]) has no \"\(name)\"" + (isNumber ? "; its number is id" : ""),
        at: place, kind: .name, candidates: properties)
    case let names:
      return error(
        "neither \(names.joined(separator: " nor ")) has a property \"\(name)\"", at: place,
        kind: .name, candidates: properties)
    }
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Workspace

extension CompletionProvider {
  private static let mostRecords = 100

  func records(_ use: CompletionCategory.RecordUse) -> [Completion] {
    var result: [Completion] = []
    for (name, binding) in session.names.all {
      guard case .record(let id) = binding, use == .past || exists(id) else { continue }
      switch use {
      case .itself: result.append(Completion(self.name(name)))
      case .property, .list: result.append(Completion(self.name(name) + ".", isWhole: false))
      case .either, .past: result.append(Completion(self.name(name), isWhole: false))
      case .put: break
      }
    }
    for type in session.store.schema.types {
      if use == .put {
        if type.key != nil { result.append(Completion(name(type.name) + "[", isWhole: false)) }
      } else if !first(1, of: type).isEmpty {
        result.append(Completion(name(type.name) + "/", isWhole: false))
        if type.key != nil { result.append(Completion(name(type.name) + "[", isWhole: false)) }
      }
    }
    return result
  }

  func records(ofType type: String) -> [Completion] {
    guard let type = session.store.schema.type(named: type) else { return [] }
    let names = session.names.all.filter { _, binding in
      if case .record(let id) = binding { id.type == type.name && exists(id) } else { false }
    }
    guard !first(1, of: type).isEmpty else { return [] }
    let forms = type.key == nil ? ["/"] : ["/", "["]
    return names.map { Completion(name($0.name)) }
      + forms.map { Completion(name(type.name) + $0, isWhole: false) }
  }

  func numbers(of type: String) -> [Completion] {
    guard let type = session.store.schema.type(named: type) else { return [] }
    let rows = first(Self.mostRecords + 1, of: type)
    guard rows.count <= Self.mostRecords else { return [] }
    return rows.map { Completion(String($0.number), isWhole: false) }
  }

  /// The keys of records whose key or title begins with the typed text, with a closing bracket.
  ///
  /// If there are too many, returns no numeric keys, and only the first text keys and the last one,
  /// which determine the common prefix.
  func keys(of type: String) -> [Completion] {
    guard let type = session.store.schema.type(named: type), let key = type.key,
      let index = type.index(of: key.name)
    else { return [] }
    let typed = openText ?? ""
    var rows: [Row] = []
    if key.kind == .text {
      rows = ends(of: type, where: Self.range(of: key, from: typed), by: key)
      if rows.isEmpty { rows = ends(of: type, where: Self.folded(key, typed), by: key) }
    } else if openText == nil {
      rows = first(Self.mostRecords + 1, of: type, by: key)
      if rows.count > Self.mostRecords { rows = [] }
    }
    let title = type.title.flatMap { type.index(of: $0.name) }
    func completion(_ row: Row, found text: String? = nil) -> Completion? {
      guard let value = row.values[index] else { return nil }
      let literal = value.literal + "]"
      let name = title.flatMap { row.values[$0] }.map { "  " + $0.description } ?? ""
      return Completion(literal, isWhole: false, shown: literal + name, found: text)
    }
    var found = rows.compactMap { completion($0) }
    if let property = type.title, openText != nil {
      let known = Set(rows.map(\.number))
      let titled = first(
        Self.mostRecords, of: type, where: Self.folded(property, typed), by: property)
      // Records found by title: the typed text is a prefix of the title, not of the key.
      found += titled.filter { !known.contains($0.number) }.compactMap {
        completion($0, found: word)
      }
    }
    return found
  }

  private typealias Row = (number: Int, values: [Value?])
  private typealias Token = ExpressionToken

  /// A prefix condition that can use an index.
  private static func range(of property: Property, from text: String) -> [Token] {
    [
      .quotedName(property.name), .symbol(">="), .text(text), .word("and"),
      .quotedName(property.name), .symbol("<="), .text(text + "\u{10FFFF}"),
    ]
  }

  private static func folded(_ property: Property, _ text: String) -> [Token] {
    [
      .word("ulower"), .symbol("("), .word("substr"), .symbol("("), .quotedName(property.name),
      .symbol(","), .number("1"), .symbol(","), .number(String(text.unicodeScalars.count)),
      .symbol(")"), .symbol(")"), .symbol("="),
      .word("ulower"), .symbol("("), .text(text), .symbol(")"),
    ]
  }

  private func ends(of type: RecordType, where condition: [Token], by property: Property) -> [Row] {
    let rows = first(Self.mostRecords, of: type, where: condition, by: property)
    guard rows.count == Self.mostRecords else { return rows }
    return rows + first(1, of: type, where: condition, by: property, isDescending: true)
  }

  private func first(
    _ count: Int, of type: RecordType, where condition: [Token] = [],
    by property: Property? = nil, isDescending: Bool = false
  ) -> [Row] {
    let store = session.store
    var query = RecordQuery(type.name, limit: count)
    var rows: [Row] = []
    do {
      if !condition.isEmpty {
        query.condition = try store.queries.compile(RecordExpression(condition), for: type.name)
      }
      if let property {
        let name = RecordExpression([.quotedName(property.name)])
        query.order = [
          RecordQuery.Order(
            try store.queries.compile(name, for: type.name), isDescending: isDescending)
        ]
      }
      let cursor = try store.queries.select(query)
      while let row = try cursor.next() { rows.append(row) }
    } catch {
      return []
    }
    return rows
  }

  func exists(_ id: RecordID) -> Bool {
    (try? session.resolver.reader.exists(id)) ?? false
  }

  var sessionNames: [Completion] {
    var result: [Completion] = []
    for name in Resolver.clockNames where session.names[name] == nil {
      result.append(Completion(name))
    }
    if session.names[Resolver.environmentName] == nil {
      result.append(Completion(Resolver.environmentName + ".", isWhole: false))
    }
    for (name, binding) in session.names.all {
      switch binding {
      case .record(let id) where exists(id):
        result.append(Completion(self.name(name), isWhole: false))
      case .value: result.append(Completion(self.name(name)))
      default: break
      }
    }
    return result
  }
}

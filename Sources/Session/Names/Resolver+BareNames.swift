internal import CommandLanguage
internal import RecordStore
internal import Records

/// Names without a colon and records in expressions.
extension Resolver {
  /// What the session has for the names in an expression, by the place of their first token.
  ///
  /// The store asks for those without a colon only where no record has such a property.
  func given(
    in tokens: [WrittenToken], for type: RecordType?,
    bind: (SessionPath) throws(Diagnostic) -> (Int, PropertyKind?)
  ) throws(Diagnostic) -> [Int: Expression.Given] {
    var given: [Int: Expression.Given] = [:]
    for place in tokens.indices {
      if let path = tokens[place].sessionPath {
        let (index, kind) = try bind(path)
        given[place] = .init(index, kind)
      }
      guard let name = tokens.bareName(at: place), type?[name.value] == nil,
        isGiven(name.value)
      else { continue }
      let path = tokens.path(from: place)
      if path.names.count > 1, let value = try? value(path), value.property?.kind.isList != true {
        let (index, kind) = try bind(path)
        given[place] = .init(index, kind, count: 2 * path.names.count - 1)
      } else {
        let (index, kind) = try bind(SessionPath(names: [name], span: name.span))
        given[place] = .init(index, kind)
      }
    }
    return given
  }

  /// The names that the clock has in every session.
  static let clockNames = ["today", "now"]

  /// Whether a name of the session has a value in an expression.
  private func isGiven(_ name: String) -> Bool {
    switch names[name] {
    case .record, .value: true
    case .label, .field, .form, .command, .handler: false
    case nil: Self.clockNames.contains(name)
    }
  }

  /// Refuses records that are not there, `Person/99` and `Person["An"]`.
  func checkRecords(in tokens: [WrittenToken]) throws(Diagnostic) {
    for place in tokens.indices {
      guard let name = tokens.bareName(at: place), store.type(named: name.value) != nil,
        let record = tokens.record(name, at: place)
      else { continue }
      _ = try self.record(Spanned(record, at: name.span))
    }
  }
}

extension [WrittenToken] {
  /// Whether the token is a name that a session could have.
  func isBareName(at place: Int) -> Bool { bareName(at: place) != nil }

  /// The name that is the token, unless it is a function, a word or what a point leads to.
  fileprivate func bareName(at place: Int) -> Name? {
    let name: String
    switch self[place].kind {
    case .word(let word): name = word
    case .quotedName(let quoted): name = quoted
    case .text, .number, .date, .sessionName, .symbol: return nil
    }
    if place > 0, self[place - 1].kind == .symbol(".") { return nil }
    if symbol(at: place + 1) == "(" { return nil }
    return Name(name, at: self[place].span)
  }

  private func symbol(at place: Int) -> String? {
    guard indices.contains(place), case .symbol(let symbol) = self[place].kind else {
      return nil
    }
    return symbol
  }

  /// The names from a token on that points join.
  fileprivate func path(from start: Int) -> SessionPath {
    var names: [Name] = []
    var place = start
    while indices.contains(place) {
      switch self[place].kind {
      case .word(let name), .quotedName(let name):
        names.append(Name(name, at: self[place].span))
      case .text, .number, .date, .sessionName, .symbol: break
      }
      guard symbol(at: place + 1) == ".", indices.contains(place + 2) else { break }
      place += 2
    }
    return SessionPath(names: names, span: self[start].span)
  }

  /// The record that a type begins, by its number or its key.
  fileprivate func record(_ type: Name, at place: Int) -> RecordSyntax? {
    guard indices.contains(place + 2) else { return nil }
    let next = self[place + 2]
    switch (symbol(at: place + 1), next.kind) {
    case ("/", .number(let text)):
      guard let number = Int(text), self[place + 1].span.start == self[place].span.end else {
        return nil
      }
      return .id(type: type, number: number)
    case ("[", _):
      guard symbol(at: place + 3) == "]" else { return nil }
      return next.value.map { .key(type: type, value: Spanned($0, at: next.span)) }
    default: return nil
    }
  }
}

extension WrittenToken {
  /// The token as a value of a command; nil for a name of SQL and for signs.
  fileprivate var value: ValueSyntax? {
    switch kind {
    case .text(let text): .text(text)
    case .word(let word): .word(word)
    case .number(let number): .number(number)
    case .date(let date): .date(date)
    case .sessionName: sessionPath.map { .name($0) }
    case .quotedName, .symbol: nil
    }
  }

  /// The name of the session that the token is.
  fileprivate var sessionPath: SessionPath? {
    guard case .sessionName(let names) = kind else { return nil }
    return SessionPath(names: names.map { Name($0, at: span) }, span: span)
  }
}

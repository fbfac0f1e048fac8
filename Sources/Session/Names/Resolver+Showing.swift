internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// How values are shown to whom a session talks to.
extension Resolver {
  /// The value as it is shown: for a person a reference is what they call its record, and a text as
  /// its kind shows it. A reference to a record that another program has deleted says so.
  ///
  /// - Parameter kind: the kind that it is of, as far as that is known.
  func shown(_ value: Value?, of kind: PropertyKind? = nil) throws(Diagnostic) -> Value? {
    if isForPerson, case .list(let items) = value {
      var shown: [Value] = []
      let kind = kind.flatMap { Property("", $0).item?.kind }
      for item in items { shown.append(try self.shown(item, of: kind) ?? item) }
      return .list(shown)
    }
    if isForPerson, case .text = value, let kind { return value.map { .text(kind.shown($0)) } }
    guard case .reference(let id) = value else { return value }
    guard try exists(id) else { return .text("\(id) (gone)") }
    return isForPerson ? try caption(of: id).map(Value.text) ?? value : value
  }

  /// What a record is called: for a person by its title and key, else by its number.
  func name(of id: RecordID) throws(Diagnostic) -> String {
    isForPerson ? try caption(of: id) ?? id.description : id.description
  }

  /// What a person sees of a record; nil where it has neither title nor key, or is there no longer.
  private func caption(of id: RecordID) throws(Diagnostic) -> String? {
    guard let type = store.type(named: id.type), type.key != nil || type.title != nil else {
      return nil
    }
    return try attempt(store.values(of: id)).map { type.caption(of: id, $0) }
  }

  /// A moment of the history: ISO text, or for a person the minute in their own time.
  func moment(_ milliseconds: Int) -> Datum {
    guard isForPerson else { return .text(Instant(milliseconds: milliseconds).description) }
    let local = Instant(milliseconds: milliseconds + zoneOffset(milliseconds)).description
    return .text(String(local.prefix(16)).replacing("T", with: " "))
  }

  /// Those of some records of a type that break a rule of severity `warn`, as far as a person looks
  /// at them in the present.
  func warned(of type: RecordType, among numbers: [Int]) throws(Diagnostic) -> Set<Int> {
    guard isForPerson, past == nil else { return [] }
    return try attempt(store.recordsWarned(of: type.name, among: numbers))
  }
}

extension Resolver {
  /// A record with all its properties, its name first.
  func details(
    of id: RecordID, at span: SourceSpan, isRevealed: Bool = false
  ) throws(Diagnostic) -> [Datum.Entry] {
    guard let type = store.type(named: id.type), let values = try values(of: id, at: span) else {
      throw Diagnostic(.name, "there is no \(id)", at: span)
    }
    let entries = try zip(type.properties, values).map { property, value throws(Diagnostic) in
      Datum.Entry(
        property.name,
        Datum(try shown(value, of: property.kind), of: property, isRevealed: isRevealed))
    }
    return [Datum.Entry("ref", .text(try name(of: id)))] + entries
  }
}

extension Datum {
  /// The same as a part of a record that breaks a rule of severity `warn`.
  var asWarning: Datum {
    switch self {
    case .null: self
    case .boolean, .integer, .longInteger, .double, .text, .percent, .list, .object, .phrase:
      .phrase([Phrase(plainText, .warning)])
    }
  }
}

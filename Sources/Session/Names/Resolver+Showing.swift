internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension Resolver {
  /// The value formatted for display: for interactive users a reference becomes the caption of its
  /// record, and a text is formatted by its kind. A reference to a deleted record says so.
  ///
  /// - Parameter kind: The kind of the value, if known.
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

  func name(of id: RecordID) throws(Diagnostic) -> String {
    isForPerson ? try caption(of: id) ?? id.description : id.description
  }

  /// The caption of a record; nil without a title or key, or if the record was deleted.
  private func caption(of id: RecordID) throws(Diagnostic) -> String? {
    guard let type = store.schema.type(named: id.type), type.key != nil || type.title != nil else {
      return nil
    }
    return try attempt(store.queries.values(of: id)).map { type.caption(of: id, $0) }
  }

  /// A time of the history: in ISO format, or for interactive users by the minute in their time
  /// zone.
  func moment(_ milliseconds: Int) -> Datum {
    guard isForPerson else { return .text(Instant(milliseconds: milliseconds).description) }
    let local = Instant(milliseconds: milliseconds + zoneOffset(milliseconds)).description
    return .text(String(local.prefix(16)).replacing("T", with: " "))
  }

  /// The records that violate a rule of severity `warn`; empty for programs and past states.
  func warned(of type: RecordType, among numbers: [Int]) throws(Diagnostic) -> Set<Int> {
    guard isForPerson, past == nil else { return [] }
    return try attempt(store.schema.recordsWarned(of: type.name, among: numbers))
  }
}

extension Resolver {
  /// The properties of a record, preceded by its caption.
  func details(
    of id: RecordID, at span: SourceSpan, isRevealed: Bool = false
  ) throws(Diagnostic) -> [Datum.Entry] {
    guard let type = store.schema.type(named: id.type), let values = try values(of: id, at: span)
    else {
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
  var asWarning: Datum {
    switch self {
    case .null: self
    case .boolean, .integer, .longInteger, .double, .text, .percent, .list, .object, .phrase:
      .phrase([Phrase(plainText, .warning)])
    }
  }
}

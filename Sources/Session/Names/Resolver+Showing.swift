internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension Resolver {
  /// A time in ISO format; for interactive users, to the minute in their time zone.
  func moment(_ milliseconds: Int) -> Datum {
    guard isForPerson else { return .text(Instant(milliseconds: milliseconds).description) }
    let local = Instant(milliseconds: milliseconds &+ zoneOffset(milliseconds)).description
    return .text(String(local.prefix(16)).replacing("T", with: " "))
  }

  func warned(of type: RecordType, among numbers: [Int]) throws(Diagnostic) -> Set<Int> {
    guard isForPerson, past == nil else { return [] }
    return try attempt(store.schema.recordsWarned(of: type.name, among: numbers))
  }

  /// The record's name, followed by its values and its named owners.
  func details(
    of id: RecordID, at span: SourceSpan, isRevealed: Bool = false
  ) throws(Diagnostic) -> [Datum.Entry] {
    guard let type = store.schema.type(named: id.type),
      let values = try inWorkspace(reader.values(of: id), at: span)
    else {
      throw Diagnostic(.name, "there is no \(id)", at: span)
    }
    let entries = try zip(type.properties, values).map { property, value throws(Diagnostic) in
      let value = try inWorkspace(reader.shown(value, of: property.kind))
      return Datum.Entry(
        property.name,
        reader.display.datum(
          value, Datum(value, of: property, isRevealed: isRevealed), of: property, property.kind))
    }
    var owners: [Datum.Entry] = []
    for list in OwningList.lists(owning: type.name, among: store.schema.types) {
      guard let name = list.givenName else { continue }
      let owner = Property(name, .reference(to: list.owner), isOptional: true)
      let value = try inWorkspace(reader.value(owner, of: id), at: span)
      owners.append(Datum.Entry(name, Datum(try inWorkspace(reader.shown(value)), of: owner)))
    }
    return [Datum.Entry("ref", .text(try inWorkspace(reader.name(of: id))))] + entries + owners
  }

  /// The value as displayed. If the session displays values to people, an unmasked value is in the
  /// notation of the locale.
  func shown(_ value: Value?, under header: RecordTable.Header, isRevealed: Bool) -> Datum {
    let plain = header.datum(value, isRevealed: isRevealed)
    return header.isHidden
      ? plain : reader.display.datum(value, plain, of: header.property, header.shownKind)
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

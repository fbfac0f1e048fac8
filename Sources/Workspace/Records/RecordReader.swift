package import Interactors
package import RecordStore
package import Records
package import Replies
package import Validation
package import Values

/// Reads records, including edits in progress, and formats values for display.
package final class RecordReader {
  package let store: Store
  package let live: IdentityMap
  /// Whether an interactive user reads the output; references are then shown by captions.
  package let isForPerson: Bool
  package let display: LocalDisplay
  /// The clock of the user; nil outside of the years 1 to 9999.
  private let clock: () -> Present?

  package init(
    _ store: Store, _ live: IdentityMap, isForPerson: Bool, _ display: LocalDisplay,
    clock: @escaping () -> Present?
  ) {
    self.store = store
    self.live = live
    self.isForPerson = isForPerson
    self.display = display
    self.clock = clock
  }

  package var present: Present? { clock() }

  package func knownPresent() throws(WorkspaceError) -> Present {
    if let present = clock() { return present }
    throw .clockOutOfRange
  }

  package func exists(_ id: RecordID) throws(WorkspaceError) -> Bool {
    guard !id.isDraft else { return live[id] != nil }
    guard store.schema.hasType(named: id.type) else { return false }
    return try attempt(store.queries.exists(id))
  }

  /// Returns the values, including edits in progress; nil if the record does not exist.
  package func values(of id: RecordID) throws(WorkspaceError) -> [Value?]? {
    let stored = id.isDraft ? nil : try attempt(store.queries.values(of: id))
    guard stored != nil || id.isDraft, let record = live[id] else { return stored }
    return record.type.properties.map { record[$0.name] }
  }

  package func value(
    _ property: Property, of id: RecordID
  ) throws(WorkspaceError) -> Value? {
    guard let values = try values(of: id), let type = store.schema.type(named: id.type) else {
      throw .noRecord(id)
    }
    if let index = type.index(of: property.name) { return values[index] }
    return try attempt(store.rows.owner(of: id, named: property.name))
  }

  /// Returns the stored value, without edits in progress.
  package func stored(_ name: String, of id: RecordID) throws(StoreError) -> Value? {
    let type = store.schema.type(named: id.type)
    guard let type, let values = try store.queries.values(of: id) else {
      throw StoreError(.name, .noRecord(id))
    }
    guard let index = type.index(of: name) else {
      throw StoreError(.name, .propertyGone(name, of: type.name))
    }
    return values[index]
  }

  package func items(of list: PropertyPlace) throws(WorkspaceError) -> [Value] {
    guard case .list(let items)? = try value(list.property, of: list.record) else {
      throw .holdsNoList(list.property.name)
    }
    return items
  }

  /// Returns the value for display: for interactive users, references as captions, and texts in the
  /// format of their kind. A reference to a deleted record is marked.
  package func shown(
    _ value: Value?, of kind: PropertyKind? = nil
  ) throws(WorkspaceError) -> Value? {
    if isForPerson, case .list(let items) = value {
      var shown: [Value] = []
      let kind = kind.flatMap { Property("", $0).item?.kind }
      for item in items { shown.append(try self.shown(item, of: kind) ?? item) }
      return .list(shown)
    }
    if isForPerson, case .text = value, let kind { return value.map { .text(kind.shown($0)) } }
    guard case .reference(let id) = value else { return value }
    guard try exists(id) else { return .text("\(id) (deleted)") }
    return isForPerson ? try caption(of: id).map(Value.text) ?? value : value
  }

  /// Returns the name of a record; for interactive users the caption, after the type if the caption
  /// has no letters: `Order 17`.
  package func name(of id: RecordID) throws(WorkspaceError) -> String {
    guard isForPerson, let caption = try caption(of: id) else { return id.description }
    return caption.contains(where: \.isLetter) ? caption : "\(id.type) \(caption)"
  }

  /// Returns nil if the type has neither title nor key, or if the record was deleted.
  private func caption(of id: RecordID) throws(WorkspaceError) -> String? {
    guard let type = store.schema.type(named: id.type), type.key != nil || type.title != nil else {
      return nil
    }
    return try attempt(store.queries.values(of: id)).map { type.caption(of: id, $0) }
  }
}

package final class LocalDisplay {
  /// The notation of the locale; nil to format values as in commands.
  package var notation: (symbols: NumberSymbols, calendar: CalendarNotation)?

  package init() {}

  /// - Parameter plain: The value as written in commands.
  package func datum(
    _ value: Value?, _ plain: Datum, of property: Property?, _ kind: PropertyKind?
  ) -> Datum {
    guard let notation, let value, kind?.isMasked != true else { return plain }
    if case .list(let items) = value, case .list(let texts) = plain {
      let kind = kind?.item
      return .list(
        zip(items, texts).map { datum($0, $1, of: property?.item, kind) })
    }
    return text(of: value, plain, property, kind, notation).map(Datum.text) ?? plain
  }

  private func text(
    of value: Value, _ plain: Datum, _ property: Property?, _ kind: PropertyKind?,
    _ notation: (symbols: NumberSymbols, calendar: CalendarNotation)
  ) -> String? {
    switch value {
    case .integer, .decimal, .double:
      let written = plain.plainText
      guard let number = ExactDecimal(written) else {
        return FieldFormat(grammar: DoubleGrammar(), symbols: notation.symbols).text(for: value)
      }
      let digits = written.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
      return number.formatted(
        minimumFractionDigits: digits, maximumFractionDigits: digits, maximumIntegerDigits: nil,
        symbols: notation.symbols, isGrouped: property?.isGrouped ?? false)
    case .percent: return value.text(ofPercent: kind, notation.symbols)
    case .date, .time, .dateTime:
      return notation.calendar.text(of: value, kind, notation.symbols)
    case .text, .boolean, .duration, .month, .reference, .list: return nil
    }
  }
}

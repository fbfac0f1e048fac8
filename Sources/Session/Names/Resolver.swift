internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

final class Resolver {
  let reader: RecordReader
  let names: Bindings
  private let configuration: Configuration
  /// For a past state, its last transaction, and the resolver that resolves session names; nil for
  /// the current state.
  let past: (transaction: Int, present: Resolver)?

  init(
    _ store: Store, _ names: Bindings, _ live: IdentityMap, _ configuration: Configuration
  ) {
    self.names = names
    self.configuration = configuration
    past = nil
    reader = RecordReader(
      store, live, isForPerson: configuration.isForPerson, LocalDisplay()
    ) { configuration.present }
  }

  init(_ store: Store, after transaction: Int, present: Resolver) {
    names = present.names
    configuration = present.configuration
    past = (transaction, present)
    reader = RecordReader(
      store, IdentityMap(store, names.registry), isForPerson: present.isForPerson,
      present.reader.display
    ) { [configuration] in configuration.present }
  }

  var store: Store { reader.store }

  var isForPerson: Bool { reader.isForPerson }

  var present: Present? { reader.present }

  var when: String { past.map { " at #\($0.transaction)" } ?? "" }

  var zoneOffset: (Int) -> Int { configuration.zoneOffset }

  func environmentValue(_ path: SessionPath) throws(Diagnostic) -> Value? {
    guard path.names.count == 2 else {
      throw Diagnostic(
        .name, "env needs the name of a variable", at: path.span, hint: "as in :env.HOME")
    }
    return configuration.environment(path.names[1].value).map(Value.text)
  }

  func type(_ name: Name) throws(Diagnostic) -> RecordType {
    if let type = store.schema.type(named: name.value) { return type }
    let names = store.schema.types.map(\.name)
    var error = Diagnostic(unknown: RecordType.missing(name.value) + when, name, among: names)
    if let meant = names.first(where: { $0.isOtherForm(of: name.value) }) {
      (error.hint, error.candidates) = ("did you mean \"\(meant)\"?", [meant])
      error.correct(name.span, to: meant.asName)
    }
    throw error
  }

  func property(_ name: Name, of type: RecordType) throws(Diagnostic) -> Property {
    try type.property(name)
  }

  /// - Parameter isSought: Whether to check that a record given by number exists.
  func record(
    _ syntax: Spanned<RecordSyntax>, isSought: Bool = true
  ) throws(Diagnostic) -> RecordID {
    let id: RecordID
    switch syntax.value {
    case .id(let name, let number):
      if !store.schema.hasType(named: name.value) { _ = try type(name) }
      id = RecordID(name.value, number)
      if !isSought { return id }
    case .key(let name, let value):
      let type = try type(name)
      let (property, key): (Property, Value)
      do throws(Diagnostic) {
        (property, key) = try self.key(value, of: type, at: name.span)
      } catch {
        throw try hinting(error, at: value, of: type)
      }
      let found = try attempt(store.queries.find(type.name, key: key), at: syntax.span)
      guard let found else {
        var diagnostic = Diagnostic(
          .name, "there is no \(type.name) whose \(property.name) is \(key.literal)\(when)",
          at: syntax.span)
        if let meant = try nearestKey(key, of: type) {
          let record = "\(type.name.asName)[\(meant.literal)]"
          diagnostic.hint = "did you mean \(record)?"
          diagnostic.candidates = [meant.description]
          if meant.description.lowercased() == key.description.lowercased() {
            diagnostic.correct(syntax.span, to: record)
          }
        }
        if past == nil,
          let deleted = try attempt(store.history.lastDeletion(of: type.name, key: key))
        {
          diagnostic.hint = Self.restoration(of: deleted)
          (diagnostic.candidates, diagnostic.correction) = ([], nil)
        }
        throw try hinting(diagnostic, at: value, of: type)
      }
      return RecordID(type.name, found)
    case .name(let name):
      id = try record(named: name)
    }
    guard try inWorkspace(reader.exists(id), at: syntax.span) else {
      var error = Diagnostic(.name, "there is no \(id)\(when)", at: syntax.span)
      if past == nil {
        let last = try? store.history.changes(of: .record(id), HistoryRange(limit: 1)).last
        if let last, last.event == .delete { error.hint = Self.restoration(of: last) }
      }
      throw error
    }
    return id
  }

  private static func restoration(of deletion: HistoryEntry) -> String {
    "#\(deletion.transaction) deleted this record: restore \(deletion.record) to "
      + "#\(deletion.transaction - 1)"
  }

  /// Resolves a record, which may be deleted, because the history of deleted records is kept.
  func pastRecord(
    _ syntax: Spanned<RecordSyntax>, canBeOfDroppedType: Bool = false
  ) throws(Diagnostic) -> RecordID {
    let id: RecordID
    switch syntax.value {
    case .id(let name, let number): id = RecordID(name.value, number)
    case .name(let name):
      guard case .record(let bound) = names[name.value] else {
        return try record(syntax)
      }
      id = bound
    case .key: return try record(syntax)
    }
    if canBeOfDroppedType, try attempt(store.history.wasOfDroppedType(id), at: syntax.span) {
      return id
    }
    if case .id(let name, _) = syntax.value { _ = try type(name) }
    let known = try attempt(
      store.history.changes(of: .record(id), HistoryRange(limit: 1)), at: syntax.span)
    guard !known.isEmpty else {
      throw Diagnostic(.name, "\(id) never existed", at: syntax.span)
    }
    return id
  }

  private static let mostKeys = 2000

  private func nearestKey(_ key: Value, of type: RecordType) throws(Diagnostic) -> Value? {
    guard case .text(let text) = key, let property = type.key,
      let index = type.index(of: property.name)
    else { return nil }
    var keys: [String] = []
    let records = try attempt(store.queries.select(RecordQuery(type.name, limit: Self.mostKeys)))
    while let (_, values) = try attempt(records.next()) {
      if case .text(let other) = values[index] { keys.append(other) }
    }
    return suggestion(for: text, among: keys).map { .text($0) }
  }

  private static let mostTitled = 3

  /// Returns the error with a hint that lists the first records with this title, if there are any.
  private func hinting(
    _ error: Diagnostic, at key: Spanned<ValueSyntax>, of type: RecordType
  ) throws(Diagnostic) -> Diagnostic {
    guard let title = type.title, let own = type.key.flatMap({ type.index(of: $0.name) }),
      let text: String =
        switch key.value {
        case .text(let text), .word(let text): text
        default: nil
        },
      let condition = try? store.queries.compile(
        RecordExpression([.quotedName(title.name), .symbol("="), .text(text)]), for: type.name)
    else { return error }
    var query = RecordQuery(type.name, limit: Self.mostTitled)
    query.condition = condition
    var keys: [String] = []
    let records = try attempt(store.queries.select(query))
    while let (_, values) = try attempt(records.next()) {
      if let value = values[own] { keys.append("\(type.name.asName)[\(value.literal)]") }
    }
    guard !keys.isEmpty else { return error }
    var error = error
    error.hint = "\(title.name) \(Value.text(text).literal) belongs to \(keys.listed(with: "and"))"
    error.candidates = []
    return error
  }

  private func record(named name: Name) throws(Diagnostic) -> RecordID {
    switch names[name.value] {
    case .record(let id): return id
    case let other?:
      throw Diagnostic(.name, "\"\(name.value)\" is \(other.noun), not a record", at: name.span)
    case nil:
      let records = names.all.filter { if case .record = $0.binding { true } else { false } }
      var diagnostic = Diagnostic(
        unknown: "there is no record \"\(name.value)\"", name, among: records.map(\.name))
      if Self.clockNames.contains(name.value) {
        diagnostic.hint =
          "write :\(name.value) for the current "
          + (name.value == "now" ? "date and time" : "date")
      }
      if let type = store.schema.type(named: name.value) {
        diagnostic.hint =
          "\(name.value) is a type; write \(name.value)/1"
          + (type.key == nil ? "" : " or \(name.value)[KEY]")
      }
      throw diagnostic
    }
  }

  func key(
    _ value: Spanned<ValueSyntax>, of type: RecordType, at span: SourceSpan
  ) throws(Diagnostic) -> (Property, Value) {
    guard let property = type.key else {
      throw Diagnostic(.name, "\(type.name) has no key", at: span)
    }
    guard let key = try self.value(value, for: property) else {
      throw Diagnostic(.value, "a key cannot be nil", at: value.span)
    }
    return (property, key)
  }

  /// Throws if the name is in use or reserved. A name bound to a deleted record is not in use, and is
  /// unbound.
  func checkIsFree(_ name: Name) throws(Diagnostic) {
    let taken = names.clash(with: name.value)
    if let taken, case .record(let id) = names[taken], try !inWorkspace(reader.exists(id)) {
      names.free(taken)
    } else if let taken, let binding = names[taken] {
      let how = taken == name.value ? "" : ", which differs only in case"
      throw Diagnostic(
        .name, "\"\(taken)\" is already \(binding.noun)\(how)", at: name.span)
    }
    try checkIsNotReserved(name)
  }

  func checkCanBeGiven(_ name: Name) throws(Diagnostic) {
    if names.clash(with: name.value) != name.value || names[name.value]?.isMeaning != true {
      try checkIsFree(name)
    }
  }

  func checkIsNotReserved(_ name: Name) throws(Diagnostic) {
    try Self.checkIsNoWord(name)
    // The comparison is case-sensitive, because a record is often named after its type: `show` for
    // a Show.
    if store.schema.type(named: name.value) != nil {
      throw Diagnostic(.name, "\"\(name.value)\" is already a type", at: name.span)
    }
    if PropertyKind.names.contains(name.value) {
      throw Diagnostic(.name, "\"\(name.value)\" is a kind", at: name.span)
    }
  }

  static func checkIsNoWord(_ name: Name) throws(Diagnostic) {
    if let purpose = reservedNames[name.value.lowercased()] {
      throw Diagnostic(.name, "\"\(name.value)\" is reserved for \(purpose)", at: name.span)
    }
  }

  private static let reservedNames = [
    "env": "the environment", "now": "the clock", "stdin": "standard input", "today": "the clock",
  ]

  func numbers(_ syntax: QuerySyntax, of type: RecordType) throws(Diagnostic) -> [Int] {
    let query = try query(syntax, of: type)
    var numbers: [Int] = []
    do throws(StoreError) {
      let rows = try store.queries.rows(query)
      while let row = try rows.next() { if let number = row.number { numbers.append(number) } }
    } catch {
      throw Diagnostic(error, tokens: syntax.condition?.tokens ?? [])
        .at(syntax.condition?.span ?? syntax.type.span)
    }
    return numbers
  }

  func forEach(
    of type: RecordType, where condition: BoundExpression, at span: SourceSpan,
    _ body: (RecordID, [Value?]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let query = RecordQuery(
      type.name, where: condition.compiled, parameters: condition.parameters)
    func next<Result>(
      _ step: @autoclosure () throws(StoreError) -> Result
    ) throws(Diagnostic) -> Result {
      do {
        return try step()
      } catch {
        throw Diagnostic(error, tokens: condition.tokens).at(span)
      }
    }
    let cursor = try next(store.queries.select(query))
    while let (number, values) = try next(cursor.next()) {
      try body(RecordID(type.name, number), values)
    }
  }
}

extension RecordType {
  func property(_ name: Name) throws(Diagnostic) -> Property {
    if let property = self[name.value] { return property }
    throw Diagnostic(
      unknown: "no such property: \(self.name) has no \"\(name.value)\"", name,
      among: properties.map(\.name))
  }
}

extension String {
  /// Whether the names differ only in case or number (singular or plural).
  fileprivate func isOtherForm(of other: String) -> Bool {
    let (own, other) = (lowercased(), other.lowercased())
    if own == other { return true }
    let (short, long) = own.utf8.count < other.utf8.count ? (own, other) : (other, own)
    return long == short + "s" || long == short + "es"
      || short.hasSuffix("y") && long == short.dropLast() + "ies"
  }
}

struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  var maskedKind: PropertyKind?
  var tokens: [WrittenToken]
}

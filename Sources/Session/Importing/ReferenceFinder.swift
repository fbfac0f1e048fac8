internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Values

enum ReadCell {
  case value(Value?)
  /// A reference to a missing record of the imported type, or a list with one.
  case later
}

/// Finds referenced records by key, as `Person/1`, by title, or by number if the type has no key.
final class ReferenceFinder {
  private static let mostKept = 10_000

  private let type: RecordType
  private let store: Store
  /// Whether the records are of the imported type, so that a later row may create them.
  private let isOwn: Bool
  var isComplete = false
  /// Resolves records that are about to be created; used last.
  var coming: ((String) -> RecordID?)?
  private var kept: [String: RecordID] = [:]
  /// By lowercase key; nil if several keys differ only in case.
  private var caseless: [String: RecordID?]?

  init(_ type: RecordType, _ store: Store, isOwn: Bool) {
    (self.type, self.store, self.isOwn) = (type, store, isOwn)
  }

  func forget() { (kept, caseless) = ([:], nil) }

  func record(of text: String, for property: Property) throws(Violation) -> ReadCell {
    let text = text.withoutOuterSpace
    if text.isEmpty { return .value(try property.checked(nil)) }
    if let known = kept[text] { return .value(.reference(known)) }
    do throws(StoreError) {
      var found = try find(text)
      if found == nil, !isOwn || isComplete && coming?(text) == nil {
        found = try findCaseless(text)
      }
      if let found {
        if kept.count >= Self.mostKept { kept = [:] }
        kept[text] = found
        return .value(.reference(found))
      }
    } catch {
      throw Violation(kind: .value, message: "\(property.name): \(error.message)")
    }
    if isOwn, let coming = coming?(text) { return .value(.reference(coming)) }
    if isOwn, !isComplete { return .later }
    throw Violation(
      kind: .name,
      message: "\(property.name) cannot be \(Value.text(text).literal): there is no such "
        + type.name.asName)
  }

  private func find(_ text: String) throws(StoreError) -> RecordID? {
    if let key = type.key, let value = try? key.kind.parsing(text),
      let number = try store.queries.find(type.name, key: key.trimmed(value))
    {
      return RecordID(type.name, number)
    }
    if let slash = text.lastIndex(of: "/"),
      text[..<slash] == type.name || text[..<slash] == type.name.asName,
      let number = Int(text[text.index(after: slash)...])
    {
      let id = RecordID(type.name, number)
      return try store.queries.exists(id) ? id : nil
    }
    if let found = try titled(text) { return found }
    guard type.key == nil, let number = Int(text), number > 0 else { return nil }
    let id = RecordID(type.name, number)
    return try store.queries.exists(id) ? id : nil
  }

  /// Ignores case like a field, if no record has the exact key.
  private func findCaseless(_ text: String) throws(StoreError) -> RecordID? {
    guard let key = type.key, key.kind == .text, let index = type.index(of: key.name) else {
      return nil
    }
    if caseless == nil {
      var found: [String: RecordID?] = [:]
      let records = try store.queries.select(Query(type.name))
      while let record = try records.next() {
        guard case .text(let name)? = record.values[index] else { continue }
        let id = RecordID(type.name, record.number)
        found[name.lowercased()] = found[name.lowercased()] == nil ? .some(id) : .some(nil)
      }
      caseless = found
    }
    return caseless?[text.lowercased()] ?? nil
  }

  private func titled(_ text: String) throws(StoreError) -> RecordID? {
    guard let title = type.title else { return nil }
    var query = Query(type.name, limit: 2)
    query.condition = try store.queries.compile(
      RecordExpression([.quotedName(title.name), .symbol("="), .text(text)]), for: type.name)
    let records = try store.queries.select(query)
    guard let first = try records.next() else { return nil }
    let id = RecordID(type.name, first.number)
    if let second = try records.next() {
      throw StoreError(
        .refused,
        .ambiguousTitle(
          text, title: title.name, id, RecordID(type.name, second.number)))
    }
    return id
  }
}

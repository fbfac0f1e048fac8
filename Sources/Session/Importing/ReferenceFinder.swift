internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records

enum ReadCell {
  case value(Value?)
  case later
}

/// Finds referenced records by key, title or number, or from a reference such as `Person/1`.
final class ReferenceFinder {
  private static let mostKept = 10_000

  private let type: RecordType
  private let store: Store
  /// Whether the records are of the imported type, so that a later row may create them.
  private let isOwn: Bool
  var isComplete = false
  /// Resolves references to records about to be created, if no existing record matches exactly.
  var coming: ((String) -> RecordID?)?
  private var kept: [String: RecordID] = [:]
  /// Records by lowercase key; a record is nil if several keys differ only in case.
  private var caseless: [String: RecordID?]?
  /// Texts that match a record number but no key: their count, and the first text.
  private var numbers = (count: 0, first: "")

  init(_ type: RecordType, _ store: Store, isOwn: Bool) {
    (self.type, self.store, self.isOwn) = (type, store, isOwn)
  }

  func forget() { (kept, caseless) = ([:], nil) }

  func record(of text: String, for property: Property) throws(Violation) -> ReadCell {
    let text = text.withoutOuterSpace.nfc
    if text.isEmpty { return .value(try property.checked(nil)) }
    if let known = kept[text] { return .value(.reference(known)) }
    do throws(StoreError) {
      var found = try find(text)
      if found == nil, !isOwn || isComplete && coming?(text) == nil {
        found = try findCaseless(text)
        if found == nil { found = try findNumber(text) }
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

  /// Finds the record by the key in an object, or else by a unique property; by `ref` only if the
  /// type has no key, because numbers differ between databases.
  ///
  /// - Parameter read: Reads the cell of a unique property.
  func record(
    namedBy object: SourceObject, for property: Property,
    _ read: (Property, SourceCell) throws(Violation) -> ReadCell
  ) throws(Violation) -> ReadCell {
    for member in object.members
    where member.key != ImportedColumns.number && type.index(of: member.key) == nil {
      throw Violation(
        kind: .name,
        message: "\(property.name): \(Violation.missing(member.key, of: type.name.asName).message)")
    }
    if let name = type.key?.name, let text = Self.text(of: object[name]) {
      return try record(of: text, for: property)
    }
    let unique = type.properties.filter {
      $0.isDistinct && !$0.isKey && $0.kind.recordType == nil && !$0.isComputed
    }
    for other in unique {
      guard let cell = object[other.name], ![.none, .absent, .text("")].contains(cell) else {
        continue
      }
      guard case .value(let value?) = try read(other, cell) else {
        continue
      }
      return try record(whose: other, is: value, for: property)
    }
    if type.key == nil, let text = Self.text(of: object[ImportedColumns.number]) {
      let isNumber = text.utf8.allSatisfy(\.isDigit)
      return try record(of: isNumber ? "\(type.name)/\(text)" : text, for: property)
    }
    let names = [type.key?.name].compactMap(\.self) + unique.map(\.name)
    let expected = type.key == nil ? names + [ImportedColumns.number] : names
    throw Violation(
      kind: .value,
      message: "\(property.name): the object does not identify a record of "
        + "\(type.name.asName); expected its "
        + expected.map(\.asName).listed())
  }

  private static func text(of cell: SourceCell?) -> String? {
    switch cell {
    case .text(let text)?, .number(let text)?: text.withoutOuterSpace.isEmpty ? nil : text
    case .some(.none), .absent?, .boolean?, .list?, .object?, .other?, .fault?, nil: nil
    }
  }

  private func record(
    whose unique: Property, is value: Value, for property: Property
  ) throws(Violation) -> ReadCell {
    do throws(StoreError) {
      if let number = try store.queries.holder(of: value, of: unique.name, in: type.name) {
        return .value(.reference(RecordID(type.name, number)))
      }
    } catch {
      throw Violation(kind: .value, message: "\(property.name): \(error.message)")
    }
    if isOwn, !isComplete { return .later }
    throw Violation(
      kind: .name,
      message: "\(property.name): there is no \(type.name.asName) whose \(unique.name.asName) is "
        + value.literal)
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
    return type.key == nil ? try findNumber(text) : nil
  }

  private func findNumber(_ text: String) throws(StoreError) -> RecordID? {
    guard let number = Int(text), number > 0 else { return nil }
    let id = RecordID(type.name, number)
    guard try store.queries.exists(id) else { return nil }
    if type.key != nil {
      if numbers.count == 0 { numbers.first = text }
      numbers.count += 1
    }
    return id
  }

  var remarks: [String] {
    guard numbers.count > 0, let key = type.key else { return [] }
    let name = type.name.asName
    return [
      "\(numbers.first) is read as \(name)/\(numbers.first), because no \(name) has this "
        + key.name.asName
        + (numbers.count == 1
          ? ""
          : "; the same applies to \(numbers.count - 1) other "
            + (numbers.count == 2 ? "text" : "texts"))
    ]
  }

  /// Ignores case, like a field. Finds no record if several keys differ only in case.
  private func findCaseless(_ text: String) throws(StoreError) -> RecordID? {
    guard let key = type.key, key.kind == .text, let index = type.index(of: key.name) else {
      return nil
    }
    if caseless == nil {
      var found: [String: RecordID?] = [:]
      let records = try store.queries.select(RecordQuery(type.name))
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
    let found = try store.queries.records(of: type, titled: text).map { RecordID(type.name, $0) }
    guard found.count < 2 else {
      throw StoreError(.refused, .ambiguousTitle(text, title: title.name, found[0], found[1]))
    }
    return found.first
  }
}

internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

struct NestedRecord {
  var values: [Value?]
  /// The names of properties that the object does not contain, and that get their calculated default
  /// if they have one.
  var omitted: Set<String> = []
  /// The records of its own lists, by property index.
  var lists: [Int: [NestedRecord]] = [:]
  /// The offset of the object in ``SourceRow/raw``.
  var offset: Int

  var count: Int { 1 + lists.values.reduce(0) { $0 + $1.count(of: \.count) } }
}

extension [NestedRecord] {
  fileprivate func count(of part: (NestedRecord) -> Int) -> Int { reduce(0) { $0 + part($1) } }

  var deepCount: Int { count(of: \.count) }
}

final class NestedRecordReader {
  struct Reading {
    private static let mostMistakes = 20

    fileprivate(set) var mistakes: [ImportMistake] = []
    fileprivate var others = 0
    /// Whether an object of the current row refers to records that do not exist yet.
    fileprivate(set) var waits = false
    fileprivate(set) var hasDroppedDigits = false
    fileprivate let column: Int

    fileprivate mutating func add(
      _ kind: Diagnostic.Kind, _ message: String, _ subject: String, at offset: Int?,
      hint: String? = nil
    ) {
      guard mistakes.count < Self.mostMistakes else {
        others += 1
        return
      }
      mistakes.append(
        ImportMistake(
          kind: kind, message: message, column: column, offset: offset, subject: subject,
          hint: hint))
    }
  }

  private struct OwnedType {
    var type: RecordType
    var names: PropertyNames
    var defaults: [Value?]
    var required: [Int]
    var readers: [CellReader?]
  }

  private let nulls: Set<String>
  private var types: [String: OwnedType] = [:]
  private(set) var finders: [ReferenceFinder] = []
  private var leftOut: Set<String> = []

  init(
    ownedBy type: RecordType, _ notation: CellNotation, _ store: Store, present: Present?
  ) {
    nulls = notation.nulls
    var open = [type]
    while let owner = open.popLast() {
      for property in owner.properties where property.ownsRecords {
        guard let name = property.kind.recordType, types[name] == nil,
          let owned = store.schema.type(named: name)
        else { continue }
        let readers = owned.properties.map { property -> CellReader? in
          if property.isComputed || property.inverse != nil || property.ownsRecords { return nil }
          let other = property.kind.recordType.flatMap(store.schema.type(named:))
          let finder = other.map { ReferenceFinder($0, store, isOwn: $0.name == type.name) }
          if let finder { finders.append(finder) }
          return CellReader(property, notation, finder)
        }
        types[name] = OwnedType(
          type: owned, names: PropertyNames(of: owned),
          defaults: owned.properties.map {
            $0.ownsRecords ? nil : $0.defaultValue(at: present)
          },
          required: owned.properties.indices.filter { owned.properties[$0].isRequired },
          readers: readers)
        open.append(owned)
      }
    }
  }

  var remarks: [String] { leftOut.sorted() }

  static func items(of cell: SourceCell) -> [SourceCell]? {
    guard case .list(let items) = cell else { return nil }
    return items.contains { if case .object = $0 { true } else { false } } ? items : nil
  }

  func records(
    of list: Property, _ items: [SourceCell], column: Int
  ) -> (records: [NestedRecord], reading: Reading) {
    var reading = Reading(column: column)
    let records = records(of: list, items, at: list.name.asName, &reading)
    if reading.others > 0 {
      let words = "\(list.name.asName) has \(reading.others.count("more error"))"
      reading.mistakes.append(
        ImportMistake(kind: .value, message: words, column: column, subject: list.name))
    }
    return (records, reading)
  }

  private func records(
    of list: Property, _ items: [SourceCell], at path: String, _ reading: inout Reading
  ) -> [NestedRecord] {
    guard let owned = list.kind.recordType.flatMap({ types[$0] }) else { return [] }
    var records: [NestedRecord] = []
    for (index, item) in items.enumerated() {
      let path = "\(path)[\(index)]"
      if case .object(let object) = item {
        records.append(record(object, owned, at: path, &reading))
      } else {
        reading.add(
          .value, "\(path) \(Self.misfit(item)); expected an object", owned.type.name, at: nil)
      }
    }
    return records
  }

  private func record(
    _ object: SourceObject, _ owned: OwnedType, at path: String, _ reading: inout Reading
  ) -> NestedRecord {
    var record = NestedRecord(values: owned.defaults, offset: object.offset)
    var given: Set<Int> = []
    // Properties whose values cannot be read, or not yet; they are not reported as missing.
    var unread: Set<Int> = []
    for (key, cell) in object.members.lazy.map({ ($0.key, $0.cell) })
    where key != ImportedColumns.number && key != ImportedColumns.reasons {
      guard let index = owned.names.index(of: key) else {
        reading.add(
          .name, "\(path): \(owned.type.name.asName) has no property \"\(key)\"",
          owned.type.name, at: object.offset)
        continue
      }
      let property = owned.type.properties[index]
      let place = "\(path).\(property.name.asName)"
      let subject = "\(owned.type.name.asName).\(property.name.asName)"
      guard given.insert(index).inserted else {
        reading.add(.name, "\(place) is given twice", subject, at: object.offset)
        continue
      }
      if property.isComputed || property.inverse != nil {
        leftOut.insert(
          "\(subject) is skipped: it is "
            + (property.isComputed ? "computed" : "the inverse of another property"))
        continue
      }
      let isNull = !nulls.isEmpty && nulls.contains(cell.description)
      let cell = isNull ? .none : cell
      guard let reader = owned.readers[index] else {
        switch cell {
        case .none, .absent: break
        case .list(let items):
          record.lists[index] = records(of: property, items, at: place, &reading)
        case .text, .number, .boolean, .object, .other, .fault:
          reading.add(
            .value, "\(place) \(Self.misfit(cell)); expected a list of objects", subject,
            at: object.offset)
        }
        continue
      }
      // An empty value means the default, as in a row.
      if cell == .none, !reader.takesEmpty, !reader.isOptional { continue }
      do throws(Violation) {
        switch try reader.value(of: cell) {
        case .value(let value): record.values[index] = value
        case .later:
          unread.insert(index)
          reading.waits = true
        }
        if reader.hasDroppedDigits { reading.hasDroppedDigits = true }
      } catch {
        unread.insert(index)
        reading.add(
          ImportMistake.kind(of: error), "\(place): \(error.message)", subject, at: object.offset,
          hint: reader.hint(for: cell))
      }
    }
    if owned.type.hasCalculatedDefaults {
      let left = owned.type.properties.indices.filter { !given.contains($0) }
      record.omitted = Set(left.map { owned.type.properties[$0].name })
    }
    for index in owned.required where record.values[index] == nil && !unread.contains(index) {
      let name = owned.type.properties[index].name.asName
      reading.add(
        .rule, "\(path).\(name) is required", "\(owned.type.name.asName).\(name)",
        at: object.offset)
    }
    return record
  }

  private static func misfit(_ cell: SourceCell) -> String {
    "cannot be \(Value.text(cell.description.shortened(to: 100)).literal)"
  }
}

struct ReferenceKind: Kind {
  var type: String

  var name: String { type.asName }
  var expectation: String { "a record of \(type.asName)" }
  var storage: StorageClass { .reference(type) }

  func value(_ value: Value) throws(Violation) -> Value? {
    guard case .reference(let id) = value, id.type == type else { return nil }
    return value
  }

  func value(ofResult value: Value) -> Value? {
    // SQLite represents a record by its number.
    guard case .integer(let number) = value else { return nil }
    return .reference(RecordID(type, number))
  }
}

struct ListKind: Kind {
  var item: PropertyKind

  var name: String { "[\(item.name)]" }
  var expectation: String { "a list such as [a, b], each item \(item.expectation)" }
  var storage: StorageClass { .list(item) }
  var zero: Value? { .list([]) }

  func check() throws(Violation) {
    if item.isList { throw Violation(kind: .value, .nestedList) }
    try item.check()
  }

  func value(_ value: Value) throws(Violation) -> Value? { try value.readingItems(as: item) }
}

struct RecordsKind: Kind {
  var type: String

  var name: String { "[\(type.asName)]" }
  var expectation: String { "records of \(type.asName)" }
  var storage: StorageClass { .records(type) }
  var zero: Value? { .list([]) }

  func value(_ value: Value) throws(Violation) -> Value? {
    try value.readingItems(as: .reference(to: type))
  }
}

extension Value {
  fileprivate func readingItems(as kind: PropertyKind) throws(Violation) -> Value? {
    guard case .list(let items) = self else { return nil }
    var result: [Value] = []
    result.reserveCapacity(items.count)
    for (place, item) in items.enumerated() {
      do {
        result.append(try kind.reading(item))
      } catch {
        throw error.within("[\(place)]")
      }
    }
    return .list(result)
  }
}

extension String {
  package var isNameOfKind: Bool { isAmong(PropertyKind.names) }

  package var isNameOfLaterKind: Bool { isAmong(PropertyKind.laterNames) }

  private func isAmong(_ names: [String]) -> Bool {
    let lowercased = lowercased()
    return names.contains { $0.lowercased() == lowercased }
  }

  /// The name in command syntax, also in backticks if a kind has the same name; the type may be
  /// older than the kind.
  package var asTypeName: String {
    let name = asName
    return name == self && isNameOfLaterKind ? "`\(name)`" : name
  }
}

/// A record of the type of a name.
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
    // A record is its number to SQLite.
    guard case .integer(let number) = value else { return nil }
    return .reference(RecordID(type, number))
  }
}

/// Values of one kind in their order.
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

/// Records of the type of a name, in a list.
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
  /// The list with its items read as values of a kind; nil for another value.
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
  /// Whether a kind has the name, in any case, so that no type can get it.
  package var isNameOfKind: Bool { isAmong(PropertyKind.names) }

  /// Whether a kind has the name, in any case, that stores did not always have.
  package var isNameOfLaterKind: Bool { isAmong(PropertyKind.laterNames) }

  private func isAmong(_ names: [String]) -> Bool {
    let lowercased = lowercased()
    return names.contains { $0.lowercased() == lowercased }
  }

  /// The name of a type as the definition of a property writes it: in backticks where a kind has it
  /// too, for the type may be older than the kind.
  package var asTypeName: String {
    let name = asName
    return name == self && isNameOfLaterKind ? "`\(name)`" : name
  }
}

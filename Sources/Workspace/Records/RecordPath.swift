package import Records

/// The path to a property, for example `Order/1.customer.name`.
package struct RecordPath: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var name: String
    package var index: Int?

    package init(_ name: String, at index: Int? = nil) {
      self.name = name
      self.index = index
    }
  }

  package var record: RecordID
  /// The record at the start, in command syntax, such as a session name.
  package var owner: String
  /// The steps after the record; not empty.
  package var steps: [Step]

  package init(_ record: RecordID, as owner: String, _ steps: [Step]) {
    self.record = record
    self.owner = owner
    self.steps = steps
  }

  package var isPlain: Bool { steps.count == 1 && steps[0].index == nil }

  package var text: String { text(from: owner) }

  package var textByNumber: String {
    text(from: "\(record.type.asName)/\(record.number)")
  }

  private func text(from owner: String) -> String {
    let names = steps.map { $0.name.asName + ($0.index.map { "[\($0)]" } ?? "") }
    return ([owner] + names).joined(separator: ".")
  }
}

/// The target of a path: a property of a record, or an item of a list property.
package struct PropertyPlace {
  package var record: RecordID
  package var property: Property
  package var index: Int?

  package init(record: RecordID, property: Property, index: Int? = nil) {
    self.record = record
    self.property = property
    self.index = index
  }

  package var target: Property {
    guard index != nil, let item = property.item else { return property }
    return item
  }

  package func part(of value: Value?) -> Value? {
    guard let index else { return value }
    guard case .list(let items) = value, items.indices.contains(index) else { return nil }
    return items[index]
  }

  package func checked(_ index: Int, in items: [Value]) throws(WorkspaceError) -> Int {
    if items.indices.contains(index) { return index }
    throw noIndex(index, among: items.count)
  }

  package func noIndex(_ index: Int, among count: Int) -> WorkspaceError {
    .noIndex(index, in: "\(record).\(property.name.asName)", count: count)
  }
}

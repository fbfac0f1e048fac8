package import Records

/// A path from a record through references to a property, as in `Order/1.customer.name`.
package struct RecordPath: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var name: String
    /// The index of an item of a list property; nil for the whole property.
    package var index: Int?

    package init(_ name: String, at index: Int? = nil) {
      self.name = name
      self.index = index
    }
  }

  package var record: RecordID
  /// The record in command syntax, such as a session name.
  package var owner: String
  /// At least one.
  package var steps: [Step]

  package init(_ record: RecordID, as owner: String, _ steps: [Step]) {
    self.record = record
    self.owner = owner
    self.steps = steps
  }

  /// Whether the path is a single property without an index.
  package var isPlain: Bool { steps.count == 1 && steps[0].index == nil }

  package var text: String { text(from: owner) }

  /// The path with its record by number.
  package var textByNumber: String {
    text(from: "\(record.type.asName)/\(record.number)")
  }

  private func text(from owner: String) -> String {
    let names = steps.map { $0.name.asName + ($0.index.map { "[\($0)]" } ?? "") }
    return ([owner] + names).joined(separator: ".")
  }
}

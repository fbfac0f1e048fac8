internal import Records

/// What becomes of one record of those that a command changes together.
struct RecordChange: Equatable {
  /// A property with the value it has and the one it is to get.
  struct Difference: Equatable {
    var property: Property
    var old: Value?
    var new: Value?

    /// The difference as a person is shown it.
    var text: String {
      let values = [old, new].map { $0?.literal(of: property) ?? "nil" }
      return property.name.asName + " " + values.joined(separator: " → ")
    }
  }

  var id: RecordID
  /// None for a record that is deleted.
  var differences: [Difference] = []
  /// The lines that say what becomes of it.
  var lines: [String]

  /// The change of a record's properties.
  init(_ id: RecordID, _ differences: [Difference]) {
    self.id = id
    self.differences = differences
    lines = differences.map { "\(id) \($0.text)" }
  }

  /// The end of a record, whose key tells which it is.
  init(deleting id: RecordID, key: Value?) {
    self.id = id
    lines = ["\(id)" + (key.map { " \($0.literal)" } ?? "")]
  }

  /// The values the record is to get.
  var values: [String: Value?] {
    Dictionary(uniqueKeysWithValues: differences.map { ($0.property.name, $0.new) })
  }
}

/// What differs between two states of a record.
package struct Difference: Hashable, Sendable {
  /// What became of the record from the first state to the second, by the sign in front of it.
  package enum Sign: String, Hashable, Sendable {
    case created = "+"
    case deleted = "-"
    case changed = "~"
  }

  /// What became of the record.
  package var sign: Sign
  /// The record, such as `Person/1`.
  package var record: String
  /// Its properties with their values: both where they differ.
  package var parts: [String]
  /// The changes with the keys that a history has.
  package var rows: [[Datum.Entry]]

  /// Makes what differs in a record.
  package init(sign: Sign, record: String, parts: [String], rows: [[Datum.Entry]]) {
    self.sign = sign
    self.record = record
    self.parts = parts
    self.rows = rows
  }

  /// The difference as a line.
  package var line: String {
    "\(sign.rawValue) \(record)" + (parts.isEmpty ? "" : " " + parts.joined(separator: ", "))
  }
}

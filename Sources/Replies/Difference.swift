package struct Difference: Hashable, Sendable {
  /// The sign printed before the record.
  package enum Sign: String, Hashable, Sendable {
    case created = "+"
    case deleted = "-"
    case changed = "~"
  }

  package var sign: Sign
  package var record: String
  /// The properties with their values; old and new if they differ.
  package var parts: [String]
  /// The changes with the keys of a history entry.
  package var rows: [[Datum.Entry]]

  package init(sign: Sign, record: String, parts: [String], rows: [[Datum.Entry]]) {
    self.sign = sign
    self.record = record
    self.parts = parts
    self.rows = rows
  }

  package var line: String {
    "\(sign.rawValue) \(record)" + (parts.isEmpty ? "" : " " + parts.joined(separator: ", "))
  }
}

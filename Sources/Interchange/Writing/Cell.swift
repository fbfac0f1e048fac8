/// A value on its way into a file.
package enum Cell: Hashable, Sendable {
  /// No value at all.
  case none
  case boolean(Bool)
  /// A whole number of 64 bits.
  case integer(Int)
  /// A binary fraction of 64 bits.
  case double(Double)
  /// A text that somebody has entered, and so may hold anything.
  case text(String)
  /// A value of another kind as it is written, such as a date, or a decimal, which JSON would take
  /// for a binary fraction.
  case written(String)
  /// A percentage as people read it, and the part that it is, which JSON has.
  case percent(String, part: String)
  /// A record: what comes before its number, such as `Person/`, and the number.
  case reference(String, Int)
  /// A value as a locale shows it, and the text by which it is ordered.
  case shown(String, key: String)
  case list([Cell])
}

extension TextBuffer {
  /// Appends a cell as people read it: nothing where there is no value, commas between the items of
  /// a list.
  ///
  /// - Parameter append: appends a text.
  mutating func append(_ cell: Cell, _ append: (inout TextBuffer, String) -> Void) {
    switch cell {
    case .none: break
    case .boolean(let flag): self.append(flag ? "true" : "false")
    case .integer(let number): self.append(number)
    case .double(let number): self.append(number.description)
    case .text(let text), .written(let text), .percent(let text, part: _), .shown(let text, key: _):
      append(&self, text)
    case .reference(let type, let number):
      append(&self, type)
      self.append(number)
    case .list(let items):
      for (index, item) in items.enumerated() {
        if index > 0 { self.append(", ") }
        self.append(item, append)
      }
    }
  }
}

/// A column of a file.
package struct CellColumn: Hashable, Sendable {
  /// The name, which is the heading of the column and its key in JSON.
  package var name: String
  /// Whether the column holds numbers, which are at the right and ordered as such.
  package var isNumeric: Bool

  /// Makes a column, which holds texts unless told otherwise.
  package init(_ name: String, isNumeric: Bool = false) {
    self.name = name
    self.isNumeric = isNumeric
  }
}

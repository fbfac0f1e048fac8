package enum Cell: Hashable, Sendable {
  case none
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  /// A text entered by a user, which can contain anything.
  case text(String)
  /// A value of another kind in its written form, such as a date, or a decimal, which JSON would
  /// read as a binary fraction.
  case written(String)
  /// A percentage as shown, and its fraction to sort by.
  case percent(String, part: String)
  /// A record: the text before its number, such as `Person/`, and the number.
  case reference(String, Int)
  /// A value formatted for a locale, and its sort key.
  case shown(String, key: String)
  case list([Cell])
}

extension TextBuffer {
  /// Appends a cell as shown: empty if there is no value, lists separated by commas.
  ///
  /// - Parameter append: Appends an escaped text.
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

package struct CellColumn: Hashable, Sendable {
  /// The heading, and the key in JSON.
  package var name: String
  /// Numbers are aligned right and sorted by value.
  package var isNumeric: Bool

  package init(_ name: String, isNumeric: Bool = false) {
    self.name = name
    self.isNumeric = isNumeric
  }
}

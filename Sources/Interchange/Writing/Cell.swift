package enum Cell: Hashable, Sendable {
  case none
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  /// Text entered by a user; can contain anything.
  case text(String)
  /// Any other value in written form, for example a date or phone number. Decimals are included,
  /// because JSON readers would convert numbers to binary fractions.
  case written(String, Quantity? = nil)
  /// A percentage as shown, and its fraction as sort key.
  case percent(String, part: String)
  /// A record: the prefix, for example `Person/`, and the number.
  case reference(String, Int)
  /// A value formatted for a locale, and its sort key.
  case shown(String, key: String)
  case list([Cell])
  /// Only JSON has objects; other formats show their JSON.
  case object([String], [Cell])

  /// A written value as the number that spreadsheets calculate with.
  package enum Quantity: Hashable, Sendable {
    case number(hasFixedPlaces: Bool)
    /// Since 1970.
    case days(Int)
    /// Since 1970, in the user's time zone; nil if the local time is ambiguous or outside the
    /// calendar.
    case milliseconds(Int?)
    /// Since midnight.
    case time(seconds: Int)
    case duration(seconds: Int)
  }

  /// Puts an apostrophe before text that a spreadsheet would evaluate as a formula.
  var safe: Cell {
    guard case .text(let text) = self, let first = text.utf8.first else { return self }
    return Self.formulaStarts.contains(first) ? .text("'" + text) : self
  }

  /// Formulas start with `=`, `+`, `-` or `@`; spreadsheets skip a tab or carriage return before
  /// them.
  private static let formulaStarts = Array("=+-@\t\r".utf8)
}

package struct CellColumn: Hashable, Sendable {
  package var name: String
  /// Numeric columns are right-aligned in Markdown and HTML, and sorted by value in HTML.
  package var isNumeric: Bool
  package var isGrouped: Bool

  package init(_ name: String, isNumeric: Bool = false, isGrouped: Bool = false) {
    (self.name, self.isNumeric, self.isGrouped) = (name, isNumeric, isGrouped)
  }
}

package struct TextBuffer {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  /// Keeps the allocated memory only if the buffer contains less than 1 MiB.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: bytes.count < 1 << 20) }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: some Collection<UInt8>) { bytes.append(contentsOf: other) }

  mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }

  mutating func removeLast() { bytes.removeLast() }

  mutating func takeEnd(from start: Int) -> [UInt8] {
    let end = Array(bytes[start...])
    bytes.removeSubrange(start...)
    return end
  }

  /// Appends a cell as shown; list items are separated by commas.
  ///
  /// - Parameter append: Escapes a text and appends it.
  mutating func append(_ cell: Cell, _ append: (inout TextBuffer, String) -> Void) {
    switch cell {
    case .none: break
    case .boolean(let flag): self.append(flag ? "true" : "false")
    case .integer(let number): self.append(number)
    case .double(let number): self.append(number.description)
    case .text(let text), .written(let text, _), .percent(let text, part: _),
      .shown(let text, key: _):
      append(&self, text)
    case .object: append(&self, cell.json)
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

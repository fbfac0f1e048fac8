/// A value as SQLite stores it.
public enum SQLValue: Hashable, Sendable {
  /// No value, SQL's `NULL`.
  case null
  /// A whole number of 64 bits.
  case integer(Int)
  /// A binary fraction of 64 bits.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes that are not taken for text.
  case blob([UInt8])
}

extension SQLValue {
  package var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Whether both are the same bit for bit; texts that only look alike are not.
  package func isIdentical(to other: SQLValue) -> Bool {
    if case (.text(let text), .text(let other)) = (self, other) {
      return text.utf8.elementsEqual(other.utf8)
    }
    return self == other
  }

  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  package init(_ value: Int?) {
    self = value.map { .integer($0) } ?? .null
  }
}

extension String {
  /// The text as SQL writes a name.
  package var asSQLName: String { quoted("\"") }

  /// The text as SQL writes a text.
  package var asSQLText: String { quoted("'") }

  // By scalars: a quotation mark with a combining mark after it is one character to Swift, and
  // still a quotation mark to SQLite.
  private func quoted(_ mark: Unicode.Scalar) -> String {
    var result = ""
    result.unicodeScalars.append(mark)
    for scalar in unicodeScalars {
      if scalar == mark { result.unicodeScalars.append(mark) }
      result.unicodeScalars.append(scalar)
    }
    result.unicodeScalars.append(mark)
    return result
  }
}

extension [UInt8] {
  /// The bytes as SQL writes them, `x'00ff'`.
  package var asSQLBlob: String {
    "x'" + map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }
}

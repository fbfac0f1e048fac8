/// A value as stored by SQLite.
public enum SQLValue: Hashable, Sendable {
  /// SQL's `NULL`.
  case null
  /// A 64-bit integer.
  case integer(Int)
  /// A 64-bit floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes that are not text.
  case blob([UInt8])

  package var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Compares text by bytes, so canonically equivalent texts differ.
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
  package var asSQLName: String { quoted("\"") }

  package var asSQLText: String { quoted("'") }

  // Works on scalars: Swift treats a quotation mark with a combining mark as another character, but
  // SQLite still ends the text there.
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
  package var asSQLBlob: String {
    "x'" + map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }
}

/// A value as SQLite stores it.
public enum SQLValue: Hashable, Sendable {
  /// No value, SQL's `NULL`.
  case null
  /// A whole number of 64 bits.
  case integer(Int)
  /// A binary fraction of 64 bits.
  case real(Double)
  case text(String)
  /// Bytes that are not taken for text.
  case blob([UInt8])
}

extension SQLValue {
  var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  init(_ value: Int?) {
    self = value.map { .integer($0) } ?? .null
  }
}

extension String {
  /// The text as SQL writes a name.
  var asSQLName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }

  /// The text as SQL writes a text.
  var asSQLText: String { "'" + replacing("'", with: "''") + "'" }
}

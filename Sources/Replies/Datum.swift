internal import Values

/// A piece of output data in the JSON model.
package enum Datum: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// The digits of an integer of more than 64 bits.
  case longInteger(String)
  case double(Double)
  /// A text, or a decimal, which JSON would read as a binary fraction.
  case text(String)
  /// A percentage as shown, and its fraction for JSON.
  case percent(String, part: String)
  /// A text whose parts can be colored.
  case phrase([Phrase])
  case list([Datum])
  /// Ordered.
  case object([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: Datum

    package init(_ key: String, _ value: Datum) { (self.key, self.value) = (key, value) }
  }

  package struct Phrase: Hashable, Sendable {
    /// The meaning of a part, which a terminal shows as a color.
    package enum Role: Hashable, Sendable {
      case plain
      /// A replaced value and its replacement.
      case old, new
      /// A violation of a rule of severity `warn`.
      case warning
      case found
    }

    package var text: String
    package var role: Role

    package init(_ text: String, _ role: Role = .plain) { (self.text, self.role) = (text, role) }
  }

  /// The data as shown in a table; objects in one line of JSON.
  package var plainText: String {
    switch self {
    case .null: "nil"
    case .boolean(let flag): String(flag)
    case .integer(let number): String(number)
    case .longInteger(let digits): digits
    case .double(let number): number.literal
    case .text(let text), .percent(let text, _): text
    case .phrase(let parts): parts.map(\.text).joined()
    case .list(let items): "[" + items.map(\.plainText).joined(separator: ", ") + "]"
    case .object(let entries):
      "{" + entries.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ") + "}"
    }
  }

  package init(_ text: String?) { self = text.map(Datum.text) ?? .null }

  package init(_ number: Int?) { self = number.map(Datum.integer) ?? .null }
}

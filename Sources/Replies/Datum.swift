internal import Values

package enum Datum: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// An integer of more than 64 bits.
  case longInteger(String)
  case double(Double)
  /// A text, or a value that has no JSON type, such as a date. Also a decimal, because JSON readers
  /// would turn a decimal number into a double.
  case text(String)
  /// The percentage as displayed, and the fraction for JSON.
  case percent(String, part: String)
  case phrase([Phrase])
  case list([Datum])
  case object([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: Datum

    package init(_ key: String, _ value: Datum) { (self.key, self.value) = (key, value) }
  }

  package struct Phrase: Hashable, Sendable {
    /// A terminal shows each role in its own style.
    package enum Role: Hashable, Sendable {
      case plain
      case old, new
      /// The record of the value breaks a rule of severity `warn`.
      case warning
      case found
    }

    package var text: String
    package var role: Role

    package init(_ text: String, _ role: Role = .plain) { (self.text, self.role) = (text, role) }
  }

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

internal import Values

/// A piece of data on its way out, as JSON knows it.
package enum Datum: Hashable, Sendable {
  /// No value at all.
  case null
  case boolean(Bool)
  /// A whole number of 64 bits.
  case integer(Int)
  /// The digits of a whole number of more than 64 bits.
  case longInteger(String)
  /// A binary fraction of 64 bits.
  case double(Double)
  /// A text, or a decimal, which JSON would take for a binary fraction.
  case text(String)
  /// A percentage as people read it, and the part that it is, which JSON has.
  case percent(String, part: String)
  /// A text for people, of parts that look different where there are colours.
  case phrase([Phrase])
  case list([Datum])
  /// Keys and values in their order.
  case object([Entry])

  /// A key of an object with its value.
  package struct Entry: Hashable, Sendable {
    /// The key, under which JSON has the value.
    package var key: String
    /// The value that is under the key.
    package var value: Datum

    /// Makes an entry of a key and its value.
    package init(_ key: String, _ value: Datum) {
      self.key = key
      self.value = value
    }
  }

  /// A part of a text for people.
  package struct Phrase: Hashable, Sendable {
    /// What a part is, which a terminal can show by its colour.
    package enum Role: Hashable, Sendable {
      case plain
      /// A value that was replaced, and the one in its place.
      case old, new
      /// Something that breaks a rule of severity `warn`.
      case warning
      /// What somebody has looked for.
      case found
    }

    /// The text of the part.
    package var text: String
    /// What the part is.
    package var role: Role

    /// Makes a part of a text.
    package init(_ text: String, _ role: Role = .plain) {
      self.text = text
      self.role = role
    }
  }

  /// The data as people read it, in one line of JSON where it has parts.
  package var plainText: String {
    switch self {
    case .null: "nil"
    case .boolean(let flag): String(flag)
    case .integer(let number): String(number)
    case .longInteger(let digits): digits
    case .double(let number): number.literal
    case .text(let text): text
    case .percent(let text, _): text
    case .phrase(let parts): parts.map(\.text).joined()
    case .list(let items): "[" + items.map(\.plainText).joined(separator: ", ") + "]"
    case .object(let entries):
      "{" + entries.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ") + "}"
    }
  }

  /// The text, or null where there is none.
  package init(_ text: String?) { self = text.map(Datum.text) ?? .null }

  /// The number, or null where there is none.
  package init(_ number: Int?) { self = number.map(Datum.integer) ?? .null }
}

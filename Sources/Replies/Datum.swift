package import Records
package import Values

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

extension Datum {
  /// Creates the printed form of a value, with the minimum fraction digits of its property; masks
  /// values of masked kinds unless `isRevealed` is true.
  package init(_ value: Value?, of property: Property? = nil, isRevealed: Bool = false) {
    if case .list(let items) = value {
      self = .list(items.map { Datum($0, of: property?.item, isRevealed: isRevealed) })
      return
    }
    if let value, property?.kind.isMasked == true, !isRevealed {
      self = .text(CardNumber.masked(value.description))
      return
    }
    switch value {
    case nil, .text, .integer, .boolean, .date, .dateTime: self = Datum(plain: value) ?? .null
    case .percent(let number)?:
      let fewest = property?.decimalDigits?.fraction.lowerBound ?? 0
      self = .percent(
        property?.written(.percent(number)) ?? number.percentText(),
        part: number.description(minimumFractionDigits: fewest + 2))
    case .decimal?, .time?, .duration?, .month?, .reference?:
      self = value.map { .text(property?.written($0) ?? $0.description) } ?? .null
    case .double(let number): self = .double(number)
    case .list(let items): self = .list(items.map { Datum($0) })
    }
  }

  package init?(plain value: Value?) {
    switch value {
    case nil: self = .null
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .boolean(let flag): self = .boolean(flag)
    case .date(let date): self = .text(date.description)
    case .dateTime(let moment): self = .text(moment.description)
    case .decimal, .double, .time, .duration, .month, .percent, .reference, .list: return nil
    }
  }

  /// Rounds a double to 15 digits like SQLite, so that `0.1 + 0.2` is `0.3`.
  ///
  /// - Parameter property: The property that determines the minimum fraction digits.
  package init(rounding value: Value?, of property: Property? = nil) {
    if case .double(let number) = value, let decimal = ExactDecimal(rounding: number) {
      let fewest = property?.decimalDigits?.fraction.lowerBound ?? 0
      self = .text(decimal.description(minimumFractionDigits: fewest))
    } else {
      self.init(value, of: property)
    }
  }

  package init(_ value: Value?, of kind: PropertyKind?) {
    // A decimal kind that does not fix its digits keeps the calculated digits.
    let isFixed = kind?.digits.map { $0.fraction != nil } ?? true
    if let kind, isFixed {
      self.init(value, of: Property("", kind))
    } else {
      self.init(rounding: value)
    }
  }

  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .double(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .text(bytes.asSQLBlob)
    }
  }
}

extension Value {
  /// The value in command syntax, with the minimum fraction digits of its property; masks values of
  /// masked kinds unless `isRevealed` is true.
  package func literal(of property: Property?, isRevealed: Bool = false) -> String {
    if case .list(let items) = self {
      let texts = items.map { $0.literal(of: property?.item, isRevealed: isRevealed) }
      return "[" + texts.joined(separator: ", ") + "]"
    }
    guard let property else { return literal }
    if property.kind.isMasked, isRevealed { return literal }
    if case .decimal = self { return property.written(self) }
    return property.kind.literal(self)
  }
}

/// What sort of value a property takes.
public enum PropertyKind: Hashable, Sendable {
  case text
  /// A whole number of 64 bits.
  case integer
  /// An exact decimal number; digits that are not given follow from the property's range.
  case decimal(integerDigits: Int?, fractionDigits: ClosedRange<Int>?)
  /// A binary fraction of 64 bits.
  case double
  case boolean
  /// A day of the calendar.
  case date
  /// A moment, to the millisecond.
  case dateTime
  /// One of these texts, which are all different.
  case choice([String])
  /// A text of exactly so many hexadecimal digits, its letters in upper case.
  case hex(digits: Int)
  /// The digits of a payment card, which are shown in full only where that is asked for.
  case card
  /// A text of a form, `+1 (000) 000-0000`.
  case mask(TextMask)

  /// The names of the kinds, as a definition writes them; no type can have one of them.
  public static let names = [
    "Text", "Integer", "Decimal", "Double", "Boolean", "Date", "DateTime", "Choice", "Hex", "Card",
    "Mask",
  ]

  /// The name as a definition writes it.
  public var name: String {
    switch self {
    case .text: "Text"
    case .integer: "Integer"
    case .decimal: "Decimal"
    case .double: "Double"
    case .boolean: "Boolean"
    case .date: "Date"
    case .dateTime: "DateTime"
    case .choice: "Choice"
    case .hex: "Hex"
    case .card: "Card"
    case .mask: "Mask"
    }
  }

  /// Whether values of this kind are numbers, which can have a unit.
  public var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .double: true
    case .text, .boolean, .date, .dateTime, .choice, .hex, .card, .mask: false
    }
  }

  /// Whether the digits of values of this kind can be shown in groups.
  public var isGroupable: Bool {
    switch self {
    case .integer, .decimal: true
    case .text, .double, .boolean, .date, .dateTime, .choice, .hex, .card, .mask: false
    }
  }

  /// Whether values of this kind have an order that a range can limit.
  public var hasRange: Bool {
    switch self {
    case .integer, .decimal, .double, .date, .dateTime: true
    case .text, .boolean, .choice, .hex, .card, .mask: false
    }
  }
}

/// What sort of value a property takes.
public indirect enum PropertyKind: Hashable, Sendable {
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
  /// A record of the type of this name.
  case reference(to: String)
  /// Values of one kind in their order; a value of it is a ``Value/list(_:)``.
  case list(of: PropertyKind)
  /// Records of the type of this name, which belong to the one that lists them; a value of it is a
  /// ``Value/list(_:)`` of references.
  case records(of: String)

  /// The names of the kinds, as a definition writes them; no type can have one of them.
  public static let names = [
    "Text", "Integer", "Decimal", "Double", "Boolean", "Date", "DateTime", "Choice", "Hex", "Card",
    "Mask",
  ]

  /// The name as a definition writes it, that of a list in `[` and `]`.
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
    case .reference(let type): type.asName
    case .list(let kind): "[\(kind.name)]"
    case .records(let type): "[\(type.asName)]"
    }
  }

  /// Whether values of this kind are numbers, which can have a unit.
  public var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .double: true
    default: false
    }
  }

  /// Whether the digits of values of this kind can be shown in groups.
  public var isGroupable: Bool {
    switch self {
    case .integer, .decimal: true
    default: false
    }
  }

  /// Whether values of this kind have an order that a range can limit.
  public var hasRange: Bool {
    switch self {
    case .integer, .decimal, .double, .date, .dateTime: true
    default: false
    }
  }

  /// Whether a value is a list, be it of values or of records.
  public var isList: Bool {
    switch self {
    case .list, .records: true
    default: false
    }
  }

  /// The name of the type whose records are the values, or are in the list; nil for another kind.
  public var recordType: String? {
    switch self {
    case .reference(let type), .records(let type): type
    default: nil
    }
  }
}

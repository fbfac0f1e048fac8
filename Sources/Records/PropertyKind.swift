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

  /// The names of the kinds, as a definition writes them; no type can have one of them.
  public static let names = ["Text", "Integer", "Decimal", "Double", "Boolean"]

  /// The name as a definition writes it.
  public var name: String {
    switch self {
    case .text: "Text"
    case .integer: "Integer"
    case .decimal: "Decimal"
    case .double: "Double"
    case .boolean: "Boolean"
    }
  }

  /// Whether values of this kind have an order that a range can limit.
  public var hasRange: Bool {
    switch self {
    case .integer, .decimal, .double: true
    case .text, .boolean: false
    }
  }

  /// The value as this kind, if it is one or can be taken for one without loss of meaning.
  ///
  /// A whole number is a decimal and a double, and a decimal is a double: numbers are written the
  /// same way for all three.
  public func converted(_ value: Value) -> Value? {
    switch (self, value) {
    case (.text, .text), (.integer, .integer), (.decimal, .decimal), (.boolean, .boolean): value
    case (.double, .double(let number)): number.isFinite ? .double(number == 0 ? 0 : number) : nil
    case (.decimal, .integer(let number)): .decimal(ExactDecimal(number))
    case (.double, .integer(let number)): Double(exactly: number).map { .double($0) }
    case (.double, .decimal(let number)):
      Double(number.description).map { .double($0 == 0 ? 0 : $0) }
    case (.integer, .decimal(let number)): number.integer.map { .integer($0) }
    default: nil
    }
  }
}

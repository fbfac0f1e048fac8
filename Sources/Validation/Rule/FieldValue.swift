/// What a complete text means.
public enum FieldValue: Sendable {
  /// Free text, compared by its scalars and not by canonical equivalence.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// An exact decimal number.
  case decimal(ExactDecimal)
  /// A binary floating point number.
  case double(Double)
  /// A truth value.
  case boolean(Bool)
}

extension FieldValue: Hashable {
  /// Whether two values are the same, scalar by scalar.
  public static func == (one: FieldValue, other: FieldValue) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.hasSameScalars(as: other)
    case (.integer(let one), .integer(let other)): one == other
    case (.decimal(let one), .decimal(let other)): one == other
    case (.double(let one), .double(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      hasher.combine(0)
      for byte in text.utf8 { hasher.combine(byte) }
    case .integer(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .decimal(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .double(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .boolean(let value):
      hasher.combine(4)
      hasher.combine(value)
    }
  }
}

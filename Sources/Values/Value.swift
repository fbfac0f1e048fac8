/// The value of a property; a missing value is `nil` instead of a case.
///
/// Future versions may add cases, so clients need a `default` when switching.
public enum Value: Sendable {
  /// A text.
  case text(String)
  /// A 64-bit integer.
  case integer(Int)
  /// An exact decimal number.
  case decimal(ExactDecimal)
  /// A 64-bit floating-point number.
  case double(Double)
  /// True or false.
  case boolean(Bool)
  /// A day of the calendar.
  case date(CalendarDate)
  /// A date and time, to the millisecond.
  case dateTime(Instant)
  /// A time of day, to the second.
  case time(ClockTime)
  /// A duration in whole seconds.
  case duration(TimeSpan)
  /// A month of a year.
  case month(CalendarMonth)
  /// An exact fraction: 0.125 is 12.5 %.
  case percent(ExactDecimal)
  /// A reference to a record, which may no longer exist.
  case reference(RecordID)
  /// An ordered list of values.
  case list([Value])
}

extension Value: Hashable {
  /// Returns whether kinds and contents are equal; texts are compared by scalars.
  ///
  /// Swift's comparison considers `é` and `e` with U+0301 equal, but databases do not: if a key was
  /// stored in both forms, a search would find only one of them.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    case (.integer(let left), .integer(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    // NaN equals itself; otherwise an unchanged NaN would always be reported as a change.
    case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.dateTime(let left), .dateTime(let right)): left == right
    case (.time(let left), .time(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.month(let left), .month(let right)): left == right
    case (.percent(let left), .percent(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    default: false
    }
  }

  /// Hashes the content consistently with ``==(_:_:)``; a text by its bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      for byte in text.utf8 { hasher.combine(byte) }
    case .integer(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.isNaN ? .nan : value)
    case .boolean(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value)
    case .dateTime(let value): hasher.combine(value)
    case .time(let value): hasher.combine(value)
    case .duration(let value): hasher.combine(value)
    case .month(let value): hasher.combine(value)
    case .percent(let value): hasher.combine(value)
    case .reference(let id): hasher.combine(id)
    case .list(let items): hasher.combine(items)
    }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// Creates a Boolean.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  /// Creates a whole number.
  public init(integerLiteral number: Int) { self = .integer(number) }
  /// Creates a decimal, exact for up to 15 digits, because Swift passes the literal as a `Double`.
  public init(floatLiteral number: Double) { self = .decimal(ExactDecimal(floatLiteral: number)) }
  /// Creates a list.
  public init(arrayLiteral items: Value...) { self = .list(items) }
}

extension Value: CustomStringConvertible {
  /// The value as plain text, the same in every locale.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let value): String(value)
    case .decimal(let value): value.description
    case .double(let value): value.description
    case .boolean(let value): String(value)
    case .date(let value): value.description
    case .dateTime(let value): value.description
    case .time(let value): value.description
    case .duration(let value): value.description
    case .month(let value): value.description
    case .percent(let value): value.percentText()
    case .reference(let id): id.description
    case .list(let items): items.map(\.description).joined(separator: ", ")
    }
  }
}

extension Value {
  /// The value in command syntax.
  public var literal: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .list(let items): "[" + items.map(\.literal).joined(separator: ", ") + "]"
    case .double(let number): number.literal
    case .integer, .decimal, .boolean, .date, .dateTime, .time, .duration, .month,
      .percent, .reference:
      description
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control: result += scalar.writtenOut
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension String {
  /// The text as a name in command syntax: in backticks, with inner backticks doubled, unless it is
  /// a plain name.
  package var asName: String {
    guard !isPlainName else { return self }
    let scalars = unicodeScalars
    var result = String.UnicodeScalarView(["`"])
    for scalar in scalars {
      if scalar == "`" { result.append("`") }
      result.append(scalar)
    }
    result.append("`")
    return String(result)
  }

  package var asChoice: String { isPlainName ? self : Value.text(self).literal }

  private var isPlainName: Bool {
    let scalars = unicodeScalars
    return scalars.first?.isNameStart == true
      && scalars.allSatisfy { $0.isNameStart || $0.isNameDigit }
      && self != "nil" && self != "true" && self != "false"
  }
}

extension Unicode.Scalar {
  fileprivate var isNameStart: Bool { isLetter || self == "_" }

  fileprivate var isNameDigit: Bool {
    isPlainDigit || properties.generalCategory == .decimalNumber
  }
}

/// The identifier of a record: its type and its number, as in `Person/1`.
public struct RecordID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name of the record's type.
  public var type: String
  /// The number, which counts from 1 within the type and is never reused; negative for a record
  /// that is not stored yet.
  public var number: Int

  /// Creates an identifier; the record need not exist.
  public init(_ type: String, _ number: Int) {
    self.type = type
    self.number = number
  }

  /// Whether the record is not stored yet, such as one that a form will create.
  public var isDraft: Bool { number < 0 }

  /// The identifier in command syntax, with backticks around the type if necessary: `Person/1`.
  ///
  /// A record that is not stored yet is shown as `Person (new)`; commands cannot refer to it.
  public var description: String {
    isDraft ? "\(type.asName) (new)" : "\(type.asName)/\(number)"
  }
}

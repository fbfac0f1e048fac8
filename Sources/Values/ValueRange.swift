/// The minimum and maximum value of a property; both are optional.
public struct ValueRange: Hashable, Sendable, Codable {
  /// The minimum value, inclusive; nil if there is no lower limit.
  public var lowerBound: Value?
  /// The maximum value, inclusive; nil if there is no upper limit.
  public var upperBound: Value?

  /// Creates a range with inclusive bounds, without checking their kinds or order.
  public init(_ lowerBound: Value?, _ upperBound: Value?) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// Returns whether a value is in the range; false for a value of another kind than the bounds.
  public func contains(_ value: Value) -> Bool {
    if let lowerBound, value != lowerBound, Self.isLess(lowerBound, value) != true { return false }
    if let upperBound, value != upperBound, Self.isLess(value, upperBound) != true { return false }
    return true
  }

  package func clamping(_ value: Value) -> Value {
    if let lowerBound, Self.isLess(value, lowerBound) == true { return lowerBound }
    if let upperBound, Self.isLess(upperBound, value) == true { return upperBound }
    return value
  }

  package var isEmpty: Bool {
    guard let lowerBound, let upperBound else { return false }
    return Self.isLess(upperBound, lowerBound) == true
  }

  static func isLess(_ left: Value, _ right: Value) -> Bool? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.dateTime(let left), .dateTime(let right)): left < right
    case (.time(let left), .time(let right)): left < right
    case (.duration(let left), .duration(let right)): left < right
    case (.month(let left), .month(let right)): left < right
    case (.percent(let left), .percent(let right)): left < right
    default: nil
    }
  }

  package func converted(to kind: PropertyKind) -> ValueRange? {
    var result = self
    for bound in [\ValueRange.lowerBound, \.upperBound] {
      guard let value = result[keyPath: bound] else { continue }
      guard let converted = kind.converted(value) else { return nil }
      result[keyPath: bound] = converted
    }
    return result
  }
}

extension ValueRange: CustomStringConvertible {
  /// The range in definition syntax: `0...150`, `0...`, `...150`.
  public var description: String {
    (lowerBound?.literal ?? "") + "..." + (upperBound?.literal ?? "")
  }

  /// The range in words, for messages: `0…150`, `at least 0`, `at most 150`.
  public var words: String {
    switch (lowerBound, upperBound) {
    case (let lower?, let upper?): "\(lower.literal)…\(upper.literal)"
    case (let lower?, nil): "at least \(lower.literal)"
    case (nil, let upper?): "at most \(upper.literal)"
    case (nil, nil): "any value"
    }
  }
}

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

/// A range of text lengths, in characters as readers count them.
public struct LengthRange: Hashable, Sendable, Codable {
  /// The minimum length; 0 allows an empty text.
  public var minimum: Int
  /// The maximum length; nil if unlimited.
  public var maximum: Int?

  /// Creates a range of lengths without checking their order; without arguments it allows any.
  public init(minimum: Int = 0, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Returns whether a length is in the range.
  public func contains(_ length: Int) -> Bool {
    length >= minimum && length <= maximum ?? .max
  }
}

/// The bounds of a length: `1...20`, `1...`, `...20` or a ``LengthRange``.
public protocol LengthBounds {
  /// The range of lengths.
  var lengthRange: LengthRange { get }
}

extension LengthRange: LengthBounds {
  /// The range itself.
  public var lengthRange: LengthRange { self }

  /// Creates a range of lengths from a Swift range.
  public init(_ bounds: some LengthBounds) { self = bounds.lengthRange }
}

extension ClosedRange<Int>: LengthBounds {
  /// The lengths from the lower to the upper bound.
  public var lengthRange: LengthRange { LengthRange(minimum: lowerBound, maximum: upperBound) }
}

extension PartialRangeFrom<Int>: LengthBounds {
  /// The lengths from the lower bound on.
  public var lengthRange: LengthRange { LengthRange(minimum: lowerBound) }
}

extension PartialRangeThrough<Int>: LengthBounds {
  /// The lengths up to the upper bound.
  public var lengthRange: LengthRange { LengthRange(maximum: upperBound) }
}

extension LengthRange: CustomStringConvertible {
  /// The lengths in definition syntax: `1...20`, `1...`.
  public var description: String { "\(minimum)..." + (maximum.map(String.init) ?? "") }

  /// The lengths in words, for messages.
  public var words: String {
    switch (minimum, maximum) {
    case (let minimum, let maximum?) where minimum == maximum:
      "exactly \(minimum.counted("character"))"
    case (0, let maximum?): "at most \(maximum.counted("character"))"
    case (let minimum, nil): "at least \(minimum.counted("character"))"
    case (let minimum, let maximum?): "\(minimum) to \(maximum.counted("character"))"
    }
  }
}

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

/// How many characters a text may have; a character is what a reader takes for one.
public struct LengthRange: Hashable, Sendable, Codable {
  /// The least length; 0 where an empty text will do.
  public var minimum: Int
  /// The greatest length; nil where there is no limit.
  public var maximum: Int?

  /// Makes a range of lengths, and does not check their order; without arguments it allows any.
  public init(minimum: Int = 0, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a text of this many characters is neither too short nor too long.
  public func contains(_ length: Int) -> Bool {
    length >= minimum && length <= maximum ?? .max
  }
}

/// The bounds of a length: `1...20`, `1...`, `...20` or a ``LengthRange``.
public protocol LengthBounds {
  /// The least and the greatest length.
  var lengthRange: LengthRange { get }
}

extension LengthRange: LengthBounds {
  /// The range itself.
  public var lengthRange: LengthRange { self }

  /// Makes a range of lengths of a Swift range.
  public init(_ bounds: some LengthBounds) { self = bounds.lengthRange }
}

extension ClosedRange<Int>: LengthBounds {
  /// Lengths with both bounds.
  public var lengthRange: LengthRange { LengthRange(minimum: lowerBound, maximum: upperBound) }
}

extension PartialRangeFrom<Int>: LengthBounds {
  /// Lengths without a greatest.
  public var lengthRange: LengthRange { LengthRange(minimum: lowerBound) }
}

extension PartialRangeThrough<Int>: LengthBounds {
  /// Lengths without a least.
  public var lengthRange: LengthRange { LengthRange(maximum: upperBound) }
}

extension LengthRange: CustomStringConvertible {
  /// The lengths as a definition writes them: `1...20`, `1...`.
  public var description: String { "\(minimum)..." + (maximum.map(String.init) ?? "") }

  /// The lengths as a message says them.
  public var words: String {
    switch (minimum, maximum) {
    case (let minimum, let maximum?) where minimum == maximum: "exactly \(Self.count(minimum))"
    case (0, let maximum?): "at most \(Self.count(maximum))"
    case (let minimum, nil): "at least \(Self.count(minimum))"
    case (let minimum, let maximum?): "\(minimum) to \(Self.count(maximum))"
    }
  }

  private static func count(_ length: Int) -> String {
    length == 1 ? "1 character" : "\(length) characters"
  }
}

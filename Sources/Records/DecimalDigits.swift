/// How many digits a decimal has before and behind the point.
public struct DecimalDigits: Hashable, Sendable {
  /// The most digits before the point.
  public var integer: Int
  /// The fewest digits to show behind the point, and the most to have there.
  public var fraction: ClosedRange<Int>

  /// Makes a number of digits, and does not check it.
  public init(integer: Int, fraction: ClosedRange<Int>) {
    self.integer = integer
    self.fraction = fraction
  }
}

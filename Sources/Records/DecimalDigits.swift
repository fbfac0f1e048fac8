/// How many digits a decimal has before and behind the point.
public struct DecimalDigits: Hashable, Sendable {
  public var integer: Int
  public var fraction: ClosedRange<Int>

  public init(integer: Int, fraction: ClosedRange<Int>) {
    self.integer = integer
    self.fraction = fraction
  }
}

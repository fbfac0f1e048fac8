/// How many digits of a number are shown or taken, `Decimal(integer: 5, fraction: 1...3)`.
public struct FormatSyntax: Hashable, Sendable {
  /// The most digits before the point, if it says.
  public var integer: Spanned<Int>?
  /// The fewest and the most digits behind the point, if it says.
  public var fraction: Spanned<ClosedRange<Int>>?
  /// The place of all of it.
  public var span: SourceSpan

  /// Makes the format of so many digits.
  public init(integer: Spanned<Int>?, fraction: Spanned<ClosedRange<Int>>?, span: SourceSpan) {
    self.integer = integer
    self.fraction = fraction
    self.span = span
  }
}

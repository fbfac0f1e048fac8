/// What a locale writes before and after the digits of a percentage.
public struct PercentSign: Hashable, Sendable {
  /// What comes before the digits, with the space between them.
  public var prefix: String
  /// What comes after the digits, with the space between them.
  public var suffix: String

  /// `12.5%`, as in the United States.
  public static let english = PercentSign(prefix: "", suffix: "%")

  /// Creates a sign of what is before and after the digits.
  public init(prefix: String, suffix: String) {
    self.prefix = prefix
    self.suffix = suffix
  }
}

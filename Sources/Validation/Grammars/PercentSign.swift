/// The text that a locale writes before and after the digits of a percentage.
public struct PercentSign: Hashable, Sendable {
  /// The text before the digits, including space.
  public var prefix: String
  /// The text after the digits, including space.
  public var suffix: String

  /// `12.5%`, as in the United States.
  public static let english = PercentSign(prefix: "", suffix: "%")

  /// Creates a sign of the text before and after the digits.
  public init(prefix: String, suffix: String) {
    self.prefix = prefix
    self.suffix = suffix
  }
}

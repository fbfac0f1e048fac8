/// Why a value cannot be the value of a property.
public struct Violation: Error, Hashable, Sendable {
  /// What sort of fault it is, for code to switch on.
  public enum Kind: Hashable, Sendable {
    /// There is no such property.
    case name
    /// The value is not of the property's kind, or too long for it.
    case value
    /// The value is of the right kind and breaks a rule of the property.
    case rule
  }

  /// What sort of fault it is.
  public var kind: Kind
  /// What was expected, for a person.
  public var message: String
  /// The values that could have been meant, where these are few and known.
  public var candidates: [String]
  /// The error of a caller's own that has led to this one, for the caller.
  public var cause: (any Error)?

  /// Makes a violation of a kind with the message a person is shown.
  public init(
    kind: Kind, message: String, candidates: [String] = [], cause: (any Error)? = nil
  ) {
    self.cause = cause
    self.kind = kind
    self.message = message
    self.candidates = candidates
  }

  /// Whether two violations say the same, whatever has led to them.
  public static func == (one: Violation, other: Violation) -> Bool {
    (one.kind, one.message, one.candidates) == (other.kind, other.message, other.candidates)
  }

  /// Feeds what is said to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(message)
    hasher.combine(candidates)
  }

  /// The violation of a property without a value that has to have one, by whatever way it is left
  /// without.
  public static func required(_ property: String, kind: Kind = .rule) -> Violation {
    Violation(kind: kind, message: "\(property) is required")
  }

  /// Says that several properties have to be given.
  public static func required(_ properties: [String]) -> Violation {
    guard properties.count > 1 else { return required(properties.joined()) }
    return Violation(kind: .rule, message: "\(properties.listed(with: "and")) are required")
  }
}

/// The reason why a value is not allowed for a property.
///
/// The reason is data: a ``Code`` with its details. ``message`` is in English;
/// ``localized(in:)`` returns it in another language.
public struct Violation: Error, Sendable {
  /// The class of a fault, for code to switch on.
  public enum Kind: Hashable, Sendable {
    /// The property does not exist, or is the value of a calculation, which cannot be set.
    case name
    /// The value is not of the property's kind, or has too many digits; or a kind is malformed.
    case value
    /// The value breaks a rule or is missing, or the property is computed and cannot be set.
    case rule
  }

  /// The class of the fault.
  public var kind: Kind
  /// The fault with its values, numbers and names.
  public var code: Code
  /// The path of the property: `age`, `tags[2]`, `lines[0].amount`; nil if the violation is not
  /// about a property, or if the property is not known yet.
  public var property: String?
  /// Suggested values that the user may have meant; empty if unknown or too many.
  public var candidates: [String]
  /// The error thrown by the caller's own code that caused the violation; nil otherwise.
  public var cause: (any Error)?
  /// The property's name in messages, without the path.
  let name: String?

  /// Creates a violation from a code, optionally about a property.
  public init(
    kind: Kind, _ code: Code, of property: String? = nil, candidates: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.kind = kind
    self.code = code
    self.property = property
    self.candidates = candidates
    self.cause = cause
    name = property
  }

  /// Creates a violation with the caller's own message.
  public init(
    kind: Kind, message: String, of property: String? = nil, candidates: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.init(
      kind: kind, .stated(message), of: property, candidates: candidates, cause: cause)
  }

  /// The message for the user: in English, lower case, without a period.
  public var message: String { english }

  /// Returns the violation with a path before its property: `amount` within `lines[0]` becomes
  /// `lines[0].amount`. A violation without a property gets the path as its property.
  public func within(_ path: String) -> Violation {
    var violation = self
    violation.property = property.map { path + ($0.hasPrefix("[") ? "" : ".") + $0 } ?? path
    return violation
  }

  /// Creates a violation for a required property without a value.
  public static func required(_ property: String, kind: Kind = .rule) -> Violation {
    Violation(kind: kind, .required([property]), of: property)
  }

  /// Creates a violation for several required properties without values; ``property`` is the first.
  public static func required(_ properties: [String]) -> Violation {
    Violation(kind: .rule, .required(properties), of: properties.first)
  }

  /// Creates a violation for a property that does not exist.
  ///
  /// - Parameter owner: the owner without the property, as named in messages: a type, or `a list of
  ///   records`.
  public static func missing(_ property: String, of owner: String? = nil) -> Violation {
    Violation(kind: .name, .noProperty(property, of: owner), of: property)
  }
}

extension Violation: Hashable {
  /// Returns whether two violations are equal; their causes are ignored.
  public static func == (one: Violation, other: Violation) -> Bool {
    (one.kind, one.code, one.property, one.candidates)
      == (other.kind, other.code, other.property, other.candidates)
  }

  /// Hashes the violation without its cause.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(code)
    hasher.combine(property)
    hasher.combine(candidates)
  }
}

extension Violation: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

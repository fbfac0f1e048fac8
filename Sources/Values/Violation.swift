/// Why a value cannot be the value of a property.
///
/// It is data: a ``Code`` with what it is about. ``message`` renders that in English; a program that
/// speaks another language renders the code itself.
public struct Violation: Error, Sendable {
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
  /// What the fault is, with the values, numbers and names that it is about.
  public var code: Code
  /// The path of the property it is about: `age`, `tags[2]`, `lines[0].amount`; nil where it is about
  /// none, or nobody knows yet about which.
  public var property: String?
  /// The values that could have been meant, where these are few and known.
  public var candidates: [String]
  /// The error of a caller's own that has led to this one, for the caller.
  public var cause: (any Error)?
  /// What the message calls the property: its name, wherever the path leads it from.
  let name: String?

  /// Makes a violation of a code, about the property of a name if one is given.
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

  /// Makes a violation in words of the caller's own.
  public init(
    kind: Kind, message: String, of property: String? = nil, candidates: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.init(
      kind: kind, .stated(message), of: property, candidates: candidates, cause: cause)
  }

  /// What was expected, for a person: in English, lower case, without a period.
  public var message: String { english }

  /// The same of a property that is found farther in: that of `amount` within `lines[0]` is of
  /// `lines[0].amount`.
  public func within(_ path: String) -> Violation {
    var violation = self
    violation.property = property.map { path + ($0.hasPrefix("[") ? "" : ".") + $0 } ?? path
    return violation
  }

  /// The violation of a property without a value that has to have one, by whatever way it is left
  /// without.
  public static func required(_ property: String, kind: Kind = .rule) -> Violation {
    Violation(kind: kind, .required([property]), of: property)
  }

  /// Says that several properties have to be given.
  public static func required(_ properties: [String]) -> Violation {
    Violation(kind: .rule, .required(properties), of: properties.first)
  }

  /// Says that there is no property of a name.
  ///
  /// - Parameter owner: What has none, as a message names it: a type, `a list of records`.
  public static func missing(_ property: String, of owner: String? = nil) -> Violation {
    Violation(kind: .name, .noProperty(property, of: owner), of: property)
  }
}

extension Violation: Hashable {
  /// Whether two violations say the same, whatever has led to them.
  public static func == (one: Violation, other: Violation) -> Bool {
    (one.kind, one.code, one.property, one.candidates)
      == (other.kind, other.code, other.property, other.candidates)
  }

  /// Feeds what is said to a hasher.
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

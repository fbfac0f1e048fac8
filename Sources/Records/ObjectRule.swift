/// A condition that objects of a class must satisfy, in addition to the rules of their properties.
///
/// ```swift
/// final class Stay: RuledSubject {
///   let propertyChanged = PropertyChanged()
///   @Observed(in: 1...) var arrival = 1
///   @Observed(in: 1...) var departure = 2
///
///   static var rules: [ObjectRule<Stay>] {
///     [
///       ObjectRule("order", "must end after it begins", about: \.departure, \.arrival) {
///         $0.arrival < $0.departure
///       }
///     ]
///   }
/// }
/// ```
///
/// The rules of records in a store have the type ``Rule``, because their conditions need a store.
public struct ObjectRule<Object> {
  /// The name of the rule, unique in its class.
  public var name: String
  /// The requirement, in words for the user, such as `must end after it begins`.
  public var text: String?
  /// Whether a violation is an error or a warning.
  public var severity: Rule.Severity
  /// The observed properties that the rule is about; if it is broken, a form moves the caret to the
  /// first property.
  public var properties: [PartialKeyPath<Object>]

  private let condition: (Object) -> Bool

  /// Creates a rule from a condition that returns false if the rule is broken.
  public init(
    _ name: String, _ text: String? = nil, severity: Rule.Severity = .error,
    about properties: PartialKeyPath<Object>...,
    condition: @escaping (Object) -> Bool
  ) {
    self.name = name
    self.text = text
    self.severity = severity
    self.properties = properties
    self.condition = condition
  }

  /// Returns whether an object satisfies the rule.
  public func holds(of object: Object) -> Bool { condition(object) }
}

/// A class whose objects have rules.
///
/// ``PropertySubject/violations()``, ``PropertySubject/warnings()`` and
/// ``PropertySubject/validate()`` evaluate them.
public protocol RuledSubject: PropertySubject {
  /// The class of the rules: this class or one of its superclasses.
  associatedtype Ruled = Self
  /// The rules, in order of evaluation.
  ///
  /// Declare a computed property, because the conditions of a class on an actor are not `Sendable`.
  static var rules: [ObjectRule<Ruled>] { get }
}

extension RuledSubject {
  fileprivate func broken(_ severity: Rule.Severity) -> [Violation] {
    guard let object = self as? Ruled else { return [] }
    let observed = ObservedProperties.of(self)
    return Self.rules.filter { $0.severity == severity && !$0.holds(of: object) }.map { rule in
      let seen = rule.properties.map { path in
        guard let name = observed.name(of: path, in: object) else {
          preconditionFailure("\(type(of: self)) has no @Observed property at \(path)")
        }
        return Violation.Seen(property: name, value: value(of: name))
      }
      return Violation(
        kind: .rule, .rule(rule.name, rule.text, seen), of: seen.first?.property)
    }
  }
}

extension PropertySubject {
  /// Returns violations of the properties' own rules, then violations of the object's rules.
  ///
  /// Assignments in Swift are not checked, so an object can violate rules that a field or `set`
  /// would enforce. The objects in its lists are checked too, each under its path,
  /// `lines[0].amount`.
  public func violations() -> [Violation] {
    let observed = ObservedProperties.of(self)
    // Prevents endless recursion if objects contain each other in their lists.
    if observed.isJudged { return [] }
    observed.isJudged = true
    defer { observed.isJudged = false }
    var found: [Violation] = []
    for name in observed.names {
      if let objects = items(of: name) {
        for (place, object) in objects.enumerated() {
          found += object.violations().map { $0.within("\(name)[\(place)]") }
        }
      } else if let property = property(named: name) {
        do throws(Violation) {
          _ = try property.checkedFreely(value(of: name))
        } catch {
          found.append(error)
        }
      }
    }
    return found + ((self as? any RuledSubject)?.broken(.error) ?? [])
  }

  /// Returns the violations of the object's rules of the severity ``Rule/Severity/warn``.
  ///
  /// The objects in its lists are not checked.
  public func warnings() -> [Violation] { (self as? any RuledSubject)?.broken(.warn) ?? [] }

  /// Checks all rules, as a form does at the end of editing.
  ///
  /// - Throws: the first violation in ``violations()``.
  public func validate() throws(Violation) {
    if let first = violations().first { throw first }
  }

  /// Checks the rules of some properties, and the object's rules that are about one of these
  /// properties or about no property.
  ///
  /// - Throws: the first violation of these rules.
  public func validate(about properties: [String]) throws(Violation) {
    if let first = violations().first(where: { $0.concerns(properties) }) { throw first }
  }
}

extension Violation {
  fileprivate func concerns(_ names: [String]) -> Bool {
    if case .rule(_, _, let seen) = code {
      return seen.isEmpty || seen.contains { names.contains($0.property) }
    }
    guard let property else { return true }
    return names.contains { name in
      property == name || property.hasPrefix(name + "[") || property.hasPrefix(name + ".")
    }
  }
}

/// A condition that the objects of a class keep, beside the rules of their properties.
///
/// ```swift
/// final class Stay: RuledSubject {
///   let propertyChanged = PropertyChanged()
///   @Observed(in: 1...) var arrival = 1
///   @Observed(in: 1...) var departure = 2
///
///   static let rules = [
///     ObjectRule<Stay>("order", "must end after it begins", about: \.departure, \.arrival) {
///       $0.arrival < $0.departure
///     }
///   ]
/// }
/// ```
///
/// The conditions of a store's records are of type ``Rule``, and need a store.
public struct ObjectRule<Object>: Sendable {
  /// The name of the rule, the only one of its class.
  public var name: String
  /// What the rule demands, for a person, such as `must end after it begins`.
  public var text: String?
  /// What becomes of an editing that would leave an object breaking it.
  public var severity: Rule.Severity
  /// The observed properties it is about: a form puts the caret to the first.
  public var properties: [any PartialKeyPath<Object> & Sendable]

  private let condition: @Sendable (Object) -> Bool

  /// Makes a rule of a condition that is false of an object that breaks it.
  public init(
    _ name: String, _ text: String? = nil, severity: Rule.Severity = .error,
    about properties: (any PartialKeyPath<Object> & Sendable)...,
    condition: @escaping @Sendable (Object) -> Bool
  ) {
    self.name = name
    self.text = text
    self.severity = severity
    self.properties = properties
    self.condition = condition
  }

  /// Whether an object keeps the rule.
  public func holds(of object: Object) -> Bool { condition(object) }
}

/// A class of one's own whose objects keep rules.
///
/// ``Subject/violations()``, ``Subject/warnings()`` and ``Subject/validate()`` judge them.
public protocol RuledSubject: Subject {
  /// The class whose objects the rules are of: this one, or one that it inherits from.
  associatedtype Ruled = Self
  /// The rules, in the order in which they are judged.
  static var rules: [ObjectRule<Ruled>] { get }
}

extension RuledSubject {
  /// What breaks rules of a severity.
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

extension Subject {
  /// Why the object is not as its rules demand, those of its properties first; empty if it is.
  ///
  /// An assignment in Swift is not judged, so an object can be other than a field or
  /// `set` would have made it. The objects of a list are judged with it, each under
  /// its path, `lines[0].amount`.
  public func violations() -> [Violation] {
    let observed = ObservedProperties.of(self)
    // Objects can have each other in their lists.
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

  /// Which rules that only warn the object breaks.
  public func warnings() -> [Violation] { (self as? any RuledSubject)?.broken(.warn) ?? [] }

  /// Checks that the object is as its rules demand, as a form does when it ends.
  ///
  /// - Throws: the first of ``violations()``, which says which property it is about.
  public func validate() throws(Violation) {
    if let first = violations().first { throw first }
  }

  /// Checks that some properties are as the rules demand, theirs and those of the object that are
  /// about one of them, or that say nothing of properties.
  ///
  /// - Throws: the first of ``violations()`` that is about one of them.
  public func validate(about properties: [String]) throws(Violation) {
    if let first = violations().first(where: { $0.concerns(properties) }) { throw first }
  }
}

extension Violation {
  /// Whether it is about one of these properties, or is a rule that says nothing of properties.
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

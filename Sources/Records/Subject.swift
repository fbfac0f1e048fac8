/// An object whose properties an interactor can show and edit by name.
///
/// A ``Record`` is one. So is every class that conforms and marks its properties with
/// ``Observed``: what is asked for here is then found by reflection.
public protocol Subject: NotifyPropertyChanged {
  /// Describes a property; nil if it does not exist.
  func property(named name: String) -> Property?

  /// The value of a property; nil where it has none or does not exist.
  func value(of name: String) -> Value?

  /// The objects of a property that is a list of them; nil for every other property.
  ///
  /// Such a property has neither a description nor a value: objects are no ``Value``.
  func items(of name: String) -> [any Subject]?

  /// Gives a property another value and tells who listens.
  ///
  /// - Throws: ``Violation`` if there is no such property or the value breaks its rules; the
  ///   property then is as it was.
  func set(_ name: String, to value: Value?) throws(Violation)

  /// Gives a property back a value that it had, whatever its rules say, and tells who listens.
  ///
  /// It does nothing where there is no such property, or it cannot hold the value.
  func restore(_ name: String, to value: Value?)
}

extension Subject {
  /// Describes the ``Observed`` property of this name; nil where there is none.
  ///
  /// It is found by reflection, and has no other rule than its kind and whether it can be nil.
  public func property(named name: String) -> Property? {
    guard let type = observed(name)?.valueType else { return nil }
    return Property(name, type.kind, isOptional: type.isOptional)
  }

  /// The value of the ``Observed`` property of this name; nil where it has none or does not exist.
  public func value(of name: String) -> Value? {
    observed(name)?.propertyValue
  }

  /// The objects of the ``Observed`` array of this name; nil where there is none.
  public func items(of name: String) -> [any Subject]? {
    (wrapper(named: name) as? any ObservedObjects)?.objects
  }

  /// Gives the ``Observed`` property of this name another value and tells who listens.
  ///
  /// - Throws: ``Violation`` if there is no such property, or the value does not fit its kind.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard let property = property(named: name), let observed = observed(name) else {
      throw Violation(kind: .name, message: "there is no property \"\(name)\"")
    }
    // A class has no rules of its own: what its type can hold fits.
    let value = try property.converted(value)
    guard observed.set(value, name: name, of: self) else {
      throw Violation(
        kind: .value, message: "\(name) cannot be \(value?.literal ?? "nil")")
    }
  }

  /// Gives the ``Observed`` property of this name back a value, and tells who listens.
  ///
  /// It does nothing where there is no such property, or its Swift type cannot hold the value.
  public func restore(_ name: String, to value: Value?) {
    observed(name)?.set(value, name: name, of: self)
  }

  private func observed(_ name: String) -> (any ObservedProperty)? {
    wrapper(named: name) as? any ObservedProperty
  }

  /// What is stored for the property of this name.
  private func wrapper(named name: String) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      for child in level.children where child.label == "_" + name {
        return child.value
      }
      mirror = level.superclassMirror
    }
    return nil
  }
}

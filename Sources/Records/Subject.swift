/// An object whose properties an interactor can show and edit by name.
///
/// A ``Record`` is one. So is every class that conforms and marks its properties with
/// ``Observed``: what is asked for here is then found by reflection.
public protocol Subject: NotifyPropertyChanged {
  /// Describes a property; nil where there is none of that name.
  func property(named name: String) -> Property?

  /// The value of a property; nil where it has none or does not exist.
  func value(of name: String) -> Value?

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
  public func property(named name: String) -> Property? {
    guard let type = observed(name)?.valueType else { return nil }
    return Property(name, type.kind, isOptional: type.isOptional)
  }

  public func value(of name: String) -> Value? {
    observed(name)?.propertyValue
  }

  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard let property = property(named: name), let observed = observed(name) else {
      throw Violation(kind: .name, message: "there is no property \"\(name)\"")
    }
    let value = try property.checked(value)
    observed.set(value, name: name, of: self)
  }

  public func restore(_ name: String, to value: Value?) {
    observed(name)?.set(value, name: name, of: self)
  }

  private func observed(_ name: String) -> (any ObservedProperty)? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      for child in level.children where child.label == "_" + name {
        return child.value as? any ObservedProperty
      }
      mirror = level.superclassMirror
    }
    return nil
  }
}

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
  /// Such a property has neither a description nor a value: objects are no `Value`.
  func items(of name: String) -> [any Subject]?

  /// Gives a property another value and tells who listens.
  ///
  /// - Throws: `Violation` if there is no such property or the value breaks its rules; the
  ///   property then is as it was.
  func set(_ name: String, to value: Value?) throws(Violation)

  /// Gives a property back a value that it had, whatever its rules say, and tells who listens.
  ///
  /// It does nothing where there is no such property, or it cannot hold the value.
  func restore(_ name: String, to value: Value?)

  /// Why the object is not as its rules demand; empty if it is.
  func violations() -> [Violation]
}

extension Subject {
  /// The name of the ``Observed`` property at a key path, as `ada.propertyName(of: \.age)`.
  ///
  /// A key path at which there is none, such as that of a computed property, is a mistake of the
  /// program, which ends there.
  public func propertyName<Wrapped>(of keyPath: KeyPath<Self, Wrapped>) -> String {
    guard let name = ObservedProperties.of(self).name(of: keyPath, in: self) else {
      preconditionFailure("\(type(of: self)) has no @Observed property at \(keyPath)")
    }
    return name
  }

  /// Describes the ``Observed`` property of this name; nil where there is none.
  ///
  /// It is found by reflection, and has the rules that are given where it is declared.
  public func property(named name: String) -> Property? {
    ObservedProperties.of(self)[name]?.property
  }

  /// The value of the ``Observed`` property of this name; nil where it has none or does not exist.
  public func value(of name: String) -> Value? {
    ObservedProperties.of(self)[name]?.propertyValue
  }

  /// The objects of the ``Observed`` array of this name; nil where there is none.
  public func items(of name: String) -> [any Subject]? {
    ObservedProperties.of(self)[name]?.objects
  }

  /// Gives the ``Observed`` property of this name another value and tells who listens.
  ///
  /// - Throws: ``Violation`` if there is no such property, or the value breaks its rules: those that
  ///   it is described with.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard let storage = ObservedProperties.of(self)[name],
      let property = property(named: name)
    else {
      throw Violation.missing(name)
    }
    let value = try property.checkedFreely(value)
    guard storage.set(value, in: self) else {
      throw Violation(kind: .value, .notOfType(value), of: name)
    }
  }

  /// Gives the ``Observed`` property of this name back a value, and tells who listens.
  ///
  /// It does nothing where there is no such property, or its Swift type cannot hold the value.
  public func restore(_ name: String, to value: Value?) {
    _ = ObservedProperties.of(self)[name]?.set(value, in: self)
  }
}

/// An object whose properties an interactor can show and edit by name.
///
/// ``TypedRecord`` conforms, and so can every class that marks its properties with ``Observed``;
/// the default implementations then find them by reflection.
public protocol PropertySubject: NotifyPropertyChanged {
  /// Returns the description of a property; nil if it does not exist.
  func property(named name: String) -> Property?

  /// Returns the value of a property; nil if it has no value or does not exist.
  func value(of name: String) -> Value?

  /// Returns the objects of a property that is a list of objects; nil for other properties.
  ///
  /// Such a property has no description and no value, because objects are not a `Value`.
  func items(of name: String) -> [any PropertySubject]?

  /// Sets a property and notifies observers.
  ///
  /// - Throws: `Violation` if the property does not exist or the value breaks its rules; the
  ///   property is then unchanged.
  func set(_ name: String, to value: Value?) throws(Violation)

  /// Restores a former value of a property without checking it, and notifies observers.
  ///
  /// Does nothing if the property does not exist or its type cannot represent the value.
  func restore(_ name: String, to value: Value?)

  /// Returns the violations of the object's rules; empty if it is valid.
  func violations() -> [Violation]
}

extension PropertySubject {
  /// Returns the name of the ``Observed`` property at a key path; for example, `age` for
  /// `ada.propertyName(of: \.age)`.
  ///
  /// Any other key path, such as a computed property's, is a runtime error.
  public func propertyName<Wrapped>(of keyPath: KeyPath<Self, Wrapped>) -> String {
    guard let name = ObservedProperties.of(self).name(of: keyPath, in: self) else {
      preconditionFailure("\(type(of: self)) has no @Observed property at \(keyPath)")
    }
    return name
  }

  /// Returns the description of the ``Observed`` property of this name; nil if the property does
  /// not exist or is a list of objects.
  public func property(named name: String) -> Property? {
    ObservedProperties.of(self)[name]?.property
  }

  /// Returns the value of the ``Observed`` property of this name; nil if it has no value or does
  /// not exist.
  public func value(of name: String) -> Value? {
    ObservedProperties.of(self)[name]?.propertyValue
  }

  /// Returns the objects of the ``Observed`` array of objects of this name; nil if there is no such
  /// array.
  public func items(of name: String) -> [any PropertySubject]? {
    ObservedProperties.of(self)[name]?.objects
  }

  /// Sets the ``Observed`` property of this name and notifies observers.
  ///
  /// - Throws: ``Violation`` if the property does not exist or is a list of objects, if the value
  ///   breaks its declared rules, or if its Swift type cannot represent the value.
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

  /// Restores a former value of the ``Observed`` property of this name, and notifies observers.
  ///
  /// Does nothing if the property does not exist or its Swift type cannot represent the value.
  public func restore(_ name: String, to value: Value?) {
    _ = ObservedProperties.of(self)[name]?.set(value, in: self)
  }
}

public import Records

/// An interactor through which a person changes the property it follows.
open class ControlInteractor: PropertyInteractor {
  /// The clock for properties whose default is taken from it; without one they have none.
  public final var present: (() -> Present?)?

  /// Whether the property cannot be without a value: it has nothing that an emptied control means
  /// for.
  public var isRequired: Bool {
    guard let property, !property.isOptional else { return false }
    return property.isRequired || property.defaultValue(at: present?()) == nil
  }

  /// What an emptied control means: nil, or the default value of the property.
  final var emptiedValue: Value? { property?.emptiedValue(at: present?()) }

  /// Sets the property to what the control shows.
  ///
  /// - Throws: `Violation` if the property does not take it, and then has kept its value.
  open func updateSubject() throws(Violation) {}

  /// Gives the property what an emptied control means: nil, or its default value.
  ///
  /// A property that is required is left as it was, for it has no such value.
  public final func resetSubject() throws(Violation) {
    guard let subject, property != nil, !isRequired else { return }
    try subject.set(propertyName, to: emptiedValue)
  }
}

public import Records

/// An interactor through which a person changes the property it follows.
open class ControlInteractor: PropertyInteractor {
  /// Brings what the control shows into the property.
  ///
  /// - Throws: `Violation` if the property does not take it, and then has kept its value.
  open func updateSubject() throws(Violation) {}

  /// Gives the property what an emptied control stands for: nil, or its default value.
  ///
  /// A property that is required is left as it was, for it has no such value.
  public final func resetSubject() throws(Violation) {
    guard let subject, let property, !property.isRequired else { return }
    try subject.set(propertyName, to: property.emptiedValue)
  }
}

public import Records

/// An interactor through which a person changes the property it follows.
open class ControlInteractor: PropertyInteractor {
  /// The clock for properties whose default is taken from it; without one they have none.
  public final var present: (() -> Present?)?

  /// What an emptied control leaves in its property.
  enum Emptied {
    /// Nothing, or a default value.
    case value(Value?)
    /// What it had.
    case required
  }

  /// What an emptied control leaves in its property.
  final var emptied: Emptied {
    guard let property else { return .required }
    if property.isOptional { return .value(nil) }
    guard !property.isRequired, let value = property.defaultValue(at: present?()), takes(value)
    else { return .required }
    return .value(value)
  }

  /// Whether the control can be left with a value; what its limits exclude is no default either.
  func takes(_ value: Value) -> Bool { true }

  /// Whether the property cannot be without a value: it has nothing that an emptied control means
  /// for.
  public final var isRequired: Bool {
    guard property != nil, case .required = emptied else { return false }
    return true
  }

  /// Sets the property to what the control shows.
  ///
  /// - Throws: `Violation` if the property does not take it, and then has kept its value.
  open func updateSubject() throws(Violation) {}

  /// Gives the property what an emptied control means: nil, or its default value.
  ///
  /// A property that is required is left as it was, for it has no such value.
  open func resetSubject() throws(Violation) {
    guard let subject, case .value(let value) = emptied else { return }
    try subject.set(propertyName, to: value)
  }
}

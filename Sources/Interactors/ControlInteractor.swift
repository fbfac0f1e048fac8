public import Records

/// An interactor through which a person changes the property it follows.
///
/// A control of your own overrides ``updateSubject()`` and hands the value to ``set(_:)``, so that
/// the change belongs to the form in which the control is nested:
///
/// ```swift
/// final class Toggle: ControlInteractor {
///   private var isOn = false
///   override func propertyDidChange() { isOn = value == .boolean(true) }
///   override func updateSubject() throws(Violation) { try set(.boolean(isOn)) }
///   func press() throws(Violation) {
///     isOn.toggle()
///     try updateSubject()
///   }
/// }
/// ```
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

  /// Gives the property another value, as a part of the editing of the form in which the control is
  /// nested.
  ///
  /// The editing begins if none is under way. The change is then among ``FormInteractor/changes``,
  /// and ``FormInteractor/cancel()`` reverts it. A change that is made in another way counts as one
  /// from elsewhere, which the form neither accepts nor reverts.
  ///
  /// - Throws: `Violation` if the property does not take it, and then has kept its value.
  public final func set(_ value: Value?) throws(Violation) {
    guard let subject else { return }
    guard let changingForm else { return try subject.set(propertyName, to: value) }
    try changingForm.change(propertyName, of: subject) { () throws(Violation) in
      try subject.set(propertyName, to: value)
    }
  }

  /// The form that is to take over a change; nil where none is, or the control itself hands it over.
  var changingForm: FormInteractor? {
    var level = parent
    while let interactor = level, !(interactor is FormInteractor) { level = interactor.parent }
    return level as? FormInteractor
  }

  /// Sets the property to what the control shows, as a rule by ``set(_:)``.
  ///
  /// - Throws: `Violation` if the property does not take it, and then has kept its value.
  open func updateSubject() throws(Violation) {}

  /// Gives the property what an emptied control means: nil, or its default value.
  ///
  /// A property that is required is left as it was, for it has no such value.
  open func resetSubject() throws(Violation) {
    guard case .value(let value) = emptied else { return }
    try set(value)
  }
}

public import Records

/// An interactor with which the user changes the property it follows.
///
/// Your own control overrides ``updateSubject()`` and passes the value to ``set(_:)``, so that the
/// form in which the control is nested records the change:
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
  /// The clock for defaults such as `today`; without a clock, such properties have no default.
  public final var present: (() -> Present?)?

  enum Emptied {
    case value(Value?)
    /// Clearing the control keeps the former value.
    case required
  }

  final var emptied: Emptied {
    guard let property else { return .required }
    if property.isOptional || awaitsDefault { return .value(nil) }
    guard !property.isRequired, let value = property.defaultValue(at: present?()), takes(value)
    else { return .required }
    return .value(value)
  }

  final var awaitsDefault: Bool {
    property?.hasCalculatedDefault == true && (subject as? TypedRecord)?.awaitsDefaults == true
  }

  /// Returns whether a default is within the control's limits, so that it can be used.
  func takes(_ value: Value) -> Bool { true }

  /// Whether clearing the control has no effect, because the property needs a value that no default
  /// supplies.
  public final var isRequired: Bool {
    guard property != nil, case .required = emptied else { return false }
    return true
  }

  /// Sets the property, and records the change in the form in which the control is nested.
  ///
  /// Starts editing the form if necessary. The change is then one of ``FormInteractor/changes``,
  /// and ``FormInteractor/cancel()`` reverts it. A form neither accepts nor reverts changes made in
  /// other ways.
  ///
  /// - Throws: `Violation` if the property rejects the value; it then keeps its former value.
  public final func set(_ value: Value?) throws(Violation) {
    guard let subject else { return }
    guard let changingForm else { return try subject.set(propertyName, to: value) }
    try changingForm.change(propertyName, of: subject) { () throws(Violation) in
      try subject.set(propertyName, to: value)
    }
  }

  /// The form that records changes by ``set(_:)``; nil if the control is not in a form, or passes
  /// its changes to the form in another way.
  var changingForm: FormInteractor? {
    var level = parent
    while let interactor = level, !(interactor is FormInteractor) { level = interactor.parent }
    return level as? FormInteractor
  }

  /// Sets the property to the value shown by the control, usually by calling ``set(_:)``.
  ///
  /// - Throws: `Violation` if the property rejects the value; it then keeps its former value.
  open func updateSubject() throws(Violation) {}

  /// Sets the property to nil or its default value, as when the user clears the control.
  ///
  /// If ``isRequired``, the property is unchanged.
  ///
  /// - Throws: `Violation` if the property rejects the value; it then keeps its former value.
  open func resetSubject() throws(Violation) {
    guard case .value(let value) = emptied else { return }
    try set(value)
  }
}

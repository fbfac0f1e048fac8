public import Records

/// An interactor with which the user changes the property it follows.
///
/// Your own control overrides ``updateSubject()`` and passes the value to ``set(_:)``, so that the
/// change belongs to the form in which the control is nested:
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
    /// Keeps the former value.
    case required
  }

  final var emptied: Emptied {
    guard let property else { return .required }
    if property.isOptional || awaitsDefault { return .value(nil) }
    guard !property.isRequired, let value = property.defaultValue(at: present?()), takes(value)
    else { return .required }
    return .value(value)
  }

  /// Whether the store will find the default of the property, so that it can be nil.
  final var awaitsDefault: Bool {
    property?.hasCalculatedDefault == true && (subject as? TypedRecord)?.awaitsDefaults == true
  }

  /// A default outside the control's limits is not used.
  func takes(_ value: Value) -> Bool { true }

  /// Whether the property needs a value, so that clearing the control has no effect.
  public final var isRequired: Bool {
    guard property != nil, case .required = emptied else { return false }
    return true
  }

  /// Sets the property, as part of the editing of the form in which the control is nested.
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

  /// Nil if there is none, or if the control reports its changes itself.
  var changingForm: FormInteractor? {
    var level = parent
    while let interactor = level, !(interactor is FormInteractor) { level = interactor.parent }
    return level as? FormInteractor
  }

  /// Sets the property to the value shown by the control, usually by calling ``set(_:)``.
  ///
  /// - Throws: `Violation` if the property rejects the value; it then keeps its former value.
  open func updateSubject() throws(Violation) {}

  /// Sets the property as if the control was cleared: to nil or the default value.
  ///
  /// A required property is unchanged, because it has no such value.
  open func resetSubject() throws(Violation) {
    guard case .value(let value) = emptied else { return }
    try set(value)
  }
}

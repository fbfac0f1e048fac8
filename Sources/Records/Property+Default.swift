extension Property {
  /// The value of a record created without one, where that is always the same: the default given,
  /// or nothing if the property is optional, or else the zero of its kind if the rules allow it.
  public var defaultValue: Value? {
    switch givenDefault {
    case .value(let value): return value
    case .today, .now: return nil
    case nil: break
    }
    guard !isOptional, !isKey, !isComputed else { return nil }
    guard let zero, violation(of: zero) == nil else { return nil }
    return zero
  }

  /// The value of a record created at a moment; without one, ``defaultValue``.
  ///
  /// A date taken from the clock is not checked against the range.
  public func defaultValue(at present: Present?) -> Value? {
    switch givenDefault {
    case .today: present.map { .date($0.today) }
    case .now: present.map { .dateTime($0.now) }
    case .value, nil: defaultValue
    }
  }

  /// The value of a record created without one, which a clock may put out of the range.
  func initialValue(at present: Present?) throws(Violation) -> Value? {
    guard givenDefault == .today || givenDefault == .now else { return defaultValue }
    guard let value = defaultValue(at: present) else {
      throw Violation(kind: .rule, message: "\(name) is required, for there is no clock")
    }
    return try checked(value)
  }

  /// What an emptied field leaves in the property: nil if it is optional, else the default.
  public var emptiedValue: Value? { emptiedValue(at: nil) }

  /// What a field emptied at a moment leaves in the property: nil if it is optional, else the
  /// default.
  public func emptiedValue(at present: Present?) -> Value? {
    isOptional ? nil : defaultValue(at: present)
  }

  /// Whether a record cannot be created without a value for this property.
  public var isRequired: Bool {
    switch givenDefault {
    case .value, .today, .now: false
    case nil: !isOptional && !isComputed && defaultValue == nil
    }
  }

  private var zero: Value? {
    let zero: Value
    switch kind {
    case .text: zero = .text("")
    case .integer: zero = .integer(0)
    case .decimal: zero = .decimal(.zero)
    case .double: zero = .double(0)
    case .boolean: zero = .boolean(false)
    case .list, .records: return .list([])
    case .date, .dateTime, .choice, .hex, .card, .mask, .reference: return nil
    }
    return range?.clamping(zero) ?? zero
  }
}

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
    guard let zero = kind.zero, violation(of: zero) == nil else { return nil }
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
      throw Violation(kind: .rule, .noClock, of: name)
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
}

/// What a user's clock and calendar show, for values that are taken from them.
public struct Present: Hashable, Sendable {
  /// The moment.
  public var now: Instant
  /// The date that the user has at that moment.
  public var today: CalendarDate

  /// Makes the present of a user whose time is so far ahead of UTC, in milliseconds; nil outside of
  /// the years 1 to 9999.
  public init?(now: Instant, zoneOffset: Int) {
    guard now.isInCalendar,
      let today = Instant(milliseconds: now.milliseconds + zoneOffset).day
    else { return nil }
    self.now = now
    self.today = today
  }
}

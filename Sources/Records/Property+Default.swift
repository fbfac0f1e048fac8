extension Property {
  /// The fixed default of new records: the given default, nil for an optional property, otherwise
  /// the zero of the kind.
  ///
  /// Nil also for a key or a computed property, if the kind has no zero or the rules forbid it, and
  /// if the default is calculated or depends on the clock.
  public var defaultValue: Value? {
    switch givenDefault {
    case .value(let value): return value
    case .today, .now, .calculated, .next: return nil
    case nil: break
    }
    guard !isOptional, !isKey, !isComputed else { return nil }
    guard let zero = kind.zero, violation(of: zero) == nil else { return nil }
    return zero
  }

  /// Returns the default of a record created at a given time; without a time, ``defaultValue``.
  ///
  /// A date from the clock is not checked against the range.
  public func defaultValue(at present: Present?) -> Value? {
    switch givenDefault {
    case .today: present.map { .date($0.today) }
    case .now: present.map { .dateTime($0.now) }
    case .value, .calculated, .next, nil: defaultValue
    }
  }

  /// Throws if the default needs a clock and there is none, or if its value is out of range.
  func initialValue(at present: Present?) throws(Violation) -> Value? {
    guard givenDefault == .today || givenDefault == .now else { return defaultValue }
    guard let value = defaultValue(at: present) else {
      throw Violation(kind: .rule, .noClock, of: name)
    }
    return try checked(value)
  }

  /// The value after a field is cleared: nil if the property is optional, otherwise the default.
  public var emptiedValue: Value? { emptiedValue(at: nil) }

  /// Returns the value after a field is cleared at a given time: nil if the property is optional,
  /// otherwise the default.
  public func emptiedValue(at present: Present?) -> Value? {
    isOptional ? nil : defaultValue(at: present)
  }

  /// Whether new records need a value for this property.
  public var isRequired: Bool {
    switch givenDefault {
    case .value, .today, .now, .calculated, .next: false
    case nil: !isOptional && !isComputed && defaultValue == nil
    }
  }
}

/// The user's current time and date, as a source of defaults.
public struct Present: Hashable, Sendable {
  /// The current date and time.
  public var now: Instant
  /// The current date in the user's time zone.
  public var today: CalendarDate

  /// Creates the present for a time zone ahead of UTC by an offset in milliseconds; nil outside of
  /// the years 1 to 9999.
  public init?(now: Instant, zoneOffset: Int) {
    guard now.isInCalendar,
      let today = Instant(milliseconds: now.milliseconds + zoneOffset).day
    else { return nil }
    self.now = now
    self.today = today
  }
}

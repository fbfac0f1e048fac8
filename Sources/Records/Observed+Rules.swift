// Rules where the property is declared, as those of a `Property`.

extension Observed where Wrapped: PropertyValue {
  /// Keeps the first value of a property that is limited to a range: `@Observed(in: 5...9)`,
  /// `@Observed(in: 0...)`.
  ///
  /// - Parameters:
  ///   - range: the values that a field, a form and `set` let in.
  ///   - default: what an emptied field leaves; without it the zero of the type, if the range has
  ///     that, else what was there before.
  ///   - unit: what follows a number where it is shown, such as `€`.
  ///   - prefix: what comes before a number where it is shown, such as `$`.
  ///   - isGrouped: whether the digits of a number are shown in groups.
  ///   - integerDigits: how many digits a decimal can have before the point.
  ///   - fractionDigits: how many digits a decimal has after the point at least, and at most.
  public init<Bounds: PropertyBounds>(
    wrappedValue: Wrapped, in range: Bounds, default: Wrapped.Base? = nil,
    unit: String? = nil, prefix: String? = nil, isGrouped: Bool = false, integerDigits: Int? = nil,
    fractionDigits: ClosedRange<Int>? = nil
  ) where Bounds.Bound == Wrapped.Base, Wrapped.Base: PropertyValue {
    self.init(
      wrappedValue, unit, prefix, isGrouped, integerDigits, fractionDigits, default: `default`
    ) { property in
      let (given, own) = (range.valueRange, property.range)
      property.range = ValueRange(
        given.lowerBound ?? own?.lowerBound, given.upperBound ?? own?.upperBound)
    }
  }

  /// Keeps the first value of a number that is shown in a certain way: `@Observed(unit: "kg")`,
  /// `@Observed(fractionDigits: 2...2)`.
  ///
  /// - Parameters:
  ///   - unit: what follows the number where it is shown, such as `€`.
  ///   - prefix: what comes before the number where it is shown, such as `$`.
  ///   - isGrouped: whether its digits are shown in groups.
  ///   - integerDigits: how many digits a decimal can have before the point.
  ///   - fractionDigits: how many digits a decimal has after the point at least, and at most.
  ///   - default: what an emptied field leaves; without it the zero of the type.
  public init(
    wrappedValue: Wrapped, unit: String? = nil, prefix: String? = nil, isGrouped: Bool = false,
    integerDigits: Int? = nil, fractionDigits: ClosedRange<Int>? = nil,
    default: Wrapped.Base? = nil
  ) where Wrapped.Base: PropertyValue {
    self.init(
      wrappedValue, unit, prefix, isGrouped, integerDigits, fractionDigits, default: `default`
    ) { _ in }
  }

  private init(
    _ wrappedValue: Wrapped, _ unit: String?, _ prefix: String?, _ isGrouped: Bool,
    _ integerDigits: Int?, _ fractionDigits: ClosedRange<Int>?, default: Wrapped.Base?,
    rules: @escaping (inout Property) -> Void
  ) where Wrapped.Base: PropertyValue {
    self.init(wrappedValue) { property in
      property.unit = unit
      property.prefix = prefix
      property.isGrouped = isGrouped
      property.kind = property.kind.withDigits(integerDigits, fractionDigits)
      property.give(default: `default`)
      rules(&property)
    }
  }

  /// Keeps the first value of a text with rules: `@Observed(length: 1...20)`,
  /// `@Observed(matching: "[A-Z]{2}[0-9]{4}")`, `@Observed(isCard: true)`.
  ///
  /// - Parameters:
  ///   - length: how many characters it has.
  ///   - pattern: what all of it has to match, as `TextPattern` reads it; it has to be a pattern.
  ///   - isCard: whether it is the number of a payment card, which is masked where it is shown.
  ///   - default: what an emptied field leaves; without it the empty text, if the rules allow that,
  ///     else what was there before.
  public init(
    wrappedValue: Wrapped, length: (any LengthBounds)? = nil, matching pattern: String? = nil,
    isCard: Bool = false, default: String? = nil
  ) where Wrapped.Base == String {
    self.init(wrappedValue) { property in
      property.length = length?.lengthRange
      property.pattern = pattern.map(TextPattern.known)
      if isCard { property.kind = .card }
      property.give(default: `default`)
    }
  }

  /// Keeps the first value of a text of a form: `@Observed(mask: "000-AA")`.
  ///
  /// - Parameters:
  ///   - mask: the form, as `TextMask` reads it; it has to be one.
  ///   - default: what an emptied field leaves; without it what was there before.
  public init(
    wrappedValue: Wrapped, mask: String, default: String? = nil
  ) where Wrapped.Base == String {
    self.init(wrappedValue) { property in
      do throws(Violation) {
        property.kind = .mask(try TextMask(mask))
      } catch {
        preconditionFailure("\(mask) is not a mask: \(error.message)")
      }
      property.give(default: `default`)
    }
  }

  /// Keeps the first value of a text of a kind: `@Observed(as: .email)`, `@Observed(as: .hex(digits:
  /// 6))`, `@Observed(as: .choice(["red", "green"]))`.
  ///
  /// - Parameters:
  ///   - kind: the kind, the values of which have to be texts.
  ///   - default: what an emptied field leaves; without it what was there before.
  public init(
    wrappedValue: Wrapped, as kind: PropertyKind, default: String? = nil
  ) where Wrapped.Base == String {
    self.init(wrappedValue) { property in
      property.kind = kind
      property.give(default: `default`)
    }
  }
}

extension Property {
  fileprivate mutating func give(default value: (some PropertyValue)?) {
    if let value = value?.propertyValue { givenDefault = .value(value) }
  }
}

extension PropertyKind {
  /// The same kind with numbers of digits, if it has any.
  fileprivate func withDigits(_ integer: Int?, _ fraction: ClosedRange<Int>?) -> PropertyKind {
    guard integer != nil || fraction != nil else { return self }
    if case .decimal = self {
      return .decimal(integerDigits: integer, fractionDigits: fraction)
    }
    if case .percent = self {
      return .percent(integerDigits: integer, fractionDigits: fraction)
    }
    preconditionFailure("\(name) has no digits of its own; decimals do")
  }
}

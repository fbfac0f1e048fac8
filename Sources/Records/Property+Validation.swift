extension Property {
  /// Checks that the property can be set: that it is neither computed nor a list maintained by the
  /// store.
  ///
  /// - Throws: `Violation` that explains where the value comes from.
  public func checkIsGiven() throws(Violation) { try checkIsGiven(isStored: true) }

  /// If `isStored` is false, lists of records can be set, because no store maintains them.
  func checkIsGiven(isStored: Bool) throws(Violation) {
    if let computation {
      throw Violation(kind: .rule, .computed(computation), of: name)
    }
    guard isStored else { return }
    if let inverse, case .records(let type) = kind {
      throw Violation(kind: .rule, .inverse(type: type, property: inverse), of: name)
    }
    if ownsRecords, case .records(let type) = kind {
      throw Violation(kind: .rule, .owned(type: type), of: name)
    }
  }

  /// Converts a value to the property's kind and checks its rules.
  ///
  /// - Throws: `Violation` that says which input is expected.
  public func checked(_ value: Value?) throws(Violation) -> Value? {
    let converted = try converted(value)
    if let converted, let violation = violation(of: converted) { throw violation }
    return converted
  }

  /// Like `checked`, for Swift classes: digits are limited only if the kind specifies them.
  func checkedFreely(_ value: Value?) throws(Violation) -> Value? {
    let converted = try converted(value)
    let isCounted = kind.digits.map { $0.integer != nil || $0.fraction != nil } ?? false
    if let converted, let violation = violation(of: converted, countsDigits: isCounted) {
      throw violation
    }
    return converted
  }

  package func parsed(_ text: String) throws(Violation) -> Value {
    let value: Value
    do {
      value = trimmed(try kind.parsing(text))
    } catch {
      throw misfit(.text(text), error)
    }
    if let violation = violation(of: value) { throw violation }
    return value
  }

  package func misfit(_ value: Value, _ error: Violation) -> Violation {
    var violation = Violation(
      kind: error.kind, .misfit(kind.literal(value), error.code), of: name,
      candidates: error.candidates)
    if let place = error.property { violation.property = name + place }
    return violation
  }

  /// Converts a value to the property's kind; does not check the rules.
  func converted(_ value: Value?) throws(Violation) -> Value? {
    guard let value else {
      guard isOptional else {
        if isRequired { throw Violation.required(name, kind: .value) }
        throw Violation(kind: .value, .noNil(kind), of: name)
      }
      return nil
    }
    do {
      return trimmed(try kind.reading(value))
    } catch {
      throw misfit(value, error)
    }
  }

  package func trimmed(_ value: Value) -> Value {
    guard isTrimmed, case .text(let text) = value else { return value }
    return .text(text.withoutOuterSpace)
  }

  package func distinction(of value: Value) -> Value {
    guard ignoresCase, case .text(let text) = value else { return value }
    return .text(text.lowercased())
  }

  /// Returns the violation of the first rule that a value breaks; nil if it breaks none. Does not
  /// check uniqueness. The value must be of the right kind.
  func violation(of value: Value, countsDigits: Bool = true) -> Violation? {
    switch value {
    case .text(let text):
      if text.hasNull {
        return Violation(kind: .value, .nullCharacter, of: name)
      }
      if isKey, text.isEmpty {
        return Violation.required(name)
      }
      if let length, !length.contains(text.count) {
        return Violation(kind: .rule, .length(length, text.count), of: name)
      }
      if let pattern, !pattern.matches(text) {
        return Violation(kind: .rule, .pattern(pattern, value), of: name)
      }
    case .decimal(let number):
      if countsDigits, let violation = digitsViolation(of: number, value) { return violation }
    case .percent(let number):
      // A fraction without an exact percentage cannot be stored in any property.
      if countsDigits, let number = number.percentage,
        let violation = digitsViolation(of: number, value)
      {
        return violation
      }
    case .list(let items): return violation(ofItems: items)
    case .integer, .double, .boolean, .date, .dateTime, .time, .duration, .month, .reference: break
    }
    if let range, !range.contains(value) {
      return Violation(kind: .rule, .range(range, value), of: name)
    }
    return nil
  }

  private func violation(ofItems items: [Value]) -> Violation? {
    guard case .list(let kind) = kind else { return nil }
    for (place, item) in items.enumerated() {
      let violation = Property("\(name)[\(place)]", kind).violation(of: item)
      if let violation { return violation }
    }
    return nil
  }

  private func digitsViolation(of number: ExactDecimal, _ value: Value) -> Violation? {
    guard let digits = decimalDigits else { return nil }
    let (integer, fraction) = (digits.integer, digits.fraction.upperBound)
    if number.fractionDigits > fraction {
      return Violation(kind: .value, .fractionDigits(limit: fraction, value), of: name)
    }
    if number.integerDigits > integer {
      return Violation(kind: .value, .integerDigits(limit: integer, value), of: name)
    }
    return nil
  }
}

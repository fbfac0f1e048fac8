extension Property {
  /// Checks that values are given to the property, and not calculated or counted up.
  ///
  /// - Throws: `Violation` that says where its value comes from.
  public func checkIsGiven() throws(Violation) { try checkIsGiven(isStored: true) }

  /// Checks that values are given to the property: in a record that is in no store, lists of records
  /// are.
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

  /// The value as the property keeps it: of its own kind, and within its rules.
  ///
  /// - Throws: `Violation` saying what was expected.
  public func checked(_ value: Value?) throws(Violation) -> Value? {
    let converted = try converted(value)
    if let converted, let violation = violation(of: converted) { throw violation }
    return converted
  }

  /// The value as a Swift class keeps it: of the property's own kind and within its rules, but with
  /// any number of digits where nobody has given one.
  func checkedFreely(_ value: Value?) throws(Violation) -> Value? {
    let converted = try converted(value)
    let isCounted = kind.digits.map { $0.integer != nil || $0.fraction != nil } ?? false
    if let converted, let violation = violation(of: converted, countsDigits: isCounted) {
      throw violation
    }
    return converted
  }

  /// The value of a text where all values are texts, as the property keeps it: of its own kind, and
  /// within its rules.
  ///
  /// - Throws: ``Violation`` saying what was expected.
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

  /// That a value is none of the property's kind, and why.
  package func misfit(_ value: Value, _ error: Violation) -> Violation {
    var violation = Violation(
      kind: error.kind, .misfit(kind.literal(value), error.code), of: name,
      candidates: error.candidates)
    if let place = error.property { violation.property = name + place }
    return violation
  }

  /// The value as one of the property's own kind, whatever the rules.
  ///
  /// - Throws: ``Violation`` if it is of another kind, or nil where that cannot be.
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

  /// The value without white space at its ends, if it is to lose that.
  package func trimmed(_ value: Value) -> Value {
    guard isTrimmed, case .text(let text) = value else { return value }
    return .text(text.withoutOuterSpace)
  }

  /// What no two records may have the same of: the value, and of an address that without its case.
  package func distinction(of value: Value) -> Value {
    guard ignoresCase, case .text(let text) = value else { return value }
    return .text(text.lowercased())
  }

  /// Why a value of the property's kind breaks its rules; nil if it does not.
  ///
  /// Whether the value is unique only a store can tell.
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
      // A part that has no percentage is of no property.
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

  /// Why an item of a list breaks the rules of its kind, named by its place.
  private func violation(ofItems items: [Value]) -> Violation? {
    guard case .list(let kind) = kind else { return nil }
    for (place, item) in items.enumerated() {
      let violation = Property("\(name)[\(place)]", kind).violation(of: item)
      if let violation { return violation }
    }
    return nil
  }

  /// Why a number as it is written has too many digits; nil if it has not.
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

/// Says why an insertion into a number is refused, and what would have been accepted.
struct NumberObjection {
  let form: NumberForm
  let notation: Notation

  /// The message for an insertion, given whether a scalar would be taken in its place.
  func message(to attempt: Attempt, isTaken: (Unicode.Scalar) -> Bool) -> String {
    let before = attempt.before
    guard let mistake = before.indices.first(where: { !form.begins(before[...$0]) }) else {
      let text = before + attempt.after
      let reason =
        mistake(in: text)?.reason ?? excess(text)
        ?? "\(quoted(before.suffix(1))) cannot stand here"
      return Expectation.sentence(reason, expected: expected(where: isTaken))
    }
    guard attempt.isTyped else {
      return Expectation.sentence(
        reason(against: before, from: mistake), expected: expected(behind: before[..<mistake]))
    }
    // A separator typed first has brought its zero along, which is not at fault.
    let hasOwnZero =
      before.suffix(2) == [ASCII.zero, ASCII.point]
      && before.count == attempt.point.before.count + 2
    let text = hasOwnZero ? attempt.point.before + [ASCII.point] : before
    return Expectation.sentence(
      reason(against: text, from: min(mistake, text.endIndex - 1)),
      expected: expected(where: isTaken))
  }

  /// Why a text is not complete, given whether a scalar would be taken at the caret.
  func incompleteness(of text: [UInt8], isTaken: (Unicode.Scalar) -> Bool) -> String {
    if let mistake = mistake(in: text[...]) {
      return Expectation.sentence(
        mistake.reason, expected: expected(behind: text[..<mistake.index]))
    }
    let excess = excess(text[...])
    if excess == nil, let shape = form.shape(text[...]), ExactDecimal(text[...], shape) == nil {
      return ExactDecimal.tooManyDigits
    }
    let reason = excess ?? gap(in: text) ?? distance(of: text)
    return Expectation.sentence(reason, expected: expected(where: isTaken))
  }

  private func gap(in text: [UInt8]) -> String? {
    guard let shape = NumberShape(text[...]), !shape.hasDigits else { return nil }
    return shape.fraction == nil
      ? "a number is missing after \(quoted(text))" : "a digit is missing beside \(decimal)"
  }

  private func distance(of text: [UInt8]) -> String {
    guard let shape = NumberShape(text[...]), let value = ExactDecimal(text[...], shape) else {
      return "not a number"
    }
    let number = notation.number(value.bytes())
    if let minimum = form.minimum, value < minimum { return "\(number) is below \(bound(minimum))" }
    if let maximum = form.maximum, value > maximum { return "\(number) is above \(bound(maximum))" }
    return "\(number) is out of range"
  }

  private var decimal: Quotation { Quotation([notation.symbols.decimalSeparator]) }

  // What is wrong with a text that begins no number from an index on.
  private func reason(against text: ArraySlice<UInt8>, from index: Int) -> String {
    if let mistake = mistake(in: text), mistake.index <= index { return mistake.reason }
    if let reason = excess(text[...index]) { return reason }
    let before = text[..<index]
    let place =
      before.isEmpty ? "start \(numberInRange)" : "follow \(quoted(before)) in \(surroundings)"
    return "\(quoted([text[index]])) cannot \(place)"
  }

  // What is wrong with the text wherever the range lies, and where.
  private func mistake(in text: ArraySlice<UInt8>) -> (index: Int, reason: String)? {
    var hasPoint = false
    for index in text.indices {
      guard let reason = reason(against: text, at: index, hasPoint: hasPoint) else {
        hasPoint = hasPoint || text[index] == ASCII.point
        continue
      }
      return (index, reason)
    }
    return nil
  }

  private func reason(
    against text: ArraySlice<UInt8>, at index: Int, hasPoint: Bool
  ) -> String? {
    switch text[index] {
    case ASCII.zero...ASCII.nine: nil
    case ASCII.minus where index > text.startIndex:
      text.first == ASCII.minus
        ? "there is a \(quoted([ASCII.minus])) already"
        : "\(quoted([ASCII.minus])) stands in front of a number only"
    case ASCII.minus where form.allowsMinus: nil
    case ASCII.minus: "\(quoted([ASCII.minus])) cannot start \(numberInRange)"
    case ASCII.point where form.fractionDigits.upperBound == 0: "\(decimal) is not a digit"
    case ASCII.point where hasPoint: "there is a \(decimal) already"
    case ASCII.point: nil
    default: "\(foreign(text[index...])) is not a digit"
    }
  }

  private func excess(_ text: ArraySlice<UInt8>) -> String? {
    guard let shape = NumberShape(text) else { return nil }
    if shape.whole.count > form.maximumIntegerDigits {
      let digits = "at most \(counted(form.maximumIntegerDigits))"
      return form.fractionDigits.upperBound > 0 ? "\(digits) before the separator" : digits
    }
    if let fraction = shape.fraction, fraction.count > form.fractionDigits.upperBound {
      return "at most \(counted(form.fractionDigits.upperBound)) behind the separator"
    }
    return nil
  }

  private func expected(behind before: ArraySlice<UInt8>) -> String {
    words { form.begins(before + [$0]) }
  }

  private func expected(where isTaken: (Unicode.Scalar) -> Bool) -> String {
    words { byte in
      isTaken(byte == ASCII.point ? notation.symbols.decimalSeparator : Unicode.Scalar(byte))
    }
  }

  private func words(for isTaken: (UInt8) -> Bool) -> String {
    let digits = (ASCII.zero...ASCII.nine).filter(isTaken)
    let marks = [ASCII.point, ASCII.minus].filter(isTaken).map { quoted([$0]) }
    return Expectation.either(Expectation.runs(of: digits, shown: digit) + marks)
  }

  private var numberInRange: String {
    // The bounds of 64 bits are nobody's, and say nothing of a first key.
    let minimum = form.minimum == ExactDecimal(Int.min) ? nil : form.minimum
    let maximum = form.maximum == ExactDecimal(Int.max) ? nil : form.maximum
    return switch (minimum, maximum) {
    case (nil, nil): "a number"
    case (_?, nil), (nil, _?): "a number \(range(minimum, maximum))"
    case (_?, _?): "a number in \(range(minimum, maximum))"
    }
  }

  // Both bounds say enough after digits, one of them does not.
  private var surroundings: String {
    form.minimum != nil && form.maximum != nil
      ? range(form.minimum, form.maximum) : numberInRange
  }

  private func range(_ minimum: ExactDecimal?, _ maximum: ExactDecimal?) -> String {
    switch (minimum, maximum) {
    case (nil, nil): "a number"
    case (let minimum?, nil): "from \(bound(minimum)) on"
    case (nil, let maximum?): "up to \(bound(maximum))"
    case (let minimum?, let maximum?):
      "\(bound(minimum))…\(bound(maximum))"
    }
  }

  private func bound(_ number: ExactDecimal) -> String {
    notation.number(number.bytes(minimumFractionDigits: form.fractionDigits.lowerBound))
  }

  private func counted(_ digits: Int) -> String { digits == 1 ? "1 digit" : "\(digits) digits" }

  private func digit(_ byte: UInt8) -> String { notation.number([byte]) }

  // Spaces between groups are meant to be seen as such; a sign may have marks that are not.
  private func quoted(_ text: some Collection<UInt8>) -> String {
    let shown = notation.number(Array(text)).unicodeScalars
    return "\"\(String.UnicodeScalarView(shown.filter { !$0.isInvisible }))\""
  }

  private func foreign(_ text: ArraySlice<UInt8>) -> Quotation {
    let shown = notation.number(Array(text))
    return Quotation(shown.unicodeScalars.prefix(1))
  }
}

struct NumberObjection {
  let form: NumberForm
  let notation: Notation

  func objection(to attempt: Attempt, isTaken: (Unicode.Scalar) -> Bool) -> Reason.Detail {
    let before = attempt.before
    guard let mistake = before.indices.first(where: { !form.begins(before[...$0]) }) else {
      let text = before + attempt.after
      let reason =
        mistake(in: text)?.reason ?? excess(text)
        ?? Reason.Detail(.cannotStandHere, quoted(before.suffix(1)))
      return reason.expecting(expected(where: isTaken))
    }
    guard attempt.isTyped else {
      return reason(against: before, from: mistake)
        .expecting(expected(after: before[..<mistake]))
    }
    // A zero that was added before the separator is not the wrong character.
    let hasOwnZero =
      before.suffix(2) == [ASCII.zero, ASCII.point]
      && before.count == attempt.point.before.count + 2
    let text = hasOwnZero ? attempt.point.before + [ASCII.point] : before
    return reason(against: text, from: min(mistake, text.endIndex - 1))
      .expecting(expected(where: isTaken))
  }

  func incompleteness(of text: [UInt8], isTaken: (Unicode.Scalar) -> Bool) -> Reason.Detail {
    if let mistake = mistake(in: text[...]) {
      return mistake.reason.expecting(expected(after: text[..<mistake.index]))
    }
    let excess = excess(text[...])
    if excess == nil, let shape = form.shape(text[...]), ExactDecimal(text[...], shape) == nil {
      return Reason.Detail(.tooManyDigits, limit: ExactDecimal.maximumDigits, of: .digit)
    }
    let reason = excess ?? gap(in: text) ?? distance(of: text)
    return reason.expecting(expected(where: isTaken))
  }

  private func gap(in text: [UInt8]) -> Reason.Detail? {
    guard let shape = NumberShape(text[...]), !shape.hasDigits else { return nil }
    return shape.fraction == nil
      ? Reason.Detail(.numberMissing, after: quoted(text)) : Reason.Detail(.digitMissing, decimal)
  }

  private func distance(of text: [UInt8]) -> Reason.Detail {
    guard let shape = NumberShape(text[...]), let value = ExactDecimal(text[...], shape) else {
      return Reason.Detail(.notOfKind, whole: .number)
    }
    let number = Reason.Quote(notation.number(value.bytes()))
    if let minimum = form.minimum, value < minimum {
      return Reason.Detail(.belowMinimum, number).within(bound(minimum), nil)
    }
    if let maximum = form.maximum, value > maximum {
      return Reason.Detail(.aboveMaximum, number).within(nil, bound(maximum))
    }
    return Reason.Detail(.outOfRange, number)
  }

  private var decimal: Reason.Quote { Reason.Quote([notation.symbols.decimalSeparator]) }

  private func reason(against text: ArraySlice<UInt8>, from index: Int) -> Reason.Detail {
    if let mistake = mistake(in: text), mistake.index <= index { return mistake.reason }
    if let reason = excess(text[...index]) { return reason }
    let before = text[..<index]
    let wrong = quoted([text[index]])
    if before.isEmpty { return cannotStart(wrong) }
    let detail = Reason.Detail(.cannotFollow, wrong, after: quoted(before), whole: .number)
    // If digits precede the character, a single bound does not explain the rejection.
    return form.minimum != nil && form.maximum != nil
      ? detail.within(form.minimum.map(bound), form.maximum.map(bound)) : bounded(detail)
  }

  // Finds the first character that no number of this form can have at its position.
  private func mistake(in text: ArraySlice<UInt8>) -> (index: Int, reason: Reason.Detail)? {
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
  ) -> Reason.Detail? {
    switch text[index] {
    case ASCII.zero...ASCII.nine: nil
    case ASCII.minus where index > text.startIndex:
      text.first == ASCII.minus
        ? Reason.Detail(.already, quoted([ASCII.minus]))
        : Reason.Detail(.frontOnly, quoted([ASCII.minus]), whole: .number)
    case ASCII.minus where form.allowsMinus: nil
    case ASCII.minus: cannotStart(quoted([ASCII.minus]))
    case ASCII.point where form.fractionDigits.upperBound == 0:
      Reason.Detail(.wrongClass, decimal, of: .digit)
    case ASCII.point where hasPoint: Reason.Detail(.already, decimal)
    case ASCII.point: nil
    default: Reason.Detail(.wrongClass, foreign(text[index...]), of: .digit)
    }
  }

  private func excess(_ text: ArraySlice<UInt8>) -> Reason.Detail? {
    guard let shape = NumberShape(text) else { return nil }
    if shape.whole.count > form.maximumIntegerDigits {
      return Reason.Detail(
        .tooMany, limit: form.maximumIntegerDigits, of: .digit,
        part: form.fractionDigits.upperBound > 0 ? .wholePart : nil)
    }
    if let fraction = shape.fraction, fraction.count > form.fractionDigits.upperBound {
      return Reason.Detail(
        .tooMany, limit: form.fractionDigits.upperBound, of: .digit, part: .fraction)
    }
    return nil
  }

  private func expected(after before: ArraySlice<UInt8>) -> [Reason.Expected] {
    keys { form.begins(before + [$0]) }
  }

  private func expected(where isTaken: (Unicode.Scalar) -> Bool) -> [Reason.Expected] {
    keys { byte in
      isTaken(byte == ASCII.point ? notation.symbols.decimalSeparator : Unicode.Scalar(byte))
    }
  }

  private func keys(for isTaken: (UInt8) -> Bool) -> [Reason.Expected] {
    let digits = (ASCII.zero...ASCII.nine).filter(isTaken)
    let marks = [ASCII.point, ASCII.minus].filter(isTaken).map {
      Reason.Expected.literal(quoted([$0]))
    }
    return Reason.Expected.runs(of: digits, shown: digit) + marks
  }

  private func cannotStart(_ wrong: Reason.Quote) -> Reason.Detail {
    bounded(Reason.Detail(.cannotStart, wrong, whole: .number))
  }

  private func bounded(_ detail: Reason.Detail) -> Reason.Detail {
    let bounds = form.shownBounds(in: notation)
    return detail.within(bounds.minimum, bounds.maximum)
  }

  private func bound(_ number: ExactDecimal) -> String { form.shown(number, in: notation) }

  private func digit(_ byte: UInt8) -> String { notation.number([byte]) }

  // Omits invisible marks of a minus sign.
  private func quoted(_ text: some Collection<UInt8>) -> Reason.Quote {
    let shown = notation.number(Array(text)).unicodeScalars
    return Reason.Quote(shown.filter { !$0.isInvisible }, form: .displayed)
  }

  private func foreign(_ text: ArraySlice<UInt8>) -> Reason.Quote {
    let shown = notation.number(Array(text))
    return Reason.Quote(shown.unicodeScalars.prefix(1))
  }
}

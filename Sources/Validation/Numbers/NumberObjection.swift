/// Says why an insertion into a number is refused, and what would have been accepted.
struct NumberObjection {
  let form: NumberForm
  let notation: Notation

  /// The message for an insertion that ends the first of the two texts.
  func message(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> String {
    for end in before.indices where !form.begins(before[...end]) {
      return message(to: before[end], behind: before[..<end])
    }
    if let message = structure(before + after) { return message }
    return excess(before + after) ?? "\(quoted(before.suffix(1))) cannot stand here"
  }

  /// Why a text is not complete; `nil` where the form is right and the value out of the range, or
  /// all is well.
  func incompleteness(of text: ArraySlice<UInt8>) -> String? {
    if let message = structure(text) ?? excess(text) { return message }
    guard let shape = NumberShape(text) else { return "not a number" }
    if shape.whole.isEmpty {
      return shape.fraction == nil
        ? "a number is missing after \(quoted(text))"
        : "a digit is missing before \(decimal)"
    }
    return nil
  }

  /// Why a text whose value is out of the range is not complete, and how it may go on.
  func distance(of value: Numeral, _ text: ArraySlice<UInt8>) -> String {
    let number = notation.number(value.bytes)
    var message = "\(number) is out of range"
    if let minimum = form.minimum, value < minimum {
      message = "\(number) is below \(bound(minimum))"
    } else if let maximum = form.maximum, value > maximum {
      message = "\(number) is above \(bound(maximum))"
    }
    let next = form.begins(text) ? expected(behind: text) : ""
    return next.isEmpty ? message : "\(message); expected \(next)"
  }

  private var decimal: Quotation { Quotation([notation.symbols.decimalSeparator]) }

  private func message(to byte: UInt8, behind before: ArraySlice<UInt8>) -> String {
    let text = before + [byte]
    if let message = structure(text) ?? excess(text) { return message }
    let character = quoted([byte])
    let next = expected(behind: before)
    let place =
      before.isEmpty ? "start \(numberInRange)" : "follow \(quoted(before)) in \(surroundings)"
    return "\(character) cannot \(place)" + (next.isEmpty ? "" : "; expected \(next)")
  }

  // What is wrong with the text wherever the range lies.
  private func structure(_ text: ArraySlice<UInt8>) -> String? {
    var hasPoint = false
    for (index, byte) in zip(text.indices, text) {
      switch byte {
      case ASCII.zero...ASCII.nine: break
      case ASCII.minus where index > text.startIndex:
        return text.first == ASCII.minus
          ? "there is a \(quoted([ASCII.minus])) already"
          : "\(quoted([ASCII.minus])) stands in front of a number only"
      case ASCII.minus where form.allowsMinus: break
      case ASCII.minus:
        return "\(quoted([ASCII.minus])) cannot start \(numberInRange); expected "
          + expected(behind: [])
      case ASCII.point where form.fractionDigits.upperBound == 0:
        return "\(decimal) is not a digit"
      case ASCII.point where hasPoint: return "there is a \(decimal) already"
      case ASCII.point: hasPoint = true
      default: return "\(foreign(text[index...])) is not a digit"
      }
    }
    return nil
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
    let isExpected = { (byte: UInt8) in form.begins(before + [byte]) }
    let digits = (ASCII.zero...ASCII.nine).filter(isExpected)
    let marks = [ASCII.point, ASCII.minus].filter(isExpected).map { quoted([$0]) }
    return Expectation.either(Expectation.runs(of: digits, shown: digit) + marks)
  }

  private var numberInRange: String {
    // The bounds of 64 bits are nobody's, and say nothing of a first key.
    let minimum = form.minimum == Numeral(Int.min) ? nil : form.minimum
    let maximum = form.maximum == Numeral(Int.max) ? nil : form.maximum
    return switch (minimum, maximum) {
    case (nil, nil): "a number"
    case (_?, nil), (nil, _?): "a number \(range(minimum, maximum))"
    case (_?, _?): "a number in \(range(minimum, maximum))"
    }
  }

  // Both bounds say enough behind digits, one of them does not.
  private var surroundings: String {
    form.minimum != nil && form.maximum != nil
      ? range(form.minimum, form.maximum) : numberInRange
  }

  private func range(_ minimum: Numeral?, _ maximum: Numeral?) -> String {
    switch (minimum, maximum) {
    case (nil, nil): "a number"
    case (let minimum?, nil): "from \(bound(minimum)) on"
    case (nil, let maximum?): "up to \(bound(maximum))"
    case (let minimum?, let maximum?):
      "\(bound(minimum))…\(bound(maximum))"
    }
  }

  private func bound(_ numeral: Numeral) -> String {
    notation.number(numeral.padded(toFractionDigits: form.fractionDigits.lowerBound))
  }

  private func counted(_ digits: Int) -> String { digits == 1 ? "1 digit" : "\(digits) digits" }

  private func digit(_ byte: UInt8) -> String { notation.number([byte]) }

  private func quoted(_ text: some Collection<UInt8>) -> String {
    let shown = notation.number(Array(text)).unicodeScalars
    return "\(Quotation(shown.filter { !Pasteboard.isInvisible($0) }))"
  }

  private func foreign(_ text: ArraySlice<UInt8>) -> Quotation {
    let shown = notation.number(Array(text))
    return Quotation(shown.unicodeScalars.prefix(1))
  }
}

struct NumberStep {
  let form: NumberForm

  /// The text after as many steps as the range allows. If both the start and the result are outside
  /// the range, the bound nearest to the result.
  func text(from text: [UInt8], by count: Int) -> [UInt8]? {
    guard let start = Number(text.isEmpty ? [ASCII.zero] : text) else { return nil }
    if let end = start.moved(by: count), isTaken(end.bytes) { return end.bytes }
    guard isTaken(start.bytes) else { return bound(beyond: start, by: count) }
    var (least, most) = (0 as UInt, count.magnitude)
    var last = start
    while least < most {
      let middle = least + (most - least + 1) / 2
      let steps = count < 0 ? 0 - Int128(middle) : Int128(middle)
      if let number = start.moved(by: steps), isTaken(number.bytes) {
        (least, last) = (middle, number)
      } else {
        most = middle - 1
      }
    }
    return last.bytes
  }

  private func bound(beyond start: Number, by count: Int) -> [UInt8]? {
    let end = start.moved(by: count) ?? start
    guard let value = end.value else { return nil }
    let digits = form.fractionDigits.lowerBound
    let bound =
      form.minimum.flatMap { value < $0 ? $0 : nil }
      ?? form.maximum.flatMap { value > $0 ? $0 : nil }
    guard let text = bound?.bytes(minimumFractionDigits: digits), isTaken(text) else { return nil }
    return text
  }

  private func isTaken(_ text: [UInt8]) -> Bool {
    form.shapeInRange(text[...]) != nil
  }

  // A number as an integer, in units of its last digit.
  private struct Number {
    var units: Int128
    var fractionDigits: Int

    init?(_ text: [UInt8]) {
      guard let shape = NumberShape(text[...]), shape.hasDigits else { return nil }
      let digits = text[shape.whole] + (shape.fraction.map { text[$0] } ?? [])
      guard digits.count <= ExactDecimal.maximumDigits else { return nil }
      let units = digits.reduce(0 as Int128) { $0 * 10 + Int128($1 - ASCII.zero) }
      self.units = shape.isNegative ? -units : units
      fractionDigits = shape.fraction?.count ?? 0
    }

    func moved(by count: some BinaryInteger) -> Number? {
      let (way, isTooLong) = ExactDecimal.power(fractionDigits)
        .multipliedReportingOverflow(by: Int128(count))
      let (units, isTooFar) = self.units.addingReportingOverflow(way)
      guard !isTooLong, !isTooFar else { return nil }
      var number = self
      number.units = units
      return number
    }

    var value: ExactDecimal? { NumberShape(bytes[...]).flatMap { ExactDecimal(bytes[...], $0) } }

    var bytes: [UInt8] {
      var digits = Array(units.magnitude.description.utf8)
      while digits.count <= fractionDigits { digits.insert(ASCII.zero, at: 0) }
      if fractionDigits > 0 { digits.insert(ASCII.point, at: digits.count - fractionDigits) }
      return (units < 0 ? [ASCII.minus] : []) + digits
    }
  }
}

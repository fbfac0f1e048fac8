extension Numeral {
  /// The shortest decimal that is read as a double; `nil` for what is no number.
  public init?(shortest value: Double) {
    guard value.isFinite else { return nil }
    // Swift writes small and large numbers with an exponent, which moves the point.
    let parts = value.magnitude.description.utf8.split(separator: UInt8(ascii: "e"))
    let mantissa = Array(parts[0])
    guard let shape = NumberShape(mantissa[...]) else { return nil }
    let exponent = parts.count == 2 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    let zeros = [UInt8](
      repeating: ASCII.zero, count: exponent.magnitude > 0 ? abs(exponent) + 1 : 0)
    let digits =
      zeros + mantissa[shape.whole] + (shape.fraction.map { mantissa[$0] } ?? []) + zeros
    let point = zeros.count + shape.whole.count + exponent
    let sign: [UInt8] = value < 0 ? [ASCII.minus] : []
    let text = sign + digits[..<point] + [ASCII.point] + digits[point...]
    guard let written = NumberShape(text[...]) else { return nil }
    self.init(text, shape: written)
  }
}

import Validation

extension ExactDecimal {
  /// The number that a value is, a binary fraction rounded to 15 digits; nil for another value.
  init?(rounding value: Value) {
    switch value {
    case .integer(let number): self.init(number)
    case .decimal(let number): self = number
    case .double(let number): self.init(rounding: number)
    case .text, .boolean, .date, .dateTime, .time, .duration, .month, .percent, .reference, .list:
      return nil
    }
  }
}

import Validation

extension ExactDecimal {
  /// Doubles are rounded to 15 digits; nil for values that are not numbers.
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

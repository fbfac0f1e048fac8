package import Records
package import Validation

extension Value {
  /// The value that a field's grammar reads, as one of a property that is of no kind in particular:
  /// a date, for one, is still its text.
  package init(_ value: FieldValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = .decimal(number)
    case .double(let number): self = .double(number)
    case .boolean(let flag): self = .boolean(flag)
    }
  }
}

extension FieldValue {
  /// The value of a property, as one that a field's grammar writes.
  package init(_ value: Value) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = .decimal(number)
    case .double(let number): self = .double(number)
    case .boolean(let flag): self = .boolean(flag)
    case .date, .dateTime, .reference, .list: self = .text(value.description)
    }
  }
}

extension ExactDecimal {
  /// The number that a value is, a binary fraction rounded to 15 digits; nil for another value.
  init?(rounding value: Value) {
    switch value {
    case .integer(let number): self.init(number)
    case .decimal(let number): self = number
    case .double(let number): self.init(rounding: number)
    case .text, .boolean, .date, .dateTime, .reference, .list: return nil
    }
  }
}

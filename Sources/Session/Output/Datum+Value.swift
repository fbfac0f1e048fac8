internal import RecordStore
internal import Records

extension Datum {
  /// A value as it is printed: a decimal as text, with the least fraction digits of its property.
  init(_ value: Value?, of property: Property? = nil) {
    switch value {
    case nil: self = .null
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .decimal(let number):
      let fewest = property?.decimalDigits?.fraction.lowerBound ?? 0
      self = .text(number.description(minimumFractionDigits: fewest))
    case .double(let number): self = .double(number)
    case .boolean(let flag): self = .boolean(flag)
    }
  }

  /// The outcome of an expression: a binary fraction is rounded to 15 digits, as SQLite prints it,
  /// so that `0.1 + 0.2` reads `0.3`.
  init(rounding value: Value?) {
    if case .double(let number) = value, let decimal = ExactDecimal(rounding: number) {
      self = .text(decimal.description)
    } else {
      self.init(value)
    }
  }

  /// A value as SQLite has it.
  init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .double(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .text(bytes.asSQLBlob)
    }
  }
}

extension Value {
  /// The value as a command writes it, a decimal with the least fraction digits of its property.
  func literal(of property: Property?) -> String {
    guard case .decimal(let number) = self else { return literal }
    let fewest = property?.decimalDigits?.fraction.lowerBound ?? 0
    return number.description(minimumFractionDigits: fewest)
  }
}

extension Property {
  /// The column of a table that shows the property.
  var column: Column {
    switch kind {
    case .integer, .decimal, .double: Column(name, isNumeric: true)
    case .text, .boolean: Column(name)
    }
  }
}

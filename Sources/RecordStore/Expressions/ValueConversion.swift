internal import Records

struct ValueConversion {
  private let wanted: Property
  private let former: Property?
  private let converts: Bool
  private let initial: Value?
  private let zoneOffset: ((Int) -> Int)?

  /// - Parameters:
  ///   - former: The property that currently has the values; nil for a new property.
  ///   - converts: Whether the values are results of an expression.
  init(
    to wanted: Property, from former: Property?, converts: Bool, at present: Present? = nil,
    zoneOffset: ((Int) -> Int)?
  ) {
    (self.wanted, self.former, self.converts) = (wanted, former, converts)
    self.zoneOffset = zoneOffset
    initial = wanted.defaultValue(at: present)
  }

  func value(of stored: SQLValue, _ kind: PropertyKind?) throws(Violation) -> Value? {
    if !converts, former == nil { return try wanted.checked(initial) }
    // An integer that a Double cannot represent exactly is rejected, like in a command.
    if wanted.kind == .double, case .integer(let number) = stored {
      return try wanted.parsed("\(number)")
    }
    if converts, case .some(let value) = Storage(wanted).fitting(stored) {
      return try wanted.checked(value)
    }
    guard let value = read(stored, kind) else { return try wanted.checked(nil) }
    if wanted.kind == .double, case .decimal(let number) = value {
      return try wanted.parsed(number.description)
    }
    do {
      return try wanted.checked(value)
    } catch {
      for reading in readings(of: value, kind) {
        if let value = try? wanted.checked(reading) { return value }
      }
      throw error
    }
  }

  private func read(_ stored: SQLValue, _ kind: PropertyKind?) -> Value? {
    if let kind, let value = Storage.value(stored, as: kind) { return value }
    if case .real(let number) = stored, let exact = ExactDecimal(rounding: number) {
      return .decimal(exact)
    }
    return Storage.raw(stored)
  }

  /// Returns alternative readings of a value, for example the number in a text or the integer of a
  /// decimal.
  private func readings(of value: Value, _ kind: PropertyKind?) -> [Value] {
    var readings: [Value] = []
    let text = value.description
    var number = ExactDecimal(text) ?? value.writtenNumber
    // In expressions a percentage is a fraction: 10% is 0.1.
    if case .percent(let part) = value { number = part }
    if let number {
      if wanted.kind.storage == .percent, kind?.isNumeric ?? false {
        readings.append(.percent(number))
      }
      if number.fractionDigits == 0, let whole = Int(number.description) {
        readings.append(.integer(whole))
      }
      readings.append(.decimal(number))
    }
    if wanted.kind == .dateTime, let moment = try? Instant(reading: text, zoneOffset: zoneOffset) {
      readings.append(.dateTime(moment))
    }
    if case .boolean(let flag) = value { readings.append(.integer(flag ? 1 : 0)) }
    if wanted.kind == .boolean, text == "0" || text == "1" || text == "true" || text == "false" {
      readings.append(.boolean(text == "1" || text == "true"))
    }
    if wanted.kind.isList, !(kind?.isList ?? false) { readings.append(.list([value])) }
    switch value {
    case .list: return readings
    case .decimal(let number):
      let fewest = converts ? 0 : former?.decimalDigits?.fraction.lowerBound ?? 0
      return readings + [.text(number.description(minimumFractionDigits: fewest))]
    case .text, .integer, .double, .boolean, .date, .dateTime, .time, .duration, .month, .percent,
      .reference:
      return readings + [.text(kind.map { $0.isMasked ? text : $0.written(value) } ?? text)]
    }
  }
}

extension PropertyKind {
  /// The value as this kind, if it is one or can be taken for one without loss of meaning.
  ///
  /// A whole number is a decimal and a double, and a decimal is a double: numbers are written the
  /// same way for all three. A text is a date, a choice and so on if it reads as one.
  public func converted(_ value: Value) -> Value? {
    do {
      return try reading(value)
    } catch {
      return nil
    }
  }

  /// The value as this kind, with the reason where that cannot be.
  func reading(_ value: Value) throws(Violation) -> Value {
    switch (self, value) {
    case (.text, .text), (.integer, .integer), (.decimal, .decimal), (.boolean, .boolean),
      (.date, .date):
      return value
    case (.reference(let type), .reference(let id)), (.records(let type), .reference(let id)):
      if id.type == type { return value }
    case (.list(let kind), .list(let items)): return .list(try kind.reading(items))
    case (.records(let type), .list(let items)):
      return .list(try PropertyKind.reference(to: type).reading(items))
    case (.dateTime, .dateTime(let moment)):
      if moment.isInCalendar { return value }
    case (_, .text(let text)):
      if let value = try reading(text) { return value }
    case (.double, .double(let number)):
      if number.isFinite { return .double(number == 0 ? 0 : number) }
    case (.decimal, .integer(let number)): return .decimal(ExactDecimal(number))
    case (.double, .integer(let number)):
      if let number = Double(exactly: number) { return .double(number) }
      throw Violation(
        kind: .value, message: "expected a number that a Double holds exactly, which this is not")
    case (.double, .decimal(let number)):
      if let number = Double(number.description) { return .double(number == 0 ? 0 : number) }
    case (.integer, .decimal(let number)):
      if let number = number.integer { return .integer(number) }
      if number.fractionDigits == 0 {
        throw Violation(
          kind: .value,
          message: "expected a whole number of 64 bits, \(Int.min) to \(Int.max)")
      }
    default: break
    }
    throw Violation(kind: .value, message: "expected \(expectation)")
  }

  private func reading(_ items: [Value]) throws(Violation) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(items.count)
    for item in items { result.append(try reading(item)) }
    return result
  }

  /// The value that a text means; nil for a kind that is not read from texts.
  ///
  /// This is the one place where texts are judged, be they typed, pasted or written in a command.
  private func reading(_ text: String) throws(Violation) -> Value? {
    switch self {
    case .text, .integer, .decimal, .double, .boolean, .reference, .list, .records: return nil
    case .date: return .date(try CalendarDate(reading: text))
    case .dateTime: return .dateTime(try Instant(reading: text))
    case .choice(let names):
      if names.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return .text(text) }
      throw Violation(kind: .value, message: "expected \(expectation)", candidates: names)
    case .hex(let count): return .text(try Self.hexadecimal(text, count))
    case .card: return .text(try CardNumber.digits(reading: text))
    case .mask(let mask): return .text(try mask.text(reading: text))
    }
  }

  private static func hexadecimal(_ text: String, _ count: Int) throws(Violation) -> String {
    var digits = text.pasted[...]
    if digits.hasPrefix("#") {
      digits = digits.dropFirst()
    } else if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
    }
    let wanted = "exactly \(count) hexadecimal digit\(count == 1 ? "" : "s")"
    if let stray = digits.unicodeScalars.first(where: { !$0.properties.isASCIIHexDigit }) {
      let name = Value.text(String(stray)).literal
      throw Violation(kind: .value, message: "expected \(wanted), and \(name) is none")
    }
    guard digits.utf8.count == count else {
      throw Violation(kind: .value, message: "expected \(wanted), not \(digits.utf8.count)")
    }
    return digits.uppercased()
  }

  /// What a value of the kind is, for a message.
  var expectation: String {
    switch self {
    case .text, .mask: "a text"
    case .integer: "a whole number"
    case .decimal, .double: "a number"
    case .boolean: "true or false"
    case .date: "a date such as 2026-11-21"
    case .dateTime: "a date and a time such as 2026-11-21T10:00:00Z"
    case .choice(let names): Self.list(names.map(\.asChoice))
    case .hex: "hexadecimal digits in quotation marks"
    case .card: "the number of a card in quotation marks"
    case .reference(let type): "a record of \(type.asName)"
    case .list(let kind): "a list such as [a, b], each item \(kind.expectation)"
    case .records(let type): "records of \(type.asName)"
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension PropertyKind {
  /// Whether values of this kind are shown in full only where that is asked for.
  public var isMasked: Bool {
    switch self {
    case .card: true
    case .list(let kind): kind.isMasked
    default: false
    }
  }

  /// A value as a command writes it, but of a masked kind as it may be shown.
  public func literal(_ value: Value) -> String {
    if case .list(let items) = value, case .list(let kind) = self {
      return "[" + items.map(kind.literal).joined(separator: ", ") + "]"
    }
    return isMasked ? CardNumber.masked(value.description) : value.literal
  }
}

internal import CommandLanguage
internal import Records
internal import Replies

extension Value {
  /// Nil for the literal `nil`.
  ///
  /// - Parameters:
  ///   - kind: The expected kind, if known. For `DateTime`, a text is read as a date and time.
  ///   - zoneOffset: The user's offset from UTC at a time, both in milliseconds.
  /// - Throws: ``Diagnostic`` if the literal is invalid, or if its value depends on a session.
  init?(
    literal syntax: Spanned<ValueSyntax>, for kind: PropertyKind?,
    zoneOffset: @escaping (Int) -> Int
  ) throws(Diagnostic) {
    switch syntax.value {
    case .text(let text), .word(let text):
      self = kind == .dateTime ? Self.moment(text, zoneOffset: zoneOffset) : .text(text)
    case .boolean(let flag): self = .boolean(flag)
    case .nothing: return nil
    case .number(let digits) where kind?.markHint != nil:
      throw Diagnostic(
        .value, "\(digits) is a number; expected \(kind?.expectation ?? "")", at: syntax.span,
        hint: kind?.markHint)
    case .number(let digits):
      if let number = Int(digits) {
        self = .integer(number)
      } else if let number = ExactDecimal(digits) {
        self = .decimal(number)
      } else if kind == .double, !digits.contains(where: { $0.isLetter }),
        let number = Double(digits), number.isFinite
      {
        self = .double(number)
      } else if let kind, kind.storage == .text, digits.contains(where: { $0.isLetter }) {
        throw Diagnostic(
          .value, "\(digits) is a number; expected \(kind.expectation)", at: syntax.span)
      } else if digits.contains(where: { $0.isLetter }) {
        throw Diagnostic(
          .value,
          "\(digits) is not a number here; write all its digits, or put the number in parentheses",
          at: syntax.span)
      } else {
        throw Diagnostic(
          .value, "\(digits) has more than \(ExactDecimal.maximumDigits) digits", at: syntax.span)
      }
    case .date(let date):
      self = try Self.date(Spanned(date, at: syntax.span), zoneOffset: zoneOffset)
    case .clock(let text):
      self = try Self.clock(Spanned(text, at: syntax.span), for: kind)
    case .month(let text):
      self = try Self.read(text, "month", at: syntax.span) { text throws(Violation) in
        .month(try CalendarMonth(reading: text))
      }
    case .percent(let text):
      self = try Self.percent(Spanned(text, at: syntax.span))
    case .list(let items):
      var values: [Value] = []
      for item in items {
        let value = try Value(literal: item, for: kind?.item, zoneOffset: zoneOffset)
        guard let value else {
          throw Diagnostic(.value, "a list cannot contain nil", at: item.span)
        }
        values.append(value)
      }
      self = .list(values)
    case .record(.id(let type, let number)): self = .reference(RecordID(type.value, number))
    case .record, .name, .expression:
      throw Diagnostic(.value, "expected a literal value", at: syntax.span)
    }
  }

  static func date(
    _ written: Spanned<String>, zoneOffset: @escaping (Int) -> Int
  ) throws(Diagnostic) -> Value {
    do {
      // A date has ten characters; anything longer has a time.
      return written.value.utf8.count > 10
        ? .dateTime(try Instant(reading: written.value, zoneOffset: zoneOffset))
        : .date(try CalendarDate(reading: written.value))
    } catch {
      throw Diagnostic(
        .value, "\(written.value) is an invalid date: \(error.message)", at: written.span)
    }
  }

  /// Texts without a zone are in the user's time zone. A text that is not a date and time stays a
  /// text.
  static func moment(_ text: String, zoneOffset: @escaping (Int) -> Int) -> Value {
    do {
      return .dateTime(try Instant(reading: text, zoneOffset: zoneOffset))
    } catch {
      return .text(text)
    }
  }

  /// Parses a time of day or a duration, for example `08:30`. If the kind is neither, a text that
  /// is valid as both is a time of day.
  static func clock(
    _ written: Spanned<String>, for kind: PropertyKind?
  ) throws(Diagnostic) -> Value {
    if case .duration? = kind {
      return try read(written.value, "duration", at: written.span) { text throws(Violation) in
        .duration(try TimeSpan(reading: text))
      }
    }
    if case .time? = kind {
      return try read(written.value, "time", at: written.span) { text throws(Violation) in
        .time(try ClockTime(reading: text))
      }
    }
    if let time = try? ClockTime(reading: written.value) { return .time(time) }
    return try read(written.value, "duration", at: written.span) { text throws(Violation) in
      .duration(try TimeSpan(reading: text))
    }
  }

  static func percent(_ written: Spanned<String>) throws(Diagnostic) -> Value {
    let kind = PropertyKind.percent(integerDigits: nil, fractionDigits: nil)
    return try read(written.value, "percentage", at: written.span) { text throws(Violation) in
      try kind.reading(.text(text))
    }
  }

  static func read(
    _ text: String, _ noun: String, at span: SourceSpan,
    _ body: (String) throws(Violation) -> Value
  ) throws(Diagnostic) -> Value {
    do {
      return try body(text)
    } catch {
      throw Diagnostic(.value, "\(text) is an invalid \(noun): \(error.message)", at: span)
    }
  }
}

extension PropertyKind {
  /// Converts the value of a session name. Like a literal, a number does not become a percentage, a
  /// duration, a telephone number or a record.
  func value(ofName value: Value) -> Value {
    if case .integer = value, markHint != nil { return value }
    if case .decimal = value, markHint != nil { return value }
    if case .integer = value, isReference { return value }
    return self.value(ofResult: value)
  }
}

internal import CommandLanguage
internal import Records
internal import Replies

extension Value {
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

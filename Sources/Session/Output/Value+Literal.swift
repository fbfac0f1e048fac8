internal import CommandLanguage
internal import Records
internal import Replies

extension Value {
  /// The value of what is written out; nil for `nil`.
  ///
  /// - Parameters:
  ///   - kind: the kind that is wanted, if that is known: a text can be a moment of the user's
  ///     time.
  ///   - zoneOffset: how far the user's time is ahead of UTC at a moment, both in milliseconds.
  /// - Throws: ``Diagnostic`` for a number beyond reach, for a day that does not exist and for what
  ///   only a session can evaluate.
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
          .value, "\(digits) is not a number here; write out its digits, or put it in brackets",
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
          throw Diagnostic(.value, "a list holds values, not nil", at: item.span)
        }
        values.append(value)
      }
      self = .list(values)
    case .record(.id(let type, let number)): self = .reference(RecordID(type.value, number))
    case .record, .name, .expression:
      throw Diagnostic(.value, "expected a value that is written out", at: syntax.span)
    }
  }

  /// The value of a date or a date with time as it is written in a command.
  ///
  /// - Throws: ``Diagnostic`` if there is no such day or time.
  static func date(
    _ written: Spanned<String>, zoneOffset: @escaping (Int) -> Int
  ) throws(Diagnostic) -> Value {
    do {
      // A day has ten characters; all else has a time after it.
      return written.value.utf8.count > 10
        ? .dateTime(try Instant(reading: written.value, zoneOffset: zoneOffset))
        : .date(try CalendarDate(reading: written.value))
    } catch {
      throw Diagnostic(
        .value, "\(written.value) is an invalid date: \(error.message)", at: written.span)
    }
  }

  /// The moment that a text means, of the user's time if it has no zone; the text itself where it
  /// means none.
  static func moment(_ text: String, zoneOffset: @escaping (Int) -> Int) -> Value {
    do {
      return .dateTime(try Instant(reading: text, zoneOffset: zoneOffset))
    } catch {
      return .text(text)
    }
  }
}

/// Durations in a range: hours, minutes, and optionally seconds, for example `36:15`.
///
/// `1.5` and `1,5` are hours, `90m` is minutes, and `1h30` is hours and minutes.
public struct DurationGrammar: InnerTextGrammar {
  let form: DurationForm
  private static let colon = UInt8(ascii: ":")

  /// Creates a grammar of the durations from `minimum` through `maximum`, which must be at least
  /// `minimum`.
  public init(
    from minimum: TimeSpan? = nil, through maximum: TimeSpan? = nil, hasSeconds: Bool = false
  ) {
    if let minimum, let maximum {
      precondition(minimum <= maximum, "the minimum duration must not exceed the maximum")
    }
    form = DurationForm(from: minimum, through: maximum, hasSeconds: hasSeconds)
  }

  /// Converts the digits and the minus sign of the locale to ASCII.
  public func reading(of text: String, in notation: Notation) -> Reading {
    plain(notation).reading(ofNumber: text)
  }

  /// Displays the digits and the minus sign of the locale.
  public func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    plain(notation).display(number: text, caret: caret)
  }

  // The notation without grouping, because hours are never grouped.
  private func plain(_ notation: Notation) -> Notation {
    notation.isGrouped ? Notation(symbols: notation.symbols) : notation
  }

  /// Accepts the common variants of digits and minus signs; a typed colon or decimal separator
  /// skips the same character at the caret.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    guard isTyped, let scalar = text.onlyScalar else {
      let plain = text.withPlainDigits.map(Self.marked).joined()
      guard !plain.isEmpty else {
        return .rejected(Rejection(.init(.notOfKind, .init(text), whole: .duration)))
      }
      return .insert(Array(plain.utf8), dropping: 0)
    }
    // Japanese keyboards type this character as a minus sign.
    let plain = scalar == "\u{30FC}" ? "-" : notation.digit(scalar).map(Self.digit) ?? scalar.plain
    let mark = scalar == notation.symbols.decimalSeparator ? "." : Self.marked(Character(plain))
    if mark == ":" || mark == ".", point.replacesNothing, point.after.first == mark.utf8.first {
      return .move(1)
    }
    return .insert(Array(mark.utf8), dropping: 0)
  }

  private static func marked(_ character: Character) -> String {
    switch character {
    case ",", "\u{66B}": "."
    case "H", "M": character.lowercased()
    default: String(character)
    }
  }

  private static let marks = [
    Self.colon, DurationForm.point, DurationForm.hourMark, DurationForm.minuteMark, ASCII.minus,
  ]

  private static func digit(_ value: UInt8) -> Unicode.Scalar { Unicode.Scalar(ASCII.zero + value) }

  /// Returns the description of a duration, with or without seconds.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    .duration(hasSeconds: form.hasSeconds)
  }

  /// Returns whether a duration in the range begins with the text.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool { form.begins(text) }

  /// Returns whether the joined texts have the form of a duration, and no part has too many digits.
  /// Missing colons cannot be inserted.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    form.fits(before + after)
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    let before = attempt.before
    let mistake = before.indices.first { !begins(before[...$0]) }
    let why =
      mistake.map { reason(against: before, at: $0, in: notation) }
      ?? excess(in: before + attempt.after) ?? Reason.Detail(.restDoesNotFit)
    if let mistake, !attempt.isTyped {
      return why.expecting(keys(in: notation) { begins(before[..<mistake] + [$0]) })
    }
    return why.expecting(expected(at: attempt.point, in: notation))
  }

  private func expected(at point: InsertionPoint, in notation: Notation) -> [Reason.Expected] {
    keys(in: notation) { takes(Unicode.Scalar($0), at: point, in: notation) }
  }

  private func keys(
    in notation: Notation, where isTaken: (UInt8) -> Bool
  ) -> [Reason.Expected] {
    let digits = (ASCII.zero...ASCII.nine).filter(isTaken)
    let marks = Self.marks.filter(isTaken).map {
      Reason.Expected.literal(shown([$0], in: notation))
    }
    return Reason.Expected.runs(of: digits) { plain(notation).number([$0]) } + marks
  }

  private func shown(_ text: some Collection<UInt8>, in notation: Notation) -> Reason.Quote {
    Reason.Quote(plain(notation).number(Array(text)).unicodeScalars.filter { !$0.isInvisible })
  }

  private func reason(
    against text: ArraySlice<UInt8>, at place: Int, in notation: Notation
  ) -> Reason.Detail {
    var reader = ScalarReader(text[place...])
    _ = reader.next()
    let wrong = shown(text[place..<reader.index], in: notation)
    let before = text[..<place]
    switch text[place] {
    case ASCII.minus where place > text.startIndex:
      return Reason.Detail(.frontOnly, wrong, whole: .duration)
    case Self.colon where !(before.last.map(\.isDigit) ?? false):
      return Reason.Detail(.hoursFirst)
    case Self.colon where !form.fits(text[...place]):
      return Reason.Detail(.already, wrong)
    case ASCII.zero...ASCII.nine, ASCII.minus, Self.colon, DurationForm.point,
      DurationForm.hourMark, DurationForm.minuteMark:
      if let excess = excess(in: text[...place]) { return excess }
      let detail =
        before.isEmpty
        ? Reason.Detail(.cannotStart, wrong, whole: .duration)
        : Reason.Detail(
          .cannotFollow, wrong, after: shown(before, in: notation), whole: .duration)
      return bounded(detail, in: notation)
    default: return Reason.Detail(.wrongClass, wrong, of: .digit)
    }
  }

  private func excess(in text: ArraySlice<UInt8>) -> Reason.Detail? {
    guard let parts = DurationForm.Parts(text) else { return nil }
    let most = parts.minutes == nil ? form.maximumMinuteDigits : form.maximumHourDigits
    if parts.hours.count > most {
      return Reason.Detail(
        .tooMany, limit: most, of: .digit, part: .hours)
    }
    let full: Reason.Part? =
      parts.minutes?.count ?? 0 > 2 ? .minutes : parts.seconds?.count ?? 0 > 2 ? .seconds : nil
    return full.map { Reason.Detail(.partLength, limit: 2, of: .digit, part: $0) }
  }

  private func bounded(_ detail: Reason.Detail, in notation: Notation) -> Reason.Detail {
    detail.within(
      form.minimum.map { bound($0, in: notation) }, form.maximum.map { bound($0, in: notation) })
  }

  private func bound(_ span: TimeSpan, in notation: Notation) -> String {
    plain(notation).number(Array(span.description(withSeconds: form.hasSeconds).utf8))
  }

  /// Returns the duration if it is in the range.
  public func value(of text: [UInt8]) -> Value? { form.value(of: text[...]).map { .duration($0) } }

  /// Reports which character is wrong, which part is missing or too long, or that the duration is
  /// out of range.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    incompleteness(of: text[...], in: notation).expecting(expected(at: point, in: notation))
  }

  private func incompleteness(
    of text: ArraySlice<UInt8>, in notation: Notation
  ) -> Reason.Detail {
    if let marked = DurationForm.MarkedParts(text) {
      if !marked.isWhole { return Reason.Detail(.partMissing, part: .minutes) }
      return outOfRange(text, in: notation)
    }
    guard let parts = DurationForm.Parts(text) else {
      let mistake = text.firstIndex { !$0.isDigit && $0 != Self.colon && $0 != ASCII.minus }
      return mistake.map { reason(against: text, at: $0, in: notation) }
        ?? Reason.Detail(.notOfKind, whole: .duration)
    }
    if let excess = excess(in: text) { return excess }
    if let missing = missing(in: parts) { return Reason.Detail(.partMissing, part: missing) }
    if let mistake = text.indices.first(where: { !begins(text[...$0]) }),
      !form.isFull(parts)
    {
      return reason(against: text, at: mistake, in: notation)
    }
    return outOfRange(text, in: notation)
  }

  private func outOfRange(_ text: ArraySlice<UInt8>, in notation: Notation) -> Reason.Detail {
    bounded(
      Reason.Detail(
        .outOfRange, .init(plain(notation).number(Array(text))), whole: .duration),
      in: notation)
  }

  private func missing(in parts: DurationForm.Parts) -> Reason.Part? {
    if parts.hours.isEmpty { return .hours }
    if parts.minutes?.count ?? 0 < 2 { return .minutes }
    return form.hasSeconds && parts.seconds?.count ?? 0 < 2 ? .seconds : nil
  }

  /// Returns the text of a duration, with seconds if the grammar or the duration has seconds.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .duration(let span) = value else { return nil }
    return Array(span.description(withSeconds: form.hasSeconds).utf8)
  }
}

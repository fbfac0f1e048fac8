/// A grammar of dates or times, with each part at a fixed position.
public protocol CalendarGrammar: FixedGrammar {
  /// The parts, and the accepted range.
  var calendar: CalendarForm { get }

  /// Returns the value of a date and time.
  func value(at moment: Moment) -> Value

  /// Returns the date and time of a value; `nil` for a value of another kind.
  func moment(of value: Value) -> Moment?
}

extension CalendarGrammar {
  /// The form of the calendar: digit positions and literals.
  public var form: FixedForm { calendar.form }

  /// Returns whether a date and time in the range matches every part up to the caret.
  public func begins(_ text: FixedText) -> Bool { calendar.begins(text) }

  /// Returns the value if the date and time exists and is in the range.
  public func value(of text: FixedText) -> Value? { value(inRange: calendar.moment(of: text)) }

  private func value(inRange moment: Moment?) -> Value? {
    guard let moment, calendar.contains(moment) else { return nil }
    return value(at: moment)
  }

  /// Returns ``RefusedMeaning/something`` if the text contains a letter, a digit or a separator
  /// other than white space; otherwise ``RefusedMeaning/nothing``.
  public func meaning(ofRefused text: String, in notation: Notation) -> RefusedMeaning {
    text.unicodeScalars.contains { $0.isDateSeparator && !$0.isSpace }
      ? .something : meaningOfPlaces(text)
  }

  /// Returns whether a date and time in the range matches the run.
  public func begins(_ run: FixedRun) -> Bool { calendar.begins(run) }

  /// Returns the value of a run that is a date and time in the range.
  public func value(of run: FixedRun) -> Value? { value(inRange: calendar.moment(of: run)) }

  /// Returns the text of a value; `nil` for a value of another kind.
  public func shown(_ value: Value) -> [Unicode.Scalar]? {
    moment(of: value).map { calendar.shown($0) }
  }

  /// Returns why the date and time does not exist or is outside the range; otherwise `nil`.
  public func objection(to text: FixedText, in notation: Notation) -> Reason.Detail? {
    calendar.objection(to: text) { FixedRule(grammar: self, notation: notation).string($0) }
  }

  /// The traits of a date or time.
  public var traits: TextTraits { TextTraits(contentType: .dateTime) }

  /// Returns the parts in order, for example `day.month.year`, and the range if it is limited.
  public func expectation(in notation: Notation) -> FieldExpectation? {
    let rule = FixedRule(grammar: self, notation: notation)
    let form = calendar.tokens
    guard let range = calendar.range else {
      return .moment(form: form, from: nil, through: nil)
    }
    let bounds = [range.lowerBound, range.upperBound].map { rule.string(calendar.shown($0)) }
    let isDated = calendar.has(.year)
    let ends = [
      isDated ? .first : Moment(.epoch, second: 0),
      isDated ? .last : Moment(.epoch, second: Moment.lastSecond),
    ].map { rule.string(calendar.shown($0)) }
    return .moment(
      form: form, from: bounds[0] == ends[0] ? nil : bounds[0],
      through: bounds[1] == ends[1] ? nil : bounds[1])
  }

  /// Steps the part at the caret, but not out of the range. A day is clamped to the last day of its
  /// month.
  public func stepped(_ text: FixedText, by count: Int) -> [Unicode.Scalar]? {
    guard let moment = calendar.moment(of: text), let part = calendar.part(atCaretOf: text) else {
      return nil
    }
    let hasSeconds = text.isFull
    var count = min(max(count, -10_000), 10_000)
    while count != 0 {
      if let next = moment.moved(part, by: count).map({ calendar.existing($0, toward: count) }),
        calendar.contains(next)
      {
        return calendar.shown(next, hasSeconds: hasSeconds)
      }
      count -= count.signum()
    }
    return calendar.shown(moment, hasSeconds: hasSeconds)
  }
}

extension Moment {
  fileprivate func moved(_ part: CalendarPart, by count: Int) -> Moment? {
    switch part {
    case .year: months(later: 12 * count)
    case .month: months(later: count)
    case .day: seconds(later: count * (Moment.lastSecond + 1))
    case .hour: seconds(later: count * 3600)
    case .minute: seconds(later: count * 60)
    case .second: seconds(later: count)
    }
  }

  private func months(later count: Int) -> Moment? {
    let months = day.year * 12 + day.month - 1 + count
    guard 12..<120_000 ~= months else { return nil }
    let (year, month) = (months / 12, months % 12 + 1)
    let last = CalendarDate.days(inMonth: month, of: year)
    return Moment(
      CalendarDate(year: year, month: month, unchecked: min(day.day, last)), second: second)
  }

  fileprivate func seconds(later count: Int) -> Moment? {
    let ofDay = Moment.lastSecond + 1
    let seconds = day.daysSince1970 * ofDay + second + count
    let ofThatDay = (seconds % ofDay + ofDay) % ofDay
    return CalendarDate(daysSince1970: (seconds - ofThatDay) / ofDay).map {
      Moment($0, second: ofThatDay)
    }
  }
}

extension CalendarForm {
  /// Moves a date and time that the clocks skip past the gap.
  fileprivate func existing(_ moment: Moment, toward direction: Int) -> Moment {
    guard let skipped = clock?.skipped(at: moment) else { return moment }
    return moment.seconds(later: skipped * direction.signum()) ?? moment
  }

  fileprivate func objection(
    to text: FixedText, shown: ([Unicode.Scalar]) -> String
  ) -> Reason.Detail? {
    var numbers: [Reason.Part: Int] = [:]
    for (number, stretch) in form.stretches.enumerated() {
      guard let part = stretch.part, text.isFull(number), stretch.positions[0] < text.caret else {
        continue
      }
      let written = Array(text[number])
      numbers[Reason.Part(part)] = written.digits
      if !part.values.contains(written.digits) {
        return Reason.Detail(.noSuchPart, .init(shown(written)), part: Reason.Part(part))
          .about(numbers)
      }
    }
    if let day = numbers[.day], let month = numbers[.month] {
      // If no year is known, February may have 29 days.
      let days = CalendarDate.days(inMonth: month, of: numbers[.year] ?? 4)
      if day > days { return Reason.Detail(.noSuchDay, limit: days).about(numbers) }
    }
    guard let range else { return nil }
    if isSkipped(text) {
      let front = Array(text.shown.prefix(text.caretCell))
      return Reason.Detail(.skippedTime, .init(shown(front)))
    }
    guard let moment = moment(of: text) else { return nil }
    func written(_ moment: Moment) -> String { shown(self.shown(moment)) }
    if moment < range.lowerBound {
      return Reason.Detail(.beforeRange, .init(written(moment)))
        .within(written(range.lowerBound), nil)
    }
    return moment > range.upperBound
      ? Reason.Detail(.afterRange, .init(written(moment)))
        .within(nil, written(range.upperBound)) : nil
  }
}

/// A date and time to the second, without a time zone.
public struct Moment: Hashable, Sendable {
  /// The day.
  public let day: CalendarDate

  /// The number of seconds since midnight, less than 86400.
  public let second: Int

  /// Creates a date and time; `nil` if the time of day does not exist.
  public init?(_ day: CalendarDate, hour: Int, minute: Int, second: Int) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    self.day = day
    self.second = (hour * 60 + minute) * 60 + second
  }

  init(_ day: CalendarDate, second: Int) {
    self.day = day
    self.second = second
  }

  /// Creates the date and time of an instant in UTC, rounded down to a second; `nil` outside the
  /// years 1 to 9999.
  public init?(_ instant: Instant) {
    guard let day = instant.day else { return nil }
    let start = day.daysSince1970 * (Moment.lastSecond + 1) * 1000
    self.init(day, second: (instant.milliseconds - start) / 1000)
  }

  var instant: Instant {
    Instant(milliseconds: (day.daysSince1970 * (Moment.lastSecond + 1) + second) * 1000)
  }

  /// The first second of the year 1.
  public static let first = Moment(.first, second: 0)

  /// The last second of the year 9999.
  public static let last = Moment(.last, second: lastSecond)

  static let lastSecond = 86_399
}

extension Moment: Comparable {
  /// Returns whether the first date and time is earlier than the second.
  public static func < (one: Moment, other: Moment) -> Bool {
    (one.day, one.second) < (other.day, other.second)
  }
}

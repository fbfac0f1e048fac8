/// Times of day in a range, for example `08:30`, or `08:30:15` with seconds.
///
/// A typed or pasted `2:30 PM` becomes `14:30`.
public struct TimeGrammar: CalendarGrammar {
  /// The hour, the minute and optionally the second.
  public let calendar: CalendarForm

  /// Creates a grammar of a range, which is empty if the maximum is before the minimum.
  public init(
    from minimum: ClockTime = .midnight, through maximum: ClockTime = .last,
    hasSeconds: Bool = false
  ) {
    let minutes: [CalendarPiece] = [.part(.hour), .literal(":"), .part(.minute)]
    calendar = CalendarForm(
      hasSeconds ? minutes + [.literal(":"), .part(.second)] : minutes,
      from: Moment(.epoch, second: minimum.secondsSinceMidnight),
      through: Moment(.epoch, second: maximum.secondsSinceMidnight))
  }

  /// Returns the time.
  public func value(at moment: Moment) -> Value {
    .time(ClockTime(secondsSinceMidnight: moment.second) ?? .midnight)
  }

  /// Returns a time such as `2:30 PM` converted to 24 hours: `14:30`; `nil` if the text is not a
  /// time, or has fractions of a second.
  public func rewritten(_ text: String) -> String? {
    let time = TimeForms().time(text.withoutOuterSpace)
    return time.flatMap { $0.hasDropped ? nil : $0.text }
  }

  /// Returns the time on 1970-01-01; `nil` if the time has seconds but the field does not.
  public func moment(of value: Value) -> Moment? {
    guard case .time(let time) = value, !time.hasSeconds || calendar.has(.second) else {
      return nil
    }
    return Moment(.epoch, second: time.secondsSinceMidnight)
  }

  /// Returns the outcome of one edit. After a complete time with an hour from 1 to 12, `am` and
  /// `pm` select the half of the day; a space before them is ignored.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    let rule = FixedRule(grammar: self, notation: notation)
    guard edit.isTyped, let key = edit.replacement.onlyScalar?.plain,
      "aApPmM ".unicodeScalars.contains(key),
      edit.ranges == [state.text.count..<state.text.count], !state.text.isEmpty,
      case .complete(.time(let time)) = rule.content(of: state)
    else { return rule.outcome(of: edit, in: state) }
    switch key {
    case " ": return .moved(Selection(caret: state.text.count))
    case "m", "M":
      guard state.hasHalf else { break }
      var next = state
      next.hasHalf = false
      return .accepted(next, .complete(.time(time)))
    default:
      let hour = time.secondsSinceMidnight / 3600
      let half = (key == "p" || key == "P" ? 12 : 0) + hour % 12
      let later = time.secondsSinceMidnight + (half - hour) * 3600
      guard 1...12 ~= hour, let time = ClockTime(secondsSinceMidnight: later),
        let range = calendar.range, let moment = moment(of: .time(time)), range.contains(moment),
        let text = FixedText(form, shown: calendar.shown(moment))
      else { break }
      var next = rule.state(of: text)
      next.selection = Selection(caret: next.text.count)
      next.hasHalf = true
      return .accepted(next, .complete(.time(time)))
    }
    return rule.outcome(of: edit, in: state)
  }
}

/// Converts common notations of times to command syntax.
package struct TimeForms {
  // Stored, because a regex literal is parsed each time it is evaluated.
  private let time = /([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]+)?)?(?: ?([AaPp])[Mm])?/
  private let moment =
    /(.*[0-9]:[0-9]{2}(?:\.[0-9]{1,3})?)([0-9]*)(?:([-+][0-9]{2}):?([0-9]{2})?|(Z))?/
  private let dayAndTime = /(.*[0-9])[ T]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?)/

  package init() {}

  /// Converts times such as `9:00`, `2:30 PM` and `14:42:35.123456`; `hasDropped` is true if
  /// fractional digits were dropped.
  package func time(_ text: String) -> (text: String, hasDropped: Bool)? {
    guard let match = text.withPlainDigits.wholeMatch(of: time), var hour = Int(match.1) else {
      return nil
    }
    if let half = match.5 {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (half.lowercased() == "p" ? 12 : 0)
    }
    let seconds = match.3.map { ":\($0)" } ?? ""
    return ("\(hour < 10 ? "0" : "")\(hour):\(match.2)\(seconds)", match.4 != nil)
  }

  /// Normalizes times such as `2:30 PM` and zones such as `+00` and `+0200` in a date and time, and
  /// drops digits after the milliseconds; `hasDropped` is true if there were any.
  package func moment(_ text: String) -> (text: String, hasDropped: Bool) {
    if let match = text.wholeMatch(of: dayAndTime), let time = time(String(match.2)) {
      return ("\(match.1) \(time.text)", false)
    }
    guard let match = text.withPlainDigits.wholeMatch(of: moment),
      match.2.isEmpty || match.1.contains(".")
    else { return (text, false) }
    let zone = match.3.map { "\($0):\(match.4 ?? "00")" } ?? match.5.map(String.init) ?? ""
    return (match.1 + zone, !match.2.isEmpty)
  }

  /// Returns the violation of a date and time that ends in an offset from UTC; nil for another text.
  func objection(toZoneOf text: String) -> Reason.Detail? {
    let form = moment(text.withoutOuterSpace).text
    guard let sign = form.unicodeScalars.suffix(6).first, sign == "+" || sign == "-" else {
      return nil
    }
    do throws(Violation) {
      _ = try Instant(reading: form)
      return nil
    } catch {
      return error == Violation(kind: .value, .expected(.dateTime)) ? nil : Reason(error).detail
    }
  }
}

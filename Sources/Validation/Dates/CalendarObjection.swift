/// Says why a text is no moment of a row, or no longer one of its range.
struct CalendarObjection {
  let row: CalendarRow
  let notation: Notation

  private var slots: SlotObjection {
    SlotObjection(form: row.form, notation: notation, begins: row.begins)
  }

  /// The message for an insertion, given whether a scalar would be taken in its place.
  func message(to attempt: Attempt, isTaken: (Unicode.Scalar) -> Bool) -> String {
    guard let start = slots.firstMistake(in: attempt.before),
      let reason = reason(against: attempt.before, from: start)
    else { return slots.message(to: attempt, isTaken: isTaken) }
    return Expectation.sentence(
      reason, expected: slots.next(to: attempt, from: start, isTaken: isTaken))
  }

  /// Why a text is not complete, given whether a scalar would be taken at a place in it.
  func incompleteness(
    of text: ArraySlice<UInt8>, at point: InsertionPoint, isTaken: (Unicode.Scalar) -> Bool
  ) -> String {
    if !row.begins(text), let start = slots.firstMistake(in: text) {
      let next = slots.expected(behind: text[..<start])
      return reason(against: text, from: start).map { Expectation.sentence($0, expected: next) }
        ?? slots.refusal(of: text[start...], behind: text[..<start], expected: next)
    }
    return slots.incompleteness(of: text, at: point, isTaken: isTaken)
  }

  // What is wrong with the scalar at an offset, if it ends a part.
  private func reason(against text: ArraySlice<UInt8>, from start: Int) -> String? {
    var reader = ScalarReader(text[start...])
    _ = reader.next()
    let end = reader.index
    guard let place = row.form.filled(by: text[..<end]), let part = row.part(endingAt: place - 1)
    else { return nil }
    return reason(part, in: text[..<end])
  }

  // What is wrong with a text as soon as a part of it is written to its end.
  private func reason(_ part: CalendarPart, in text: ArraySlice<UInt8>) -> String? {
    guard let numbers = row.numbers(of: text), let number = numbers[part], let range = row.range
    else { return nil }
    let written = slots.shown(text.suffix(part.width))
    if let reason = part.objection(to: number, written: written) { return reason }
    if let day = numbers[.day], let month = numbers[.month], 1...12 ~= month,
      let reason = CalendarDate.objection(year: numbers[.year], month: month, day: day)
    {
      return reason
    }
    guard let moment = row.moment(of: text) else { return nil }
    if moment < range.lowerBound {
      return "\(quoted(moment)) is before \(quoted(range.lowerBound))"
    }
    return moment > range.upperBound
      ? "\(quoted(moment)) is after \(quoted(range.upperBound))" : nil
  }

  private func quoted(_ moment: Moment) -> String { slots.shown(row.text(of: moment)[...]) }
}

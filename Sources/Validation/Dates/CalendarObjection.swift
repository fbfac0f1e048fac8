/// Says why a text is no moment of a row, or no longer one of its range.
struct CalendarObjection {
  let row: CalendarRow
  let notation: Notation

  private var slots: SlotObjection {
    SlotObjection(form: row.form, notation: notation, begins: row.begins)
  }

  /// The message for an insertion that ends the first of the two texts.
  func message(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> String {
    guard let start = slots.firstMistake(in: before) else {
      return slots.message(to: before, followedBy: after)
    }
    return message(to: before, from: start)
  }

  /// Why a text is not complete.
  func incompleteness(of text: ArraySlice<UInt8>) -> String {
    if !row.begins(text), let start = slots.firstMistake(in: text) {
      return message(to: text, from: start)
    }
    return slots.incompleteness(of: text)
  }

  private func message(to text: ArraySlice<UInt8>, from start: Int) -> String {
    var reader = ScalarReader(text[start...])
    _ = reader.next()
    let end = reader.index
    guard let place = row.form.filled(by: text[..<end]), let part = row.part(endingAt: place - 1),
      let reason = reason(part, in: text[..<end])
    else { return slots.refusal(of: text[start...], behind: text[..<start]) }
    let next = slots.expected(behind: text[..<start])
    return next.isEmpty ? reason : "\(reason); expected \(next)"
  }

  // What is wrong with a text as soon as a part of it is written to its end.
  private func reason(_ part: CalendarPart, in text: ArraySlice<UInt8>) -> String? {
    guard let numbers = row.numbers(of: text), let number = numbers[part], let range = row.range
    else { return nil }
    if !part.values.contains(number) {
      return "\(slots.shown(text.suffix(part.width))) is no \(part.name)"
    }
    if let day = numbers[.day], let month = numbers[.month], 1...12 ~= month {
      let name = Day.monthNames[month - 1]
      if let year = numbers[.year], day > Day.count(inMonth: month, of: year) {
        return "\(name) \(year) has \(Day.count(inMonth: month, of: year)) days"
      }
      // A leap year may come.
      let most = Day.count(inMonth: month, of: 4)
      if numbers[.year] == nil, day > most { return "\(name) has at most \(most) days" }
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

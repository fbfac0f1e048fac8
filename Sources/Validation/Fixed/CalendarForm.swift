/// The parts of a date or time in the order in which they are written, and the moments in a range.
public struct CalendarForm: Sendable {
  let form: FixedForm

  /// The moments that are taken; `nil` where there are none.
  let range: ClosedRange<Moment>?

  // What the parts are that are not written.
  private let base: Moment

  /// Makes a form of the pieces, for the moments from one through another.
  ///
  /// Parts that are not written are those of the first second of 1970.
  init(_ pieces: [CalendarPiece], from minimum: Moment, through maximum: Moment) {
    form = FixedForm(pieces)
    range = minimum <= maximum ? minimum...maximum : nil
    base = Moment(.epoch, second: 0)
  }

  /// Whether some moment in the range has what is written in every part up to the caret.
  func begins(_ text: FixedText) -> Bool {
    guard let range, let box = box(upToCaretOf: text) else { return false }
    return box.hasMoment(in: range)
  }

  // What is up to the caret leaves possible; nil where a part is no number that it can be.
  private func box(upToCaretOf text: FixedText) -> CalendarBox? {
    var box = CalendarBox(base)
    for (number, stretch) in form.stretches.enumerated() {
      guard let part = stretch.part else { continue }
      let isPassed = text.caret > stretch.positions[stretch.positions.count - 1]
      let before = isPassed ? part.width : max(0, text.caret - stretch.positions[0])
      let known = text[number].prefix(before)
      let lacksSome = isPassed && known.count < part.width
      if part == .year {
        guard let years = lacksSome ? .having(Array(known)) : part.years(beginningWith: known)
        else { return nil }
        box.years = years
      } else {
        let isLast = number == form.stretches.count - 1
        let possible = part.numbers(
          having: known, anywhere: lacksSome, orAlone: isLast && stretch.takesZero)
        if possible == 0 { return nil }
        box.set(part, to: possible)
      }
    }
    return box
  }

  /// The number of each part, if all are written; a single digit will do for the last.
  func numbers(of text: FixedText) -> [CalendarPart: Int]? {
    var numbers: [CalendarPart: Int] = [:]
    for (number, stretch) in form.stretches.enumerated() {
      guard let part = stretch.part else { return nil }
      let isLast = number == form.stretches.count - 1
      guard
        text.isFull(number) || isLast && stretch.takesZero && text[number].count == 1
      else { return nil }
      numbers[part] = text[number].digits
    }
    return numbers
  }

  /// The moment that is written, be it in the range or not; `nil` where there is none.
  func moment(of text: FixedText) -> Moment? {
    guard text.hasRightClasses, let numbers = numbers(of: text) else { return nil }
    return moment(numbers)
  }

  private func moment(_ numbers: [CalendarPart: Int]) -> Moment? {
    guard
      let day = CalendarDate(
        year: numbers[.year] ?? base.day.year, month: numbers[.month] ?? base.day.month,
        day: numbers[.day] ?? base.day.day)
    else { return nil }
    return Moment(
      day, hour: numbers[.hour] ?? 0, minute: numbers[.minute] ?? 0,
      second: numbers[.second] ?? 0)
  }

  /// The text of a moment.
  func shown(_ moment: Moment) -> [Unicode.Scalar] {
    var text = form.slots.map { slot -> Unicode.Scalar in
      if case .literal(let literal) = slot { literal } else { "0" }
    }
    for stretch in form.stretches {
      guard let part = stretch.part else { continue }
      let digits = moment.number(of: part).padded(part.width).unicodeScalars
      for (position, digit) in zip(stretch.positions, digits) { text[position] = digit }
    }
    return text
  }

  /// The part at the caret, or before it where that is at a literal or the end.
  func part(atCaretOf text: FixedText) -> CalendarPart? {
    form.stretches.last { $0.positions[0] < max(text.caret, 1) }?.part
  }
}

extension Moment {
  /// The number that is written for a part.
  func number(of part: CalendarPart) -> Int {
    switch part {
    case .year: day.year
    case .month: day.month
    case .day: day.day
    case .hour: second / 3600
    case .minute: second / 60 % 60
    case .second: second % 60
    }
  }
}

extension Collection<Unicode.Scalar> {
  /// The number that digits of ASCII make.
  var digits: Int { reduce(0) { $0 * 10 + Int($1.value) - 0x30 } }
}

extension CalendarPart {
  /// The years that begin with some digits; nil where there are none.
  fileprivate func years(beginningWith known: some Collection<Unicode.Scalar>)
    -> CalendarBox.Years?
  {
    let unit = [10_000, 1000, 100, 10, 1][known.count]
    let first = known.digits * unit
    let last = first + unit - 1
    return last < values.lowerBound ? nil : .interval(max(first, values.lowerBound)...last)
  }

  /// The numbers of a part of two digits, a bit for each, that begin with some, or have them
  /// anywhere; also a single digit as it is where it may be alone.
  fileprivate func numbers(
    having known: some Collection<Unicode.Scalar>, anywhere: Bool, orAlone: Bool
  ) -> UInt64 {
    let all: UInt64 =
      (~0 >> UInt64(63 - values.upperBound)) & (~0 << UInt64(values.lowerBound))
    guard let first = known.first else { return all }
    if known.count == 2 {
      let number = known.digits
      return number < 64 ? all & (1 << UInt64(number)) : 0
    }
    let digit = Int(first.value) - 0x30
    let tens: UInt64 = digit < 7 ? 0x3FF << UInt64(10 * digit) : 0
    let ones = (0..<6).reduce(UInt64(0)) { $0 | 1 << UInt64(10 * $1 + digit) }
    let alone: UInt64 = orAlone ? 1 << UInt64(digit) : 0
    return all & (tens | (anywhere ? ones : 0) | alone)
  }
}

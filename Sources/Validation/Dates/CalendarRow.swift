/// The parts of a date, and perhaps of a time, in the order they are written in, in fixed places.
struct CalendarRow: Sendable {
  let form: SlotForm

  /// The moments that are taken; `nil` where there are none.
  let range: ClosedRange<Moment>?

  /// The part that each place belongs to; `nil` for literals.
  private let parts: [CalendarPart?]

  /// Creates a row from the parts and the literals between them.
  init(_ pieces: [Piece], from minimum: Moment, through maximum: Moment) {
    var places: [Slot] = []
    var parts: [CalendarPart?] = []
    for piece in pieces {
      switch piece {
      case .part(let part):
        places += [Slot](repeating: .digit, count: part.width)
        parts += [CalendarPart?](repeating: part, count: part.width)
      case .literal(let text):
        for scalar in text.unicodeScalars {
          places.append(.literal(scalar))
          parts.append(nil)
        }
      }
    }
    form = SlotForm(places)
    self.parts = parts
    range = minimum <= maximum ? minimum...maximum : nil
  }

  enum Piece {
    case part(CalendarPart)
    case literal(String)
  }

  /// Whether some moment in the range is written with the text in front.
  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard let range, let box = box(of: text) else { return false }
    return box.hasMoment(in: range)
  }

  /// What a text in front leaves possible; `nil` where it is not of the form, or a part is no
  /// number that such a part can be.
  private func box(of text: ArraySlice<UInt8>) -> CalendarBox? {
    var box = CalendarBox()
    var isPossible = true
    let isOfTheForm = visitParts(of: text) { part, number, digits in
      isPossible = isPossible && box.narrow(part, to: number, digits: digits)
    }
    return isOfTheForm && isPossible ? box : nil
  }

  /// The numbers of a text that is of the form, as far as they are written.
  func numbers(of text: ArraySlice<UInt8>) -> [CalendarPart: Int]? {
    var numbers: [CalendarPart: Int] = [:]
    let isOfTheForm = visitParts(of: text) { part, number, digits in
      if digits == part.width { numbers[part] = number }
    }
    return isOfTheForm ? numbers : nil
  }

  // Calls with each part that is begun, its number and how many digits that has.
  private func visitParts(
    of text: ArraySlice<UInt8>, visit: (CalendarPart, Int, Int) -> Void
  ) -> Bool {
    var reader = ScalarReader(text)
    var place = 0
    var number = 0
    var digits = 0
    while let scalar = reader.next() {
      guard place < parts.count, form.places[place].holds(scalar) else { return false }
      let part = parts[place]
      if part != nil {
        number = number * 10 + Int(scalar.value) - Int(ASCII.zero)
        digits += 1
      }
      place += 1
      if let part, reader.isAtEnd || digits == part.width {
        visit(part, number, digits)
        (number, digits) = (0, 0)
      }
    }
    return true
  }

  /// The moment that a whole text says, be it in the range or not; `nil` where there is none.
  func moment(of text: ArraySlice<UInt8>) -> Moment? {
    guard form.filled(by: text) == parts.count, let numbers = numbers(of: text),
      let day = CalendarDate(
        year: numbers[.year] ?? 0, month: numbers[.month] ?? 0, day: numbers[.day] ?? 0)
    else { return nil }
    return Moment(
      day, hour: numbers[.hour] ?? 0, minute: numbers[.minute] ?? 0,
      second: numbers[.second] ?? 0)
  }

  /// The text of a moment.
  func text(of moment: Moment) -> [UInt8] {
    var text: [UInt8] = []
    for (place, slot) in form.places.enumerated() {
      if case .literal(let literal) = slot {
        text += String(literal).utf8
      } else if let part = parts[place], place == 0 || parts[place - 1] != part {
        text += number(part, of: moment).padded(part.width).utf8
      }
    }
    return text
  }

  private func number(_ part: CalendarPart, of moment: Moment) -> Int {
    switch part {
    case .year: moment.day.year
    case .month: moment.day.month
    case .day: moment.day.day
    case .hour: moment.second / 3600
    case .minute: moment.second / 60 % 60
    case .second: moment.second % 60
    }
  }

  /// The part that a place belongs to, if the place is the last of it.
  func part(endingAt place: Int) -> CalendarPart? {
    guard place < parts.count, let part = parts[place] else { return nil }
    return place + 1 == parts.count || parts[place + 1] != part ? part : nil
  }
}

// The reference for fixed forms: slow and obvious, based only on KEYSTROKES.md.

struct ReferenceForm: Sendable {
  enum Cell: Sendable {
    case literal(Character)
    case place(ReferencePlace, stretch: Int)
  }

  var cells: [Cell] = []

  /// The number of digits of each stretch; empty for a mask.
  var widths: [Int] = []

  /// The parts of every complete date or time, with the value.
  var complete: [(parts: [String], value: String)] = []

  var values: [ClosedRange<Int>] = []

  var isDate: Bool { !widths.isEmpty }

  static func mask(_ pattern: String) -> ReferenceForm {
    // Parts are runs of places without a literal between them.
    let places = ReferencePlace.mask(pattern)
    var stretch = -1
    var last: Set<ReferencePlace> = []
    var form = ReferenceForm()
    for (index, place) in places.enumerated() {
      if place.isLiteral {
        form.cells.append(.literal(place.readings.values.first!))
        continue
      }
      if index == 0 || places[index - 1].isLiteral {
        let part = Set(places[index...].prefix { !$0.isLiteral })
        if part.count > 1 || part != last { stretch += 1 }
        last = part.count > 1 ? [] : part
      }
      form.cells.append(.place(place, stretch: stretch))
    }
    return form
  }

  /// Digits in the pattern are parts: `Y`, `M`, `D`, `h`, `m`, `s`.
  static func date(
    _ pattern: String, _ complete: [(parts: [String], value: String)]
  ) -> ReferenceForm {
    var form = ReferenceForm()
    var last: Character?
    for character in pattern {
      let ranges: [Character: ClosedRange<Int>] = [
        "Y": 1...9999, "M": 1...12, "D": 1...31, "h": 0...23, "m": 0...59, "s": 0...59,
      ]
      if let range = ranges[character] {
        if character != last {
          form.widths.append(0)
          form.values.append(range)
        }
        form.widths[form.widths.count - 1] += 1
        form.cells.append(.place(.digit, stretch: form.widths.count - 1))
      } else {
        form.cells.append(.literal(character))
      }
      last = character
    }
    form.complete = complete
    // A single digit in the last part is complete.
    if form.widths.last == 2 {
      form.complete += complete.compactMap { text in
        guard text.parts.last!.first == "0" else { return nil }
        return (text.parts.dropLast() + [String(text.parts.last!.last!)], text.value)
      }
    }
    return form
  }

  /// Whether all places of a stretch have the same class, so that all can be typed over.
  var isOfOneClassEach: Bool {
    empty.texts.indices.allSatisfy { Set(positions($0).compactMap(place)).count == 1 }
  }

  struct State: Hashable {
    var texts: [[Character]]
    /// The position up to which literals have been typed.
    var reach = 0
    /// The stretch whose first digit was just typed over.
    var fresh: Int?
    /// The position after the caret.
    var caret = 0
    /// The separator that selected another form for a date.
    var way: Character?
  }

  var empty: State {
    var count = 0
    for case .place(_, let stretch) in cells { count = stretch + 1 }
    return State(texts: Array(repeating: [], count: count))
  }

  func positions(_ stretch: Int) -> [Int] {
    cells.indices.filter { if case .place(_, stretch) = cells[$0] { true } else { false } }
  }

  func place(_ position: Int) -> ReferencePlace? {
    if case .place(let place, _) = cells[position] { place } else { nil }
  }

  func filled(_ state: State) -> [Int: Character] {
    var filled: [Int: Character] = [:]
    for (stretch, text) in state.texts.enumerated() {
      for (position, character) in zip(positions(stretch), text) { filled[position] = character }
    }
    return filled
  }

  func shown(_ state: State) -> [(position: Int, character: Character)] {
    let filled = filled(state)
    let lastPlace = cells.indices.last { place($0) != nil }!
    return cells.indices.compactMap { position in
      if let character = filled[position] { return (position, character) }
      guard case .literal(let literal) = cells[position] else { return nil }
      let isShown =
        position < state.reach || filled.keys.contains { $0 > position }
        || position > lastPlace && filled[lastPlace] != nil
      return isShown ? (position, literal) : nil
    }
  }

  func text(_ state: State) -> String { String(shown(state).map(\.character)) }

  func caretPlace(_ state: State) -> Int {
    shown(state).count { $0.position < state.caret }
  }

  func with(_ state: State, caretAt place: Int) -> State {
    var state = state
    state.caret = place == 0 ? 0 : shown(state)[place - 1].position + 1
    return state
  }

  func content(_ state: State) -> ReferenceContent {
    if text(state).isEmpty { return .empty }
    let filled = filled(state)
    guard isRight(filled) else { return .incomplete }
    if isDate {
      let parts = state.texts.map { String($0) }
      return complete.first { $0.parts == parts }.map { .complete($0.value) } ?? .incomplete
    }
    let isFull = cells.indices.allSatisfy { place($0) == nil || filled[$0] != nil }
    return isFull ? .complete(text(state)) : .incomplete
  }

  private func isRight(_ filled: [Int: Character]) -> Bool {
    filled.allSatisfy { place($0.key)!.takes($0.value) == $0.value }
  }

  /// F5
  func isPossible(_ state: State) -> Bool {
    guard isRight(filled(state)) else { return false }
    guard isDate else { return true }
    return complete.contains { text in
      state.texts.indices.allSatisfy { stretch in
        let places = positions(stretch)
        let before = places.count { $0 < state.caret }
        let known = Array(state.texts[stretch].prefix(before))
        let part = Array(text.parts[stretch])
        // A part before the caret may be incomplete.
        return before == places.count ? isPart(known, of: part) : part.starts(with: known)
      }
    }
  }
}

struct ReferenceFormRule {
  typealias State = ReferenceForm.State
  let form: ReferenceForm

  enum Outcome: Equatable {
    case accepted(State)
    case moved(Int)
    case rejected
  }

  // MARK: F2

  func deletion(_ state: State, _ range: Range<Int>, caret: Int?) -> Outcome {
    let shown = form.shown(state)
    guard range.lowerBound >= 0, range.upperBound <= shown.count else { return .rejected }
    var range = range
    let isPlace = { (index: Int) in form.place(shown[index].position) != nil }
    if !range.contains(where: isPlace) {
      // Literals typed last can be deleted alone.
      var less = state
      if let first = range.first { less.reach = min(state.reach, shown[first].position) }
      let goes = range.upperBound == shown.count && form.shown(less).count == range.lowerBound
      if !goes || range.isEmpty {
        guard let caret, !range.isEmpty else {
          return .accepted(form.with(state, caretAt: caret ?? range.lowerBound))
        }
        var taken: Int?
        if caret == range.upperBound {
          taken = (0..<range.lowerBound).last(where: isPlace)
        } else if caret == range.lowerBound {
          taken = (range.upperBound..<shown.count).first(where: isPlace)
        }
        guard let taken else { return .accepted(form.with(state, caretAt: caret)) }
        range = taken..<taken + 1
      }
    }
    return .accepted(removed(state, range))
  }

  func removed(_ state: State, _ range: Range<Int>) -> State {
    let shown = form.shown(state)
    var next = state
    next.fresh = nil
    let gone = Set(shown[range].map(\.position))
    for stretch in state.texts.indices {
      next.texts[stretch] = zip(form.positions(stretch), state.texts[stretch])
        .filter { !gone.contains($0.0) }.map(\.1)
    }
    for position in gone where form.place(position) == nil {
      next.reach = min(next.reach, position)
    }
    let left = range.lowerBound == 0 ? -1 : shown[range.lowerBound - 1].position
    next.caret = (form.shown(next).last { $0.position <= left }?.position ?? -1) + 1
    return next
  }

  // MARK: F1, F3

  func typed(_ state: State, _ range: Range<Int>, _ key: Character) -> Outcome {
    guard let start = start(state, range), let next = put(start, key), form.isPossible(next) else {
      return .rejected
    }
    let isPassing = next.caret > 0 && form.place(next.caret - 1) == nil
    let shown = form.shown(state).map(\.position)
    if isPassing, range.upperBound < shown.count, form.place(shown[range.upperBound]) == nil,
      shown[range].contains(where: { form.place($0) != nil })
    {
      return .rejected
    }
    if isPassing, start.texts == state.texts, form.text(next) == form.text(state),
      next.texts == state.texts
    {
      return .moved(form.caretPlace(next))
    }
    return .accepted(next)
  }

  private func start(_ state: State, _ range: Range<Int>) -> State? {
    let shown = form.shown(state)
    guard range.lowerBound >= 0, range.upperBound <= shown.count else { return nil }
    let hasPlace = shown[range].contains { form.place($0.position) != nil }
    return hasPlace ? removed(state, range) : form.with(state, caretAt: range.lowerBound)
  }

  // nil if the character has no place.
  func put(_ state: State, _ key: Character, literalsFirst: Bool = false) -> State? {
    var next = state
    next.fresh = nil
    if let zeroed = zeroed(state, key) { return zeroed }
    if let literal = literal(state, key, literalsFirst) {
      next.caret = literal + 1
      if form.shown(next).last.map({ $0.position < literal }) ?? true { next.reach = literal + 1 }
      return next
    }
    guard
      let place = form.cells.indices.first(where: { $0 >= state.caret && form.place($0) != nil }),
      case .place(_, let stretch) = form.cells[place]
    else { return nil }
    let places = form.positions(stretch)
    var text = state.texts[stretch]
    let index = min(places.firstIndex(of: place)!, text.count)
    guard let taken = form.place(places[index])!.takes(key) else { return nil }
    if index == 0, isSecondOnly(taken, stretch) {
      next.texts[stretch] = ["0", taken]
      next.caret = places[1] + 1
      return next
    }
    var longer = text
    longer.insert(taken, at: index)
    let moves =
      longer.count <= places.count
      && (index + 1..<longer.count).allSatisfy {
        form.place(places[$0])!.takes(longer[$0]) == longer[$0]
      }
    if moves {
      text = longer
    } else {
      if form.isDate, places.count == 2, index == 0, text.count == 2 { next.fresh = stretch }
      text[index] = taken
    }
    next.texts[stretch] = text
    next.caret = places[index] + 1
    return next
  }

  func isSecondOnly(_ digit: Character, _ stretch: Int) -> Bool {
    guard form.isDate, form.widths[stretch] == 2 else { return false }
    let number = digit.wholeNumberValue!
    let all = form.values[stretch]
    return all.contains(number) && !(number * 10...number * 10 + 9).contains(where: all.contains)
  }

  // A literal typed after a single digit, or one typed over a full part.
  private func zeroed(_ state: State, _ key: Character) -> State? {
    for stretch in state.texts.indices where form.isDate && form.widths[stretch] == 2 {
      let places = form.positions(stretch)
      let literal = places[1] + 1
      guard state.caret == places[0] + 1,
        state.texts[stretch].count == 1 || state.fresh == stretch, literal < form.cells.count,
        isSame(key, literal)
      else { continue }
      var next = state
      next.fresh = nil
      next.texts[stretch] = ["0", state.texts[stretch][0]]
      next.caret = literal + 1
      if form.shown(next).last!.position < literal { next.reach = literal + 1 }
      return next
    }
    return nil
  }

  private func isSame(_ key: Character, _ position: Int) -> Bool {
    guard case .literal(let literal) = form.cells[position] else { return false }
    let plain = ReferencePlace.alike[key] ?? key
    if key == literal || plain == literal { return true }
    let separators: [Character] = ["-", "/", ".", ":", " ", "\u{A0}"]
    if form.isDate, literal == "T" { return key == " " || key == "\u{A0}" || key == "t" }
    if form.isDate, literal == "Z" { return key == "z" }
    return form.isDate && separators.contains(plain) && separators.contains(literal)
  }

  private func literal(_ state: State, _ key: Character, _ literalsFirst: Bool) -> Int? {
    let run = (state.caret..<form.cells.count).prefix { form.place($0) == nil }
    if literalsFirst { return run.first { isSame(key, $0) } }
    guard let first = run.first, isSame(key, first) else { return nil }
    let isDigit = (ReferencePlace.alike[key] ?? key).isNumber
    let isFirst = first == 0 || form.place(first - 1) != nil
    return !isDigit || isFirst || state.reach >= first || passed.contains(first - 1) ? first : nil
  }

  // The literals passed by a paste.
  private var passed: Set<Int> = []

  init(form: ReferenceForm) { self.form = form }

  // MARK: F4

  func pasted(_ state: State, _ range: Range<Int>, _ text: String) -> Outcome {
    guard let start = start(state, range) else { return .rejected }
    let raw = Array(text)
    var visible = raw.filter { !["\u{FEFF}", "\u{200E}", "\u{200B}"].contains($0) }
    let blanks: [Character] = [" ", "\u{A0}", "\n"]
    while let first = visible.first, blanks.contains(first) { visible.removeFirst() }
    while let last = visible.last, blanks.contains(last) { visible.removeLast() }
    for reading in raw == visible ? [raw] : [raw, visible] where !reading.isEmpty {
      let next = filled(start, reading, false) ?? filled(start, reading, true)
      if let next, form.isPossible(next) { return .accepted(next) }
    }
    return .rejected
  }

  private func filled(_ start: State, _ text: [Character], _ literalsFirst: Bool) -> State? {
    var state = start
    var rule = self
    var isAnyTaken = false
    // All digits between two separators belong to one part.
    let hasGroups = form.isDate && text.contains { "-/.: \u{A0}–".contains($0) }
    var group: Int?
    var partBefore: Int?
    if start.caret > 0, case .place(_, let stretch) = form.cells[start.caret - 1] {
      partBefore = stretch
    }
    for character in text {
      if let next = rule.put(state, character, literalsFirst: literalsFirst) {
        if next.caret > 0, form.place(next.caret - 1) == nil { rule.passed.insert(next.caret - 1) }
        state = next
        isAnyTaken = true
        var part: Int?
        if next.caret > 0, case .place(_, let stretch) = form.cells[next.caret - 1] {
          part = stretch
        }
        if hasGroups, let part, group.map({ part != $0 }) ?? (part == partBefore) { return nil }
        group = part
        continue
      }
      // White space and punctuation without a place are skipped, unless they end a part early.
      let isFiller = " \u{A0}\n.,:;!?()[]{}-–_/\\+*#".contains(character)
      guard isFiller, !form.isDate, state.caret <= form.cells.count else { return nil }
      if state.caret < form.cells.count, form.place(state.caret) != nil {
        let after = (state.caret..<form.cells.count).drop { form.place($0) != nil }
        if after.prefix(while: { form.place($0) == nil }).contains(where: { isSame(character, $0) })
        {
          return nil
        }
      }
    }
    return isAnyTaken ? state : nil
  }
}

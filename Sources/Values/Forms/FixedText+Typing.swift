extension FixedText {
  /// Skips a literal, fills a place with room, or overwrites a character. After an error the text
  /// is undefined.
  package mutating func type(_ scalar: Unicode.Scalar) throws(FixedMistake) {
    try take(scalar)
    if isBeforeLiteral, form.slots[caret - 1].isLiteral { throw .early(scalar) }
  }

  // With `prefersLiterals`, for pastes that would not fit otherwise, a scalar may match any literal
  // before the next place.
  private mutating func take(
    _ scalar: Unicode.Scalar, prefersLiterals: Bool = false
  ) throws(FixedMistake) {
    let wasFresh = fresh
    fresh = nil
    if givesZero(to: scalar, wasFresh: wasFresh) { return }
    if let literal = literal(for: scalar, prefersLiterals: prefersLiterals) {
      pass(literal)
    } else {
      try put(scalar)
    }
  }

  /// Ignores white space and punctuation that fit no place.
  ///
  /// A literal after an incomplete part is an error. In a date or time, so is everything except
  /// digits and separators in order. If a date or time contains separators, each group of digits
  /// must fit one part, and the first group must not join existing digits.
  package mutating func paste(
    _ text: some Collection<Unicode.Scalar>, prefersLiterals: Bool = false
  ) throws(FixedMistake) {
    let hasGroups = form.isCalendar && text.contains(where: \.isDateSeparator)
    let partBefore = part(before: caret)
    var isAnyTaken = false
    var group: Int?
    for scalar in text {
      let before = self
      do throws(FixedMistake) {
        try take(scalar, prefersLiterals: prefersLiterals)
        isAnyTaken = true
        let part = part(before: caret)
        if hasGroups, let part, group.map({ $0 != part }) ?? (part == partBefore) {
          throw .outOfPart(scalar)
        }
        group = part
      } catch {
        self = before
        guard scalar.isFiller, !form.isCalendar else { throw error }
        if endsPartEarly(scalar) { throw .early(scalar) }
      }
    }
    if !isAnyTaken { throw .nothing }
  }

  private func part(before position: Int) -> Int? {
    guard position > 0, !form.slots[position - 1].isLiteral else { return nil }
    return form.owners[position - 1].stretch
  }

  /// The rest of each stretch moves left, literals in the ranges are no longer reached, and the
  /// caret moves to the first range.
  package mutating func remove(_ ranges: [Range<Int>]) {
    let cells = cells
    let removed = Set(ranges.flatMap { cells[$0] })
    for (number, stretch) in form.stretches.enumerated() where counts[number] > 0 {
      let kept = zip(stretch.positions, self[number]).filter { !removed.contains($0.0) }
      if kept.count < counts[number] { replace(number, with: kept.map(\.1)) }
    }
    if let first = removed.filter({ form.slots[$0].isLiteral }).min() { reach = min(reach, first) }
    while reach > 0, !form.slots[reach - 1].isLiteral { reach -= 1 }
    fresh = nil
    let lower = ranges[0].lowerBound
    moveCaret(after: lower == 0 ? 0 : cells[lower - 1] + 1)
  }

  package mutating func moveCaret(toCell offset: Int) {
    caret = offset == 0 ? 0 : cells[offset - 1] + 1
  }

  private mutating func moveCaret(after position: Int) {
    caret = cells.last { $0 < position }.map { $0 + 1 } ?? 0
  }

  private mutating func put(_ scalar: Unicode.Scalar) throws(FixedMistake) {
    let place = form.nextPlace[caret]
    guard place < form.slots.count else { throw .nothingFollows(scalar) }
    let number = form.owners[place].stretch
    let stretch = form.stretches[number]
    let index = min(form.owners[place].index, counts[number])
    let slot = form.slots[stretch.positions[index]]
    guard let taken = slot.taking(scalar) else {
      throw form.isCalendar && scalar.isDateSeparator ? .early(scalar) : .wrongClass(scalar, slot)
    }
    var text = Array(self[number])
    var end = index + 1
    if index == 0, let part = stretch.part, part.isSecondOnly(taken) {
      text = ["0", taken]
      end = 2
    } else if hasRoom(for: text[index...], from: index, in: stretch) {
      text.insert(taken, at: index)
    } else {
      if index == 0, stretch.takesZero, isFull(number) { fresh = number }
      text[index] = taken
    }
    replace(number, with: text)
    caret = stretch.positions[end - 1] + 1
  }

  private func hasRoom(
    for text: ArraySlice<Unicode.Scalar>, from index: Int, in stretch: FixedForm.Stretch
  ) -> Bool {
    let positions = stretch.positions.dropFirst(index + 1)
    return text.count <= positions.count
      && zip(text, positions).allSatisfy { form.slots[$1].holds($0) }
  }

  // A separator after a single digit adds a leading zero.
  private mutating func givesZero(to scalar: Unicode.Scalar, wasFresh: Int?) -> Bool {
    guard form.isCalendar, caret > 0, !form.slots[caret - 1].isLiteral else { return false }
    let owner = form.owners[caret - 1]
    let stretch = form.stretches[owner.stretch]
    guard owner.index == 0, stretch.takesZero, let digit = self[owner.stretch].first,
      !isFull(owner.stretch) || wasFresh == owner.stretch
    else { return false }
    let literal = stretch.positions[1] + 1
    guard form.isLiteral(scalar, at: literal) else { return false }
    replace(owner.stretch, with: ["0", digit])
    pass(literal)
    return true
  }

  package var nextLiteral: Unicode.Scalar? {
    var position = caret
    if caret > 0, !form.slots[caret - 1].isLiteral {
      let owner = form.owners[caret - 1]
      let stretch = form.stretches[owner.stretch]
      if stretch.takesZero, owner.index == 0 { position = stretch.positions[1] + 1 }
    }
    guard position < form.slots.count, case .literal(let literal) = form.slots[position] else {
      return nil
    }
    return literal
  }

  // A digit that matches a literal fills the next place, unless the literals before it were typed
  // too.
  private func literal(for scalar: Unicode.Scalar, prefersLiterals: Bool) -> Int? {
    let run = caret..<form.nextPlace[caret]
    if prefersLiterals { return run.first { form.isLiteral(scalar, at: $0) } }
    guard !run.isEmpty, form.isLiteral(scalar, at: caret) else { return nil }
    let isFirst = caret == 0 || !form.slots[caret - 1].isLiteral
    return !scalar.plain.isPlainDigit || isFirst || max(reach, passed) >= caret ? caret : nil
  }

  private mutating func pass(_ literal: Int) {
    caret = literal + 1
    passed = caret
    if shownEnd < caret { reach = caret }
  }

  private func endsPartEarly(_ scalar: Unicode.Scalar) -> Bool {
    guard form.nextPlace[caret] == caret else { return false }
    guard let end = form.slots[caret...].firstIndex(where: \.isLiteral) else { return false }
    return (end..<form.nextPlace[end]).contains { form.isLiteral(scalar, at: $0) }
  }
}

/// The reason why a form does not accept a scalar.
///
/// Future versions may add cases, so clients need a `default` when switching.
public enum FixedMistake: Error, Hashable, Sendable {
  /// All places before the scalar are filled.
  case nothingFollows(Unicode.Scalar)
  /// The place accepts another class of characters.
  case wrongClass(Unicode.Scalar, Slot)
  /// The scalar is the literal after an incomplete part.
  case early(Unicode.Scalar)
  /// The part has no room for all digits of the scalar's group.
  case outOfPart(Unicode.Scalar)
  /// The text contains nothing that fits a place.
  case nothing

  /// The error message.
  public var message: String {
    switch self {
    case .nothingFollows(let scalar): Self.noPlace(for: quoted(scalar))
    case .wrongClass(let scalar, .capital) where scalar.isLetter: Self.noCapital(quoted(scalar))
    case .wrongClass(let scalar, let slot):
      Self.wrongClass(quoted(scalar), of: slot.name ?? "literal of the form")
    case .early(let scalar): Self.early(quoted(scalar))
    case .outOfPart(let scalar): Self.outOfPart(quoted(scalar))
    case .nothing: Self.nothing(in: "it")
    }
  }

  package static func noPlace(for text: String) -> String { "there is no room for \(text)" }

  package static func noCapital(_ text: String) -> String { "\(text) has no single capital letter" }

  package static func wrongClass(_ text: String, of name: String) -> String {
    "\(text) is not a \(name)"
  }

  package static func early(_ text: String) -> String { "\(text) cannot follow an incomplete part" }

  package static func outOfPart(_ text: String) -> String {
    "\(text) does not fit in the part of the digits before it"
  }

  package static func nothing(in text: String) -> String { "there is nothing in \(text) to insert" }

  private func quoted(_ scalar: Unicode.Scalar) -> String { Value.text(String(scalar)).literal }
}

extension CalendarPart {
  /// Whether a digit can only be the second one of the part, and so needs a leading zero.
  package func isSecondOnly(_ digit: Unicode.Scalar) -> Bool {
    guard width == 2, digit.isPlainDigit else { return false }
    let number = Int(digit.value) - 0x30
    return values.contains(number) && !values.overlaps(number * 10...number * 10 + 9)
  }
}

extension FixedText {
  /// Types a scalar: skips a literal, inserts into a segment that is not full, or overwrites a
  /// character. If an error is thrown, the text must be discarded.
  package mutating func type(_ scalar: Unicode.Scalar) throws(FixedMistake) {
    try take(scalar)
    if isBeforeLiteral, form.slots[caret - 1].isLiteral { throw .early(scalar) }
  }

  // If `prefersLiterals` is true, a scalar may match any literal before the next input position;
  // this is for pastes that would not fit otherwise.
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

  /// Pastes a text; ignores white space and punctuation that fit no input position.
  ///
  /// A literal after an incomplete part is an error. In a date or time, all characters except
  /// digits and separators in their order are errors too. If a date or time contains separators,
  /// each group of digits must fit one part, and the first group must not join existing digits.
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

  /// Deletes ranges: shifts the rest of each segment left, hides typed literals from the first
  /// deleted literal on, and moves the caret to the first range.
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

  // Adds a leading zero if a separator is typed after a single digit.
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

  // Returns the position of the literal to skip. A digit that equals a literal is entered at the
  // next input position, unless the literals before it were typed too.
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

/// The reason why a fixed format does not accept a scalar or a text.
///
/// Future versions may add cases, so clients need a `default` when switching.
public enum FixedMistake: Error, Hashable, Sendable {
  /// The format is full, so no scalar can follow.
  case nothingFollows(Unicode.Scalar)
  /// The input position accepts another class of characters.
  case wrongClass(Unicode.Scalar, Slot)
  /// The scalar is the literal after a part that is still incomplete.
  case early(Unicode.Scalar)
  /// The scalar belongs to a group of digits that does not fit in one part.
  case outOfPart(Unicode.Scalar)
  /// No character of the text fits the format.
  case nothing

  /// The error message.
  public var message: String {
    switch self {
    case .nothingFollows(let scalar): Self.noPlace(for: quoted(scalar))
    case .wrongClass(let scalar, .capital) where scalar.isLetter: Self.noCapital(quoted(scalar))
    case .wrongClass(let scalar, let slot):
      Self.wrongClass(quoted(scalar), of: slot.name ?? "literal of the format")
    case .early(let scalar): Self.early(quoted(scalar))
    case .outOfPart(let scalar): Self.outOfPart(quoted(scalar))
    case .nothing: Self.nothing(in: "the text")
    }
  }

  package static func noPlace(for text: String) -> String { "there is no room for \(text)" }

  package static func noCapital(_ text: String) -> String { "\(text) has no single capital letter" }

  package static func wrongClass(_ text: String, of name: String) -> String {
    "\(text) is not a \(name)"
  }

  package static func early(_ text: String) -> String { "\(text) cannot follow an incomplete part" }

  package static func outOfPart(_ text: String) -> String {
    "the digits up to \(text) do not fit in one part"
  }

  package static func nothing(in text: String) -> String { "there is nothing in \(text) to insert" }

  private func quoted(_ scalar: Unicode.Scalar) -> String { Value.text(String(scalar)).literal }
}

extension CalendarPart {
  /// Whether a digit can only be the second digit of the part, so that it needs a leading zero.
  package func isSecondOnly(_ digit: Unicode.Scalar) -> Bool {
    guard width == 2, digit.isPlainDigit else { return false }
    let number = Int(digit.value) - 0x30
    return values.contains(number) && !values.overlaps(number * 10...number * 10 + 9)
  }
}

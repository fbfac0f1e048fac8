/// The keystroke rule for hexadecimal texts, cards and names, by definition.
struct ReferenceDigitsRule {
  let kind: any ReferenceKind
  var isCard: Bool { kind is ReferenceCards || kind is ReferenceLargeCards }

  /// A displayed space belongs to no character.
  func display(_ text: [Character]) -> [(shown: Character, isSpace: Bool)] {
    text.enumerated().flatMap { place, character in
      (kind.isSpaced(text, before: place) ? [(" ", true)] : []) + [(character, false)]
    }
  }

  func text(_ inner: [Character]) -> String { String(display(inner).map(\.shown)) }

  func inner(_ text: String) -> [Character] { text.filter { !isCard || $0 != " " }.map { $0 } }

  func outcome(
    _ inner: [Character], _ range: Range<Int>, _ replacement: String, isTyped: Bool, caret: Int?
  ) -> ReferenceOutcome {
    let units = display(inner)
    guard range.lowerBound >= 0, range.upperBound <= units.count else { return .rejected }
    let lower = units[..<range.lowerBound].count { !$0.isSpace }
    let upper = units[..<range.upperBound].count { !$0.isSpace }
    if replacement.isEmpty { return deletion(inner, range, lower..<upper, caret) }
    let before = Array(inner[..<lower])
    let after = Array(inner[upper...])
    if isTyped, replacement.unicodeScalars.count == 1 {
      // N6
      if isCard, [" ", "\u{A0}"].contains(replacement) {
        return before.isEmpty
          ? .rejected : .accepted(text(inner), caret: caret ?? -1, content(inner))
      }
      return typed(Character(replacement), before, after, range)
    }
    return pasted(replacement, before, after, range)
  }

  private func typed(
    _ key: Character, _ before: [Character], _ after: [Character], _ range: Range<Int>
  ) -> ReferenceOutcome {
    guard let (before, after) = put(key, before, after) else {
      return .rejected
    }
    return judged(before, after)
  }

  private func isForm(_ text: [Character]) -> Bool {
    text.count <= kind.places.count
      && zip(text, kind.places).allSatisfy { $1.takes($0) == $0 }
  }

  // nil if the character has no place.
  private func put(
    _ key: Character, _ before: [Character], _ after: [Character]
  ) -> ([Character], [Character])? {
    if kind.places.isEmpty { return (before + [key], after) }
    guard isForm(before), before.count < kind.places.count,
      let taken = kind.places[before.count].takes(key)
    else { return nil }
    return (before + [taken], after)
  }

  private func pasted(
    _ string: String, _ before: [Character], _ after: [Character], _ range: Range<Int>
  ) -> ReferenceOutcome {
    let raw = string.map { $0 }
    var visible = raw.filter { !["\u{FEFF}", "\u{200E}", "\u{200B}"].contains($0) }
    let blanks: [Character] = [" ", "\u{A0}", "\n"]
    while let first = visible.first, blanks.contains(first) { visible.removeFirst() }
    while let last = visible.last, blanks.contains(last) { visible.removeLast() }
    for text in isCard || raw == visible ? [visible] : [raw, visible] {
      var state = Optional((before, after))
      let text = kind.pasted(text)
      if text.isEmpty { continue }
      for character in text { state = state.flatMap { put(character, $0.0, $0.1) } }
      if let (before, after) = state,
        kind.places.isEmpty
          ? kind.fits(before, after) : embeds(after[...], in: kind.places[before.count...])
      {
        return judged(before, after)
      }
    }
    return .rejected
  }

  // Rule 2
  private func judged(_ before: [Character], _ after: [Character]) -> ReferenceOutcome {
    guard kind.begins(before), kind.fits(before, after) else { return .rejected }
    return accepted(kind.inCase(before, after) + after, after: before.count)
  }

  private func accepted(_ inner: [Character], after count: Int) -> ReferenceOutcome {
    let units = display(inner)
    var place = 0
    var seen = 0
    while seen < count {
      if !units[place].isSpace { seen += 1 }
      place += 1
    }
    return .accepted(text(inner), caret: place, content(inner))
  }

  func content(_ inner: [Character]) -> ReferenceContent {
    inner.isEmpty ? .empty : kind.value(inner).map(ReferenceContent.complete) ?? .incomplete
  }

  // Rule 1 and N10
  private func deletion(
    _ inner: [Character], _ range: Range<Int>, _ removed: Range<Int>, _ caret: Int?
  ) -> ReferenceOutcome {
    var removed = removed
    if removed.isEmpty, !range.isEmpty {
      if caret == range.upperBound {
        removed = removed.lowerBound - 1..<removed.upperBound
      } else if caret == range.lowerBound {
        removed = removed.lowerBound..<removed.upperBound + 1
      }
    }
    if removed.isEmpty { return .accepted(text(inner), caret: range.lowerBound, content(inner)) }
    return accepted(
      Array(inner[..<removed.lowerBound] + inner[removed.upperBound...]),
      after: removed.lowerBound)
  }
}

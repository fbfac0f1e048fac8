struct PatternObjection {
  let grammar: PatternGrammar

  func objection(
    to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>
  ) -> Reason.Detail {
    if grammar.isEmpty { return Reason.Detail(.nothingMatches) }
    let mistake = mistake(in: before)
    // If the text before is correct, the last character is wrong, because the text after it cannot
    // follow.
    let wrong = mistake ?? lastScalar(of: before)
    let front = before[..<wrong.lowerBound]
    var next = expected(after: front, followedBy: after)
    if next.isEmpty, isTooLong(before + after) { return tooLong }
    if next.isEmpty {
      next = expected(from: states(after: front), after: front, followedBy: after, isWhole: true)
    }
    if next.isEmpty { return .nothing(after: front, before: after) }
    let subject = Reason.Quote(startOf: before[wrong])
    if mistake == nil {
      return Reason.Detail(
        .cannotPrecede, subject, before: .init(startOf: after), expected: next)
    }
    return Reason.Detail(
      front.isEmpty ? .cannotStart : .cannotFollow, subject, after: .init(endOf: front),
      whole: .text, expected: next)
  }

  /// The caret is between `front` and `after`.
  func incompleteness(
    of text: ArraySlice<UInt8>, after front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>
  ) -> Reason.Detail {
    if grammar.begins(text) {
      if after.isEmpty { return missing(from: states(after: text), after: text) }
      let next = expected(after: front, followedBy: after)
      return next.isEmpty ? .more(after: text) : Reason.Detail(.unfinished, expected: next)
    }
    let count = TextLengths.count(text)
    return count > grammar.lengths.most
      ? tooLong.counting(count) : objection(to: text, followedBy: [])
  }

  private func missing(
    from states: StateSet, after text: ArraySlice<UInt8>
  ) -> Reason.Detail {
    let first = expected(from: states, after: text, followedBy: [])
    if first.isEmpty { return Reason.Detail(.unfinishedCharacter) }
    let count = grammar.lengths.areGiven ? 0 : TextLengths.count(text)
    guard let missing = grammar.lengths.missing(from: states, after: count), missing > 1 else {
      return Reason.Detail(.unfinished, expected: first)
    }
    // The missing characters are described together only if every position expects the same
    // characters.
    var waiting = automaton.followers(of: states)
    for _ in 1..<missing {
      let next = automaton.followers(of: waiting)
      for letter in 0..<alphabet.count
      where alphabet.leads(letter, into: next) != alphabet.leads(letter, into: waiting) {
        return Reason.Detail(.unfinished, expected: first)
      }
      waiting = next
    }
    return Reason.Detail(.missingAlike, count: missing, of: .character, expected: first)
  }

  private var automaton: TextAutomaton { grammar.automaton }
  private var alphabet: Alphabet { automaton.alphabet }

  // The first scalar after which no valid text is possible.
  private func mistake(in text: ArraySlice<UInt8>) -> Range<Int>? {
    // One pass finds the first scalar that violates the pattern; a violated length needs a search.
    var low = text.startIndex + automaton.length(ofBeginningIn: text)
    var high = end(ofScalarAt: low, in: text)
    if grammar.lengths.areGiven || grammar.begins(text[..<low]) {
      return low < high ? low..<high : nil
    }
    (low, high) = (text.startIndex, end(ofScalarAt: text.startIndex, in: text))
    while grammar.begins(text[..<high]) {
      let next = min(text.endIndex - 1, high + (high - text.startIndex))
      (low, high) = (high, end(ofScalarAt: next, in: text))
    }
    while end(ofScalarAt: low, in: text) < high {
      let middle = end(ofScalarAt: low + (high - low) / 2, in: text)
      // If the last scalar fills more than half the range, `middle` is `high`.
      let place = middle < high ? middle : end(ofScalarAt: low, in: text)
      if grammar.begins(text[..<place]) { low = place } else { high = place }
    }
    return low..<high
  }

  private func isTooLong(_ text: ArraySlice<UInt8>) -> Bool {
    !grammar.lengths.areGiven && TextLengths.count(text) > grammar.lengths.most
  }

  private func expected(
    after text: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>
  ) -> [Reason.Expected] {
    expected(from: states(after: text), after: text, followedBy: after)
  }

  // Empty if only combining marks of large classes can follow, because a list of them does not
  // help.
  private func expected(
    from states: StateSet, after text: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>,
    isWhole: Bool = false
  ) -> [Reason.Expected] {
    let following = automaton.followers(of: states)
    func takes(_ scalar: Unicode.Scalar, _ letter: Int) -> Bool {
      var behind = following
      alphabet.restrict(&behind, to: letter)
      let next = text + Array(String(scalar).utf8)
      return grammar.lengths.canGoOn(from: behind, after: next)
        && (after.isEmpty || grammar.fits(behind, next, after))
    }
    let letters = (0..<alphabet.count).filter { alphabet.leads($0, into: following) }
    guard let kinds = grammar.lengths.moves?.kinds else {
      let taken = letters.filter { after.isEmpty || takes(alphabet.sample(of: $0), $0) }
      return Reason.Expected.list(alphabet.ranges { taken.contains($0) })
    }
    var taken = [[CharacterBreaks.Kind]](repeating: [], count: alphabet.count)
    for letter in letters {
      taken[letter] = kinds[letter].compactMap { kind, value in
        takes(Unicode.Scalar(value) ?? "\u{FFFD}", letter) ? kind : nil
      }
    }
    if !isWhole,
      letters.allSatisfy({ taken[$0].isEmpty || kinds[$0][0] != nil && !taken[$0].contains(0) })
    {
      return []
    }
    let wholes = alphabet.ranges { taken[$0].count == kinds[$0].count && !taken[$0].isEmpty }
    let parts = letters.filter { !taken[$0].isEmpty && taken[$0].count < kinds[$0].count }
      .flatMap { letter in
        alphabet.ranges { $0 == letter }.flatMap(CharacterBreaks.parts)
          .filter { taken[letter].contains($0.kind) }.map(\.range)
      }
    return Reason.Expected.list(ScalarRanges.union(wholes + parts))
  }

  private func states(after text: ArraySlice<UInt8>) -> StateSet {
    automaton.states(after: text, from: automaton.start)
  }

  private func end(ofScalarAt index: Int, in text: ArraySlice<UInt8>) -> Int {
    guard index < text.endIndex else { return text.endIndex }
    return text[(index + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? text.endIndex
  }

  private func lastScalar(of text: ArraySlice<UInt8>) -> Range<Int> {
    (text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.startIndex)..<text.endIndex
  }

  private var tooLong: Reason.Detail {
    Reason.Detail(.tooMany, limit: grammar.lengths.most, of: .character)
  }
}

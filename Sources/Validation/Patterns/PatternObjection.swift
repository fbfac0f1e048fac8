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

extension Reason.Expected {
  private static let longest = 5

  /// The ranges must be sorted.
  static func list(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    guard count(ranges) > half else { return shortened(named(ranges)) }
    let others = named(ScalarRanges.subtracting(ranges, from: ScalarRanges.all))
    return [.anyCharacter(but: shortened(others))]
  }

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  private static let half = 0x8_8000

  private static let fewestInLargeClass = 500

  private static func count(_ ranges: [ClosedRange<UInt32>]) -> Int {
    ranges.reduce(0) { $0 + $1.count }
  }

  private static func named(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    let count = count(ranges)
    let classes = count < fewestInLargeClass ? [] : ScalarClass.large
    var names: [Reason.Expected] = []
    var rest = ranges
    for one in classes + ScalarClass.small where one.count <= count {
      guard ScalarRanges.subtracting(rest, from: one.ranges).isEmpty else { continue }
      names.append(.anyOf(one.name))
      rest = ScalarRanges.subtracting(one.ranges, from: rest)
      rest = ScalarRanges.subtracting(one.others, from: rest)
    }
    return names + singly(rest)
  }

  private static func singly(_ ranges: [ClosedRange<UInt32>]) -> [Reason.Expected] {
    let isLetter = { (value: UInt32) in capitals.contains(value) || small.contains(value) }
    let letters = ranges.filter { isLetter($0.lowerBound) }
    let numbers = ranges.filter { digits.contains($0.lowerBound) }
    let others = ranges.filter { !isLetter($0.lowerBound) && !digits.contains($0.lowerBound) }
    return (letters + numbers + others).flatMap { range -> [Reason.Expected] in
      if range.count < 3 {
        return range.map { .scalars(from: scalar($0), through: scalar($0)) }
      }
      return [.scalars(from: scalar(range.lowerBound), through: scalar(range.upperBound))]
    }
  }

  private static func scalar(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func shortened(_ expected: [Reason.Expected]) -> [Reason.Expected] {
    expected.count > longest ? expected.prefix(longest) + [.others] : expected
  }

  static let hexadecimalDigits = [
    Reason.Expected.run(from: "0", through: "9"), .run(from: "A", through: "F"),
  ]

  /// The characters must be sorted.
  static func runs(of characters: [UInt8], shown: (UInt8) -> String) -> [Reason.Expected] {
    if characters.count == 10, characters.allSatisfy(\.isDigit) { return [.anyOf(.digit)] }
    var runs: [Reason.Expected] = []
    var rest = characters[...]
    while let first = rest.popFirst() {
      var last = first
      while let next = rest.first, next == last + 1 {
        last = next
        rest.removeFirst()
      }
      runs.append(.run(from: shown(first), through: shown(last)))
    }
    return runs
  }
}

struct ScalarClass: Sendable {
  var name: Reason.CharacterClass
  var ranges: [ClosedRange<UInt32>]

  /// Scalars that a message does not list in addition to the class, for example combining marks.
  var others: [ClosedRange<UInt32>] = []

  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Supersets precede their subsets.
  static let small = [
    ScalarClass(
      name: .whiteSpace,
      ranges: [
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A,
        0x2028...0x2029, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
      ]),
    ScalarClass(name: .lineBreak, ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]),
  ]

  /// Supersets precede their subsets.
  static let large: [ScalarClass] = {
    var letters = ScalarClass(name: .letter, ranges: [])
    var capitals = ScalarClass(name: .capitalLetter, ranges: [])
    var smalls = ScalarClass(name: .smallLetter, ranges: [])
    var digits = ScalarClass(name: .digit, ranges: [])
    // The other planes contain no scalars of these classes.
    for value in Array(0x30...0x3FFFF) + Array(0xE0100...0xE01EF) as [UInt32] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let category = properties.generalCategory
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        ScalarRanges.append(value, to: &letters.ranges)
        if category == .uppercaseLetter {
          ScalarRanges.append(value, to: &capitals.ranges)
        } else if category == .lowercaseLetter {
          ScalarRanges.append(value, to: &smalls.ranges)
        }
      case .decimalNumber: ScalarRanges.append(value, to: &digits.ranges)
      case .nonspacingMark, .spacingMark, .enclosingMark:
        ScalarRanges.append(value, to: &letters.others)
      case .connectorPunctuation where value > 0x7F:
        ScalarRanges.append(value, to: &letters.others)
      default:
        if properties.isAlphabetic || value == 0x200C || value == 0x200D {
          ScalarRanges.append(value, to: &letters.others)
        }
      }
      if value < 0x80 || category == .unassigned { continue }
      if category != .uppercaseLetter, properties.isUppercase {
        ScalarRanges.append(value, to: &capitals.others)
      } else if category != .lowercaseLetter, properties.isLowercase {
        ScalarRanges.append(value, to: &smalls.others)
      }
    }
    return [letters, capitals, smalls, digits]
  }()
}

/// The content of a form: the text of each segment, and the position up to which literals were
/// typed.
///
/// A literal is shown if an input position after it is filled, if it follows the last input
/// position and that position is filled, or if it was typed.
public struct FixedText: Sendable {
  package let form: FixedForm

  private(set) var scalars: [Unicode.Scalar]

  /// The length of each segment's text, in scalars.
  package private(set) var counts: [Int]

  /// The position up to which literals are shown because they were typed.
  package var reach: Int

  /// The segment whose first digit has just been overwritten; a separator typed next makes this
  /// digit the complete number.
  package var fresh: Int?

  /// Whether a literal follows the replaced selection; then no literal can be typed over the
  /// selection.
  package var isBeforeLiteral = false

  package internal(set) var caret = 0

  /// The position up to which the current paste has skipped literals.
  var passed = 0

  package init(_ form: FixedForm) {
    self.form = form
    scalars = []
    counts = [Int](repeating: 0, count: form.stretches.count)
    reach = 0
  }

  package init(_ form: FixedForm, beginningWith text: [Unicode.Scalar]) {
    self.init(form)
    guard !text.isEmpty else { return }
    replace(0, with: text)
    caret = form.stretches[0].positions[text.count - 1] + 1
  }

  package subscript(stretch: Int) -> ArraySlice<Unicode.Scalar> {
    let start = counts[..<stretch].reduce(0, +)
    return scalars[start..<start + counts[stretch]]
  }

  mutating func replace(_ stretch: Int, with text: some Collection<Unicode.Scalar>) {
    let start = counts[..<stretch].reduce(0, +)
    scalars.replaceSubrange(start..<start + counts[stretch], with: text)
    counts[stretch] = text.count
  }

  package var isEmpty: Bool { scalars.isEmpty }

  package func isFull(_ stretch: Int) -> Bool {
    counts[stretch] == form.stretches[stretch].positions.count
  }

  package var isFull: Bool { scalars.count == form.stretches.reduce(0) { $0 + $1.positions.count } }

  package var scalarCount: Int { scalars.count }

  /// Whether the shown positions have no gaps and each character is of the class of its position.
  package var isRun: Bool {
    let end = shownEnd
    let places = form.slots[..<end].reduce(0) { $0 + ($1.isLiteral ? 0 : 1) }
    return places == scalars.count && hasRightClasses
  }

  package var caretCell: Int {
    let end = min(caret, shownEnd)
    if shownEnd <= scalars.count { return end }
    return cells.prefix { $0 < end }.count
  }

  package var hasRightClasses: Bool {
    var index = 0
    for (number, stretch) in form.stretches.enumerated() {
      for position in stretch.positions.prefix(counts[number]) {
        if !form.slots[position].holds(scalars[index]) { return false }
        index += 1
      }
    }
    return true
  }

  package func isLiteralPassed(since other: FixedText) -> Bool {
    caret > 0 && form.slots[caret - 1].isLiteral && shownEnd == other.shownEnd
      && counts == other.counts && scalars == other.scalars
  }

  package var shownEnd: Int {
    guard let last = counts.lastIndex(where: { $0 > 0 }) else { return reach }
    let position = form.stretches[last].positions[counts[last] - 1]
    return position == form.lastPlace ? form.slots.count : max(position + 1, reach)
  }

  package var cells: [Int] {
    let end = shownEnd
    if end == scalars.count { return Array(0..<end) }
    return (0..<end).filter { position in
      if form.slots[position].isLiteral { return true }
      let owner = form.owners[position]
      return owner.index < counts[owner.stretch]
    }
  }

  package var shown: [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    let end = shownEnd
    result.reserveCapacity(end)
    var next = 0
    for position in 0..<end {
      if case .literal(let literal) = form.slots[position] {
        result.append(literal)
      } else {
        let owner = form.owners[position]
        guard owner.index < counts[owner.stretch] else { continue }
        result.append(scalars[next])
        next += 1
      }
    }
    return result
  }
}

extension FixedText {
  package init?(
    _ form: FixedForm, shown: some Sequence<Unicode.Scalar>, counts: [Int], reach: Int
  ) {
    self.init(form)
    self.counts = counts
    self.reach = reach
    scalars.reserveCapacity(counts.reduce(0, +))
    var rest = shown.makeIterator()
    for position in 0..<shownEnd {
      let owner = form.owners[position]
      let isLiteral = form.slots[position].isLiteral
      guard isLiteral || owner.index < counts[owner.stretch] else { continue }
      guard let scalar = rest.next() else { return nil }
      if !isLiteral { scalars.append(scalar) }
    }
    guard rest.next() == nil else { return nil }
  }

  /// Parses shown scalars; nil if the form cannot show them.
  ///
  /// - Complexity: O(*n* · *m*) at most in the lengths of the text and the form, O(*n*) if all
  ///   input positions are filled.
  package init?(_ form: FixedForm, shown: [Unicode.Scalar]) {
    self.init(form)
    let slots = form.slots
    if shown.count == slots.count, zip(slots, shown).allSatisfy({ $0.holds($1) }) {
      scalars = zip(slots, shown).filter { !$0.0.isLiteral }.map(\.1)
      counts = form.stretches.map(\.positions.count)
      return
    }
    guard shown.count <= slots.count else { return nil }
    var walk = ShownWalk(form: form, shown: shown)
    guard let filled = walk.filled() else { return nil }
    for (position, scalar) in filled.cells where !slots[position].isLiteral {
      scalars.append(scalar)
      counts[form.owners[position].stretch] += 1
    }
    reach = filled.end
    let full = reach
    reach = 0
    if shownEnd < full { reach = full }
  }
}

extension FixedForm {
  /// Returns the text with the same characters in the segments of this form; nil if the form has
  /// other segments.
  package func text(_ other: FixedText) -> FixedText? {
    guard stretches.map(\.positions.count) == other.form.stretches.map(\.positions.count) else {
      return nil
    }
    var text = FixedText(self)
    for stretch in stretches.indices { text.replace(stretch, with: other[stretch]) }
    text.reach = min(other.reach, slots.count)
    text.fresh = other.fresh
    return text
  }
}

/// Assigns shown scalars to positions; only the end of a segment can be unfilled.
private struct ShownWalk {
  let form: FixedForm
  let shown: [Unicode.Scalar]
  private var dead: Set<Int> = []
  private var cells: [(Int, Unicode.Scalar)] = []

  init(form: FixedForm, shown: [Unicode.Scalar]) {
    self.form = form
    self.shown = shown
  }

  mutating func filled() -> (cells: [(position: Int, scalar: Unicode.Scalar)], end: Int)? {
    guard let end = find(0, 0, hasEnded: false) else { return nil }
    return (cells.reversed().map { (position: $0.0, scalar: $0.1) }, end)
  }

  // Assigns the scalars from `index` on; returns the end of the shown positions, or nil if these
  // scalars do not fit.
  private mutating func find(_ index: Int, _ position: Int, hasEnded: Bool) -> Int? {
    guard index < shown.count else { return position }
    guard position < form.slots.count else { return nil }
    let key = (index * (form.slots.count + 1) + position) * 2 + (hasEnded ? 1 : 0)
    if dead.contains(key) { return nil }
    let slot = form.slots[position]
    if case .literal(let literal) = slot {
      if literal == shown[index],
        let end = find(index + 1, position + 1, hasEnded: hasEnded)
      {
        cells.append((position, literal))
        return end
      }
    } else {
      let isFirst = form.owners[position].index == 0
      let hasEnded = hasEnded && !isFirst
      // A deletion may have shifted a character to a position of another class.
      if !hasEnded, !isDividing(shown[index], before: position),
        let end = find(index + 1, position + 1, hasEnded: false)
      {
        cells.append((position, shown[index]))
        return end
      }
      if let end = find(index, position + 1, hasEnded: true) { return end }
    }
    dead.insert(key)
    return nil
  }

  // Whether the scalar fits no input position of the segment, so that it must be a literal.
  private func isDividing(_ scalar: Unicode.Scalar, before position: Int) -> Bool {
    !form.stretches[form.owners[position].stretch].positions.contains {
      form.slots[$0].holds(scalar)
    }
  }
}

extension FixedText {
  /// The interpretations of a paste to try, in order: the text as it is, and its visible part.
  static func readings(of text: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    let visible = Array(text.pasted)
    return visible.count == text.count ? [text[...]] : [text[...], visible[...]]
  }

  package init(
    pasting text: some Collection<Unicode.Scalar>, into form: FixedForm
  ) throws(FixedMistake) {
    self.init(form)
    try pasteEitherWay(text)
  }

  package mutating func pasteEitherWay(
    _ text: some Collection<Unicode.Scalar>
  ) throws(FixedMistake) {
    let before = self
    do throws(FixedMistake) {
      try paste(text)
    } catch {
      self = before
      guard (try? paste(text, prefersLiterals: true)) != nil else { throw error }
    }
  }
}

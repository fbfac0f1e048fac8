internal import Values

/// A grammar of texts of a limited length that match a pattern.
///
/// The characters after the caret must occur in a match in the same order, perhaps with other
/// characters between them. Length and pattern are checked together, in characters. A text
/// that is too long is rejected, even if later insertions could combine its characters. If more
/// than 10000 characters are missing, or more than 256 scalars follow the caret, the check is
/// approximate and accepts some keys that cannot lead to a match.
public struct PatternGrammar: InnerTextGrammar {
  let automaton: TextAutomaton
  let lengths: TextLengths

  /// Creates a grammar of the texts that an automaton accepts; `length` limits the number of
  /// characters.
  ///
  /// - Precondition: `length` is not negative.
  public init(_ automaton: TextAutomaton, length: ClosedRange<Int>? = nil) {
    let fewest = length?.lowerBound ?? 0
    precondition(fewest >= 0, "a length must not be negative")
    self.automaton = automaton
    lengths = TextLengths(fewest: fewest, most: length?.upperBound ?? .max, automaton: automaton)
  }

  /// Whether the grammar has no valid text.
  ///
  /// Can be wrongly `false` if the minimum length is above 10000.
  public var isEmpty: Bool { !begins([]) }

  /// `true`: words are deleted one at a time.
  public var isFreeText: Bool { true }

  /// Inserts the first of these texts that fits: the unchanged text if it completes the field, the
  /// text without surrounding white space and invisible characters, the unchanged text, or the text
  /// without the affixes of the field.
  ///
  /// Therefore, users can paste any text that the field displays.
  public func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    let scalars = text.unicodeScalars
    if isTyped { return .insert(Array(text.utf8), dropping: 0) }
    let whole = tried(scalars, at: point)
    let seen = scalars.pasted
    let isBare = seen.elementsEqual(scalars) || seen.isEmpty
    if whole.isTaken, isBare || value(of: Array(point.before) + whole.text + point.after) != nil {
      return .insert(whole.text, dropping: 0)
    }
    if seen.isEmpty {
      return .rejected(Rejection(.init(.nothingToInsert, .init(text))))
    }
    let bare = tried(seen, at: point)
    if whole.isTaken, !bare.isTaken { return .insert(whole.text, dropping: 0) }
    if !bare.isTaken,
      let stripped = Pasteboard.stripped(seen, in: notation)
    {
      let inner = tried(stripped, at: point)
      if inner.isTaken, !inner.text.isEmpty { return .insert(inner.text, dropping: 0) }
    }
    return .insert(bare.text, dropping: 0)
  }

  /// Returns the outcome of one edit. If a character is typed at the end, the check continues from
  /// the automaton states saved in `state`.
  public func outcome(of edit: Edit, in state: EditState, in notation: Notation) -> Outcome {
    let rule = InnerTextRule(grammar: self, notation: notation)
    let end = state.text.utf8.count
    guard lengths.areGiven, edit.isTyped, edit.ranges == [end..<end],
      edit.replacement.utf8.count == 1, let byte = edit.replacement.utf8.first, byte < 0x80,
      byte != 0x0D, state.states != nil || state.text.utf8.isOneCharacterEach
    else { return rule.outcome(of: edit, in: state) }
    let before =
      state.states ?? automaton.states(after: Array(state.text.utf8)[...], from: automaton.start)
    let states = automaton.states(after: [byte], from: before)
    if states.isEmpty { return rule.outcome(of: edit, in: state) }
    let next = state.appending(byte, states: states)
    if states.intersects(automaton.ends) { return .accepted(next, .complete(.text(next.text))) }
    return .accepted(next, .incomplete(reason: Reason(rule.content(of: next).detail)))
  }

  /// Returns whether a valid text begins with the text.
  ///
  /// - Complexity: O(*n*) in the length of the text, and, unless the pattern determines the length,
  ///   in the number of missing characters.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    lengths.canGoOn(from: automaton.states(after: text, from: automaton.start), after: text)
  }

  /// Returns whether a valid text begins with `before`, and the characters of `after` can follow in
  /// this order, perhaps with other characters between them.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    fits(automaton.states(after: before, from: automaton.start), before, after)
  }

  /// Reports the first wrong character, and the accepted characters.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    PatternObjection(grammar: self).objection(to: attempt.before, followedBy: attempt.after)
  }

  /// Returns the text if it matches and has a valid length.
  public func value(of text: [UInt8]) -> Value? {
    let states = automaton.states(after: text[...], from: automaton.start)
    guard states.intersects(automaton.ends),
      lengths.areGiven || lengths.contain(TextLengths.count(text[...]))
    else { return nil }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// Reports which characters can follow, or which character does not match.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    PatternObjection(grammar: self)
      .incompleteness(of: text[...], after: point.before, before: point.after)
  }

  /// Whether an empty text matches.
  public var takesEmptyText: Bool { value(of: []) != nil }

  /// Returns the text unchanged.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }

  /// `states` are the states after `before`.
  func fits(
    _ states: StateSet, _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>
  ) -> Bool {
    if after.isEmpty { return lengths.canGoOn(from: states, after: before) }
    guard !automaton.states(afterGapsAnd: after, from: states).isEmpty else { return false }
    if lengths.areGiven { return true }
    // Count the existing characters as they are, even if inserted scalars could combine some.
    let whole = before + after
    guard TextLengths.count(whole) <= lengths.most else { return false }
    let behind = automaton.states(after: after, from: states)
    return lengths.reachEnd(from: behind, after: whole)
      || lengths.reachEnd(from: states, after: before, by: Array(UTF8Scalars(after)))
  }

  // Reads pasted text only until it is clear that it cannot be inserted.
  private func tried(
    _ scalars: some Sequence<Unicode.Scalar>, at point: InsertionPoint
  ) -> (text: [UInt8], isTaken: Bool) {
    var front = Array(point.before)
    var states = automaton.states(after: front[...], from: automaton.start)
    var scalars = scalars.makeIterator()
    var isAtEnd = false
    while !isAtEnd {
      // Doubling the text before each count keeps the total cost of counting linear.
      let start = front.count
      while front.count < max(2 * start, 64), !isAtEnd {
        if let scalar = scalars.next(), let bytes = UTF8.encode(scalar) {
          front.append(contentsOf: bytes)
        } else {
          isAtEnd = true
        }
      }
      states = automaton.states(after: front[start...], from: states)
      if states.isEmpty || !lengths.areGiven && TextLengths.count(front[...]) > lengths.most {
        return (Array(front[point.before.count...]), false)
      }
    }
    let isTaken =
      lengths.canGoOn(from: states, after: front[...]) && fits(states, front[...], point.after)
    return (Array(front[point.before.count...]), isTaken)
  }
}

/// Checks the ASCII form of texts that contain domain names.
extension PatternGrammar {
  static func ascii(
    _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>,
    hosts: (ArraySlice<UInt8>) -> [Range<Int>]
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    let isASCII = { (text: ArraySlice<UInt8>) in text.allSatisfy { $0 < 0x80 } }
    if isASCII(before), isASCII(after) { return (before, after) }
    let whole = (Array(before) + after)[...]
    let hosts = hosts(whole)
    return (
      DomainName.ascii(whole, in: 0..<before.count, hosts: hosts)[...],
      DomainName.ascii(whole, in: before.count..<whole.count, hosts: hosts)[...]
    )
  }

  func objection(
    to attempt: Attempt, in notation: Notation, hosts: (ArraySlice<UInt8>) -> [Range<Int>]
  ) -> Reason.Detail {
    var (before, after) = Self.ascii(attempt.before, attempt.after, hosts: hosts)
    let last = attempt.before.lastIndex { $0 & 0xC0 != 0x80 } ?? attempt.before.startIndex
    if before.contains(where: { $0 >= 0x80 }) {
      // The label has no ASCII form with the last character; the characters before it are right.
      before =
        Self.ascii(attempt.before[..<last], [], hosts: hosts).before + attempt.before[last...]
    }
    var detail = PatternObjection(grammar: self).objection(to: before, followedBy: after)
    if detail.code == .cannotFollow, before.count != attempt.before.count {
      // Quote the typed text, not its ASCII form.
      detail.front = Reason.Quote(endOf: attempt.before[..<last])
    }
    return detail
  }

  func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation,
    hosts: (ArraySlice<UInt8>) -> [Range<Int>]
  ) -> Reason.Detail {
    let (before, after) = Self.ascii(point.before, point.after, hosts: hosts)
    return PatternObjection(grammar: self).incompleteness(
      of: Self.ascii(text[...], [], hosts: hosts).before, after: before, before: after)
  }
}

/// Text that a pattern matches, of a limited length.
///
/// A text is judged by its scalars: what follows the caret has to come in the same order, with
/// any gaps. A length is judged exactly together with the pattern, also where several scalars are
/// one character; but what is before and after the caret is too long if it is so as it is, even
/// where more scalars between the two could make one character of them. Beyond 10000 characters
/// that are missing and 256 scalars after the caret, some keys are taken that lead nowhere.
public struct PatternGrammar: InnerTextGrammar {
  let automaton: TextAutomaton
  let lengths: TextLengths

  /// Creates a grammar of the texts that an automaton takes, with so many characters; of all of
  /// them without a length.
  ///
  /// - Precondition: the length is not negative.
  public init(_ automaton: TextAutomaton, length: ClosedRange<Int>? = nil) {
    let fewest = length?.lowerBound ?? 0
    precondition(fewest >= 0, "a length is not negative")
    self.automaton = automaton
    lengths = TextLengths(fewest: fewest, most: length?.upperBound ?? .max, automaton: automaton)
  }

  /// Whether no text is taken at all.
  ///
  /// Where the least length is above 10000 it may be false although there is none.
  public var isEmpty: Bool { !begins([]) }

  /// Whether words are deleted one by one: they are.
  public var isFreeText: Bool { true }

  /// Takes a paste as it is where that makes a whole text, else without white space around it and
  /// without invisible characters, else without the affixes of the field too, else as it is.
  ///
  /// So what the field shows can always be pasted back, whatever the pattern takes.
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

  /// Judges one edit by the rule; a key at the end goes on from the states that the keys before it
  /// have led to.
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

  /// Whether some text of the pattern and of a length that is taken begins with the text.
  ///
  /// - Complexity: O(*n*) in the length of the text, and where the pattern does not ask for the
  ///   length anyway, in the number of characters missing.
  public func begins(_ text: ArraySlice<UInt8>) -> Bool {
    lengths.canGoOn(from: automaton.states(after: text, from: automaton.start), after: text)
  }

  /// Whether some text of the pattern and of a length that is taken begins with the one text, and
  /// has the other one, with gaps, after that.
  public func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    fits(automaton.states(after: before, from: automaton.start), before, after)
  }

  /// Names the first character that goes too far, and what could be there.
  public func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    PatternObjection(grammar: self).objection(to: attempt.before, followedBy: attempt.after)
  }

  /// The text, if all of it is matched and it has the right length.
  public func value(of text: [UInt8]) -> Value? {
    let states = automaton.states(after: text[...], from: automaton.start)
    guard states.intersects(automaton.ends),
      lengths.areGiven || lengths.contain(TextLengths.count(text[...]))
    else { return nil }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// Says what can come, or what does not match.
  public func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    PatternObjection(grammar: self)
      .incompleteness(of: text[...], after: point.before, before: point.after)
  }

  /// Whether an empty text matches.
  public var takesEmptyText: Bool { value(of: []) != nil }

  /// The text itself.
  public func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    guard case .text(let text) = value else { return nil }
    return Array(text.utf8)
  }

  /// Whether from the states that the one text leads to the other one can follow, with gaps.
  func fits(
    _ states: StateSet, _ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>
  ) -> Bool {
    if after.isEmpty { return lengths.canGoOn(from: states, after: before) }
    guard !automaton.states(afterGapsAnd: after, from: states).isEmpty else { return false }
    if lengths.areGiven { return true }
    // A reader counts the characters that are there, whatever could make fewer of them.
    let whole = before + after
    guard TextLengths.count(whole) <= lengths.most else { return false }
    let behind = automaton.states(after: after, from: states)
    return lengths.reachEnd(from: behind, after: whole)
      || lengths.reachEnd(from: states, after: before, by: Array(UTF8Scalars(after)))
  }

  // What a paste may mean, no farther than to where it is clear that it cannot be put in.
  private func tried(
    _ scalars: some Sequence<Unicode.Scalar>, at point: InsertionPoint
  ) -> (text: [UInt8], isTaken: Bool) {
    var front = Array(point.before)
    var states = automaton.states(after: front[...], from: automaton.start)
    var scalars = scalars.makeIterator()
    var isAtEnd = false
    while !isAtEnd {
      // Each part is as long as all before it, so that to count them costs no more than to go on.
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

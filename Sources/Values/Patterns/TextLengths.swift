/// The lengths of the texts of an automaton, counted in characters.
///
/// Answers about lengths are exact, also where several scalars are one character. Only beyond some
/// thousands of characters that are missing, or some hundreds of scalars after the caret, is it
/// necessary and not sufficient.
package struct TextLengths: Sendable {
  private let automaton: TextAutomaton
  package let fewest: Int
  package let most: Int

  /// Whether all texts of the automaton have one of the lengths anyway.
  package let areGiven: Bool

  /// What the scalars do to the length; nil where none has to be judged.
  package let moves: CharacterMoves?

  private static let longestWalk = 10_000
  private static let mostScalars = 256

  package init(fewest: Int, most: Int, automaton: TextAutomaton) {
    self.automaton = automaton
    self.fewest = fewest
    self.most = most
    let isAny = fewest == 0 && most == .max || automaton.isEmpty
    let moves = isAny ? nil : CharacterMoves(automaton)
    areGiven = moves.map { TextLengths.areGiven(fewest, most, automaton, $0) } ?? true
    self.moves = areGiven ? nil : moves
  }

  /// Whether so many characters are neither too few nor too many.
  package func contain(_ count: Int) -> Bool { fewest <= count && count <= most }

  /// The number of characters of a text.
  package static func count(_ text: ArraySlice<UInt8>) -> Int {
    if text.isOneCharacterEach { return text.count }
    return String(decoding: text, as: UTF8.self).count
  }

  /// Whether from the states that a text leads to a text of one of the lengths can be reached.
  package func canGoOn(from states: StateSet, after text: ArraySlice<UInt8>) -> Bool {
    if states.isEmpty { return false }
    return areGiven || reachEnd(from: states, after: text)
  }

  /// Whether from some states an end can be reached, the rest of the text having one of the
  /// lengths together with a text before it, and the scalars in it, with any gaps.
  package func reachEnd(
    from states: StateSet, after text: ArraySlice<UInt8>, by scalars: [UInt32] = []
  ) -> Bool {
    let count = TextLengths.count(text)
    let least = max(0, fewest - count)
    guard count <= most, !states.isEmpty else { return false }
    let room = most - count
    guard let moves, least <= TextLengths.longestWalk, scalars.count <= TextLengths.mostScalars
    else {
      return true
    }
    if least > room { return false }
    if scalars.isEmpty, moves.breaksPlainly(after: text) {
      let isReached = reachEndPlainly(from: states, moves.plain, least, room)
      if isReached || moves.isPlain { return isReached }
    }
    var walk = CharacterWalk(automaton, moves, from: states, after: text, by: scalars)
    var length = 0
    while length < least, !walk.isSteady {
      guard walk.advance() else { return false }
      length += 1
    }
    while length <= room {
      if walk.canEnd || most == .max && walk.hasAll { return true }
      guard !walk.isSteady, walk.advance() else { return false }
      length += 1
    }
    return false
  }

  // The same where each scalar that comes is a character of its own, which is soon told and often
  // enough.
  private func reachEndPlainly(
    from states: StateSet, _ plain: StateSet, _ least: Int, _ room: Int
  ) -> Bool {
    var present = states
    var length = 0
    while length <= room {
      if length >= least, most == .max || present.intersects(automaton.ends) { return true }
      var next = automaton.followers(of: present)
      next.formIntersection(plain)
      if next.isEmpty || next == present && length >= least { return false }
      length = next == present ? least : length + 1
      present = next
    }
    return false
  }

  /// The fewest scalars with which an end is reached, the text having one of the lengths.
  package func missing(from states: StateSet, after count: Int) -> Int? {
    let least = areGiven ? 0 : max(0, fewest - count)
    guard areGiven || count <= most, least <= TextLengths.longestWalk else { return nil }
    var present = states
    for length in 0...min(areGiven ? .max : most - count, least + automaton.count) {
      if length >= least, present.intersects(automaton.ends) { return length }
      present = automaton.followers(of: present)
      if present.isEmpty { return nil }
    }
    return nil
  }

  // Whether a walk to each of the lengths meets no end before them, and has no way on after them.
  private static func areGiven(
    _ fewest: Int, _ most: Int, _ automaton: TextAutomaton, _ moves: CharacterMoves
  ) -> Bool {
    guard fewest <= longestWalk else { return false }
    var walk = CharacterWalk(automaton, moves, from: automaton.start)
    // A way that is longer comes somewhere again, so that there is no longest one.
    let longest = automaton.count * moves.contexts
    for length in 0..<most {
      if length < fewest, walk.canEnd { return false }
      if length >= fewest, most == .max { return true }
      if length > longest, most < .max { return false }
      if !walk.advance() { return true }
      if walk.isSteady { return most == .max && (length + 1 >= fewest || !walk.canEnd) }
    }
    return !walk.advance()
  }
}

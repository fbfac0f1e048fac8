/// Restricts the texts of an automaton to a range of lengths in characters.
///
/// Results are exact even if several scalars form one character. Minimum lengths are not checked if
/// more than 10,000 characters are missing or more than 256 scalars are given; a result of true is
/// then not conclusive.
package struct TextLengths: Sendable {
  private let automaton: TextAutomaton
  package let fewest: Int
  package let most: Int

  /// Whether all texts of the automaton have an allowed length, so that checks can be skipped; false
  /// if finding out takes too long.
  package let areGiven: Bool

  package let moves: CharacterMoves?

  private static let longestWalk = 10_000
  private static let mostScalars = 256
  /// In steps times states.
  private static let mostWork = 500_000

  package init(fewest: Int, most: Int, automaton: TextAutomaton) {
    self.automaton = automaton
    self.fewest = fewest
    self.most = most
    let isAny = fewest == 0 && most == .max || automaton.isEmpty
    let moves = isAny ? nil : CharacterMoves(automaton)
    areGiven = moves.map { TextLengths.areGiven(fewest, most, automaton, $0) } ?? true
    self.moves = areGiven ? nil : moves
  }

  package func contain(_ count: Int) -> Bool { fewest <= count && count <= most }

  package static func count(_ text: ArraySlice<UInt8>) -> Int {
    if text.isOneCharacterEach { return text.count }
    return String(decoding: text, as: UTF8.self).count
  }

  package func canGoOn(from states: StateSet, after text: ArraySlice<UInt8>) -> Bool {
    if states.isEmpty { return false }
    return areGiven || reachEnd(from: states, after: text)
  }

  /// Returns whether the text can be continued to a match of an allowed length. The continuation
  /// must contain the given scalars in this order, perhaps with other scalars between them.
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

  // A quick sufficient check that assumes that each further scalar is a character of its own.
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

  /// The minimum number of scalars missing until a match, counting each as a character; nil if no
  /// match of an allowed length is reachable, or if more than 10,000 characters are missing.
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

  private static func areGiven(
    _ fewest: Int, _ most: Int, _ automaton: TextAutomaton, _ moves: CharacterMoves
  ) -> Bool {
    guard fewest <= longestWalk else { return false }
    var walk = CharacterWalk(automaton, moves, from: automaton.start)
    // A longer path contains a cycle, so lengths are unbounded.
    let longest = automaton.count * moves.contexts
    for length in 0..<most {
      if length * automaton.count > mostWork { return false }
      if length < fewest, walk.canEnd { return false }
      if length >= fewest, most == .max { return true }
      if length > longest, most < .max { return false }
      if !walk.advance() { return true }
      if walk.isSteady { return most == .max && (length + 1 >= fewest || !walk.canEnd) }
    }
    return !walk.advance()
  }
}

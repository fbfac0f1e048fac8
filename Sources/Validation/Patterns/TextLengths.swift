/// The lengths of the texts of an automaton, counted in characters.
///
/// What is said of lengths is exact where each scalar is a character. Where scalars may be one
/// character together with others it is necessary and not sufficient: each of them is taken for a
/// character, or for none, as it suits. So it is beyond some thousands of characters that are
/// missing, or some hundreds behind the caret.
struct TextLengths: Sendable {
  private let automaton: TextAutomaton
  let fewest: Int
  let most: Int

  /// Whether all texts of the automaton have one of the lengths anyway.
  let areGiven: Bool

  private static let longestWalk = 10_000
  private static let mostScalars = 256

  init(fewest: Int, most: Int, automaton: TextAutomaton) {
    self.automaton = automaton
    self.fewest = fewest
    self.most = most
    areGiven = TextLengths.areGiven(fewest, most, automaton)
  }

  /// Whether so many characters are neither too few nor too many.
  func contain(_ count: Int) -> Bool { fewest <= count && count <= most }

  /// The number of characters of a text.
  static func count(_ text: ArraySlice<UInt8>) -> Int {
    if text.isOneCharacterEach { return text.count }
    return String(decoding: text, as: UTF8.self).count
  }

  // What is written before another character, as some signs of numbers are in Arabic, is one
  // character together with it.
  private static func takesNext(_ text: ArraySlice<UInt8>) -> Bool {
    guard let byte = text.last, byte >= 0x80 else { return false }
    let last = String(decoding: text, as: UTF8.self).last
    return last.map { (String($0) + "a").count == 1 } ?? false
  }

  /// Whether from some states an end can be reached, the rest of the text having one of the
  /// lengths together with a text before it, and the scalars in it, with any gaps.
  func reachEnd(
    from states: StateSet, behind text: ArraySlice<UInt8>, by scalars: [UInt32] = []
  ) -> Bool {
    let count = TextLengths.count(text)
    let least = max(0, fewest - count)
    guard count <= most, !states.isEmpty else { return false }
    let room = most - count + (TextLengths.takesNext(text) ? 1 : 0)
    guard least <= TextLengths.longestWalk, scalars.count <= TextLengths.mostScalars else {
      return true
    }
    var walk = Walk(automaton: automaton, from: states, by: scalars)
    // Once the least length is reached no end is farther away than there are states to go through.
    let last = min(room, least + (automaton.count + 1) * (scalars.count + 1))
    for length in 0...last {
      walk.passJoiners()
      if length >= least, walk.canEnd || most == .max && walk.hasAll { return true }
      if length == last || !walk.step() { return false }
    }
    return false
  }

  /// The fewest scalars with which an end is reached, the text having one of the lengths.
  func missing(from states: StateSet, behind count: Int) -> Int? {
    let least = areGiven ? 0 : max(0, fewest - count)
    guard areGiven || count <= most, least <= TextLengths.longestWalk else { return nil }
    var walk = Walk(automaton: automaton, from: states, by: [])
    for length in 0...min(areGiven ? .max : most - count, least + automaton.count) {
      if length >= least, walk.canEnd { return length }
      if !walk.step() { return nil }
    }
    return nil
  }

  private static func areGiven(_ fewest: Int, _ most: Int, _ automaton: TextAutomaton) -> Bool {
    if fewest == 0, most == .max || automaton.isEmpty { return true }
    guard fewest <= longestWalk, most == .max || most <= longestWalk else { return false }
    var walk = Walk(automaton: automaton, from: automaton.start, by: [])
    for length in 0...(most == .max ? max(0, fewest - 1) : most) {
      walk.passJoiners()
      if length < fewest, walk.canEnd { return false }
      if !walk.step() { return true }
    }
    return most == .max
  }

  /// All ways to go on, character by character: for each number of given scalars that are behind,
  /// the states that are reached.
  private struct Walk {
    let automaton: TextAutomaton
    private let scalars: [UInt32]
    private var reached: [StateSet]

    init(automaton: TextAutomaton, from states: StateSet, by scalars: [UInt32]) {
      self.automaton = automaton
      self.scalars = scalars
      let none = StateSet(width: automaton.width)
      reached = [states] + [StateSet](repeating: none, count: scalars.count)
    }

    /// Whether all given scalars are behind in some of the ways.
    var hasAll: Bool { !reached[scalars.count].isEmpty }

    /// Whether a text can end here in some of the ways.
    var canEnd: Bool { reached[scalars.count].intersects(automaton.ends) }

    /// Goes on by a character in all ways; false if there are none.
    mutating func step() -> Bool {
      var next = reached
      var isAnywhere = false
      for place in reached.indices.reversed() where !reached[place].isEmpty {
        var following = followers(place)
        if place < scalars.count {
          next[place + 1].formUnion(behind(place, following))
        }
        swap(&next[place], &following)
        if !next[place].isEmpty || place < scalars.count && !next[place + 1].isEmpty {
          isAnywhere = true
        }
      }
      reached = next
      return isAnywhere
    }

    /// Adds what is reached by scalars that belong to the character before them.
    mutating func passJoiners() {
      for place in reached.indices {
        while !reached[place].isEmpty {
          let before = reached[place]
          var following = followers(place)
          if place < scalars.count, !Alphabet.isAlwaysCounted(scalars[place]) {
            reached[place + 1].formUnion(behind(place, following))
          }
          following.formIntersection(automaton.joiners)
          reached[place].formUnion(following)
          if reached[place] == before { break }
        }
      }
    }

    private func followers(_ place: Int) -> StateSet {
      var following = StateSet(width: automaton.width)
      following.formUnion(of: automaton.followers, over: reached[place])
      return following
    }

    private func behind(_ place: Int, _ following: StateSet) -> StateSet {
      var states = following
      let alphabet = automaton.alphabet
      alphabet.restrict(&states, to: alphabet.letter(of: scalars[place]))
      return states
    }
  }
}

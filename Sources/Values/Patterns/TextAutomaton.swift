/// The texts that a pattern matches, as the states between which their scalars lead.
///
/// All states that a text can have led to are followed at once. What can follow a state is worked
/// out when the automaton is made, so that a step costs no more than the states it starts from. It
/// never changes.
public final class TextAutomaton: Sendable {
  // A class, because each edit hands it on many times and a copy would count many references.

  /// A place in the pattern.
  package enum Node: Sendable {
    /// One scalar of the set with this number leads on.
    case scalar(set: Int, next: Int)
    /// Nothing more is needed to go on to any of these; none is a dead end.
    case fork([Int])
    /// The end of a text that matches.
    case end
  }

  /// Whether there is no text that matches.
  public let isEmpty: Bool

  // A state is a scalar just read at a node from which an end can be reached; the first one stands
  // for the start of the text.

  /// The number of words a set of states takes.
  let width: Int

  /// For each state the states one scalar farther.
  let followers: [UInt64]

  /// For each state the states any scalars farther, one at least.
  let successors: [UInt64]

  /// The states a text can end in.
  package let ends: StateSet

  /// Which scalars lead into which states.
  package let alphabet: Alphabet

  /// Creates an automaton from nodes, which may be in any order.
  ///
  /// - Parameters:
  ///   - start: the node every text begins at.
  ///   - sets: the sets of scalars, each as ranges of their values in order.
  package init(nodes: [Node], start: Int, sets: [[ClosedRange<UInt32>]]) {
    let links = NodeLinks(nodes: nodes, start: start, isEmptySet: sets.map(\.isEmpty))
    let states = nodes.indices.filter { links.isAlive[$0] && nodes[$0].set != nil }
    width = (states.count + 1 + 63) / 64
    let (near, far) = links.reachable(states: states, width: width)
    var followers: [UInt64] = []
    var successors: [UInt64] = []
    var ends = StateSet(width: width)
    var entries: [Int] = [-1]
    let nexts = [start] + states.map { nodes[$0].next ?? start }
    for (state, next) in nexts.enumerated() {
      followers += near[next * width..<(next + 1) * width]
      successors += far[next * width..<(next + 1) * width]
      if links.canEnd[next] { ends.insert(state) }
    }
    for node in states { entries.append(nodes[node].set ?? 0) }
    isEmpty = !links.isAlive[start]
    alphabet = Alphabet(sets: sets, entries: entries, width: width)
    self.followers = followers
    self.successors = successors
    self.ends = ends
  }

  /// The number of states.
  var count: Int { followers.count / width }

  /// The state at the start of a text.
  package var start: StateSet {
    var start = StateSet(width: width)
    if !isEmpty { start.insert(0) }
    return start
  }

  /// The states one scalar farther than others.
  package func followers(of states: StateSet) -> StateSet {
    var following = StateSet(width: width)
    following.formUnion(of: followers, over: states)
    return following
  }

  /// Whether all of a text is one of those that match.
  func matches(_ text: some Collection<UInt8>) -> Bool {
    states(after: Array(text)[...], from: start).intersects(ends)
  }

  /// The states that a text leads to from others; none where no text that matches goes on with it.
  package func states(after text: ArraySlice<UInt8>, from start: StateSet) -> StateSet {
    follow(text, from: start, followers).states
  }

  /// The states that a text leads to from others, with any gaps before its scalars.
  package func states(afterGapsAnd text: ArraySlice<UInt8>, from start: StateSet) -> StateSet {
    follow(text, from: start, successors).states
  }

  /// The number of bytes of a text before the first scalar with which no text that matches goes on.
  package func length(ofBeginningIn text: ArraySlice<UInt8>) -> Int {
    min(follow(text, from: start, followers).taken, text.count)
  }

  // The states after a text, and the length of what is before the scalar that leads nowhere.
  private func follow(
    _ text: ArraySlice<UInt8>, from start: StateSet, _ rows: [UInt64]
  ) -> (states: StateSet, taken: Int) {
    if width == 1 {
      let (word, taken) = follow(text, fromWord: start.words[0], rows)
      return (StateSet(word: word), taken)
    }
    var present = start
    var spare = StateSet(width: width)
    var taken = 0
    var scalars = UTF8Scalars(text)
    while let scalar = scalars.next() {
      spare.formUnion(of: rows, over: present)
      alphabet.restrict(&spare, to: alphabet.letter(of: scalar))
      swap(&present, &spare)
      if present.isEmpty { break }
      taken += scalars.width(of: scalar)
    }
    return (present, taken)
  }

  // Most patterns have so few states that a set of them is one number.
  private func follow(
    _ text: ArraySlice<UInt8>, fromWord start: UInt64, _ rows: [UInt64]
  ) -> (UInt64, taken: Int) {
    var present = start
    var taken = 0
    var scalars = UTF8Scalars(text)
    while present != 0, let scalar = scalars.next() {
      var union: UInt64 = 0
      while present != 0 {
        union |= rows[present.trailingZeroBitCount]
        present &= present - 1
      }
      present = union & alphabet.word(of: alphabet.letter(of: scalar))
      if present != 0 { taken += scalars.width(of: scalar) }
    }
    return (present, taken)
  }
}

extension TextAutomaton {
  /// The automaton of the texts that a pattern matches.
  convenience init(_ graph: PatternGraph) {
    self.init(nodes: graph.nodes, start: graph.start, sets: graph.sets)
  }
}

extension TextAutomaton.Node {
  var set: Int? {
    guard case .scalar(let set, _) = self else { return nil }
    return set
  }

  var next: Int? {
    guard case .scalar(_, let next) = self else { return nil }
    return next
  }
}

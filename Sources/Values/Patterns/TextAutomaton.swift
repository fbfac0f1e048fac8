/// A nondeterministic automaton of the texts that a pattern matches.
///
/// Matching follows all reachable states at once. Transitions are computed when the automaton is
/// created, so a step takes time only for the states it starts from.
public final class TextAutomaton: Sendable {
  // A class, because a struct would retain and release each array whenever it is passed.

  package enum Node: Sendable {
    case scalar(set: Int, next: Int)
    /// Continues at any of these nodes without consuming a scalar; a dead end if empty.
    case fork([Int])
    case end
  }

  /// Whether no text matches.
  public let isEmpty: Bool

  // Each state except 0 stands for a scalar node whose scalar has just been read and from which an
  // end is reachable; state 0 is the start of the text.

  let width: Int

  let followers: [UInt64]

  /// For each state, the states reachable by one or more scalars.
  let successors: [UInt64]

  package let ends: StateSet

  package let alphabet: Alphabet

  /// - Parameter sets: sorted ranges of scalar values.
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

  var count: Int { followers.count / width }

  package var start: StateSet {
    var start = StateSet(width: width)
    if !isEmpty { start.insert(0) }
    return start
  }

  package func followers(of states: StateSet) -> StateSet {
    var following = StateSet(width: width)
    following.formUnion(of: followers, over: states)
    return following
  }

  func matches(_ text: some Collection<UInt8>) -> Bool {
    states(after: Array(text)[...], from: start).intersects(ends)
  }

  package func states(after text: ArraySlice<UInt8>, from start: StateSet) -> StateSet {
    follow(text, from: start, followers).states
  }

  package func states(afterGapsAnd text: ArraySlice<UInt8>, from start: StateSet) -> StateSet {
    follow(text, from: start, successors).states
  }

  /// The number of bytes before the first scalar that makes a match unreachable.
  package func length(ofBeginningIn text: ArraySlice<UInt8>) -> Int {
    min(follow(text, from: start, followers).taken, text.count)
  }

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

  // Fast path: most patterns have few enough states to fit in one word.
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

/// Decodes the scalars of a UTF-8 text; malformed bytes are read as U+FFFD.
package struct UTF8Scalars: Sequence, IteratorProtocol {
  private var bytes: ArraySlice<UInt8>.Iterator
  private var pending: UInt8?

  package init(_ text: ArraySlice<UInt8>) {
    bytes = text.makeIterator()
  }

  package mutating func next() -> UInt32? {
    guard let first = pending ?? bytes.next() else { return nil }
    pending = nil
    if first < 0x80 { return UInt32(first) }
    let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    guard first >= 0xC0 else { return 0xFFFD }
    var value = UInt32(first) & (0x3F >> UInt32(count))
    for _ in 0..<count {
      guard let byte = bytes.next() else { return 0xFFFD }
      guard byte & 0xC0 == 0x80 else {
        pending = byte
        return 0xFFFD
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value) == nil ? 0xFFFD : value
  }

  func width(of scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
  }
}

package struct StateSet: Equatable {
  private(set) var words: [UInt64]

  /// - Parameter width: the number of 64-bit words.
  init(width: Int) {
    words = [UInt64](repeating: 0, count: width)
  }

  init(words: [UInt64]) {
    self.words = words
  }

  init(word: UInt64) {
    words = [word]
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func insert(_ state: Int) { words[state / 64] |= 1 << UInt64(state % 64) }

  package func intersects(_ other: StateSet) -> Bool {
    for index in words.indices where words[index] & other.words[index] != 0 { return true }
    return false
  }

  mutating func formUnion(_ other: StateSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func formIntersection(_ other: StateSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formIntersection(_ table: [UInt64], at start: Int) {
    for index in words.indices { words[index] &= table[start + index] }
  }

  func intersects(_ table: [UInt64], at start: Int) -> Bool {
    for index in words.indices where words[index] & table[start + index] != 0 { return true }
    return false
  }

  /// Replaces the set with the union of the rows in `table` that belong to `states`.
  mutating func formUnion(of table: [UInt64], over states: StateSet) {
    let width = words.count
    for index in words.indices { words[index] = 0 }
    for (index, word) in states.words.enumerated() {
      var rest = word
      while rest != 0 {
        let row = (index * 64 + rest.trailingZeroBitCount) * width
        for column in 0..<width { words[column] |= table[row + column] }
        rest &= rest - 1
      }
    }
  }
}

struct NodeLinks {
  private let nodes: [TextAutomaton.Node]

  /// For each node, whether an end is reachable.
  private(set) var isAlive: [Bool]

  private(set) var canEnd: [Bool]

  /// The nodes reachable from the start, in postorder: mostly successors first.
  private let order: [Int]

  init(nodes: [TextAutomaton.Node], start: Int, isEmptySet: [Bool]) {
    self.nodes = nodes
    order = NodeLinks.order(nodes, from: start)
    isAlive = [Bool](repeating: false, count: nodes.count)
    canEnd = isAlive
    var isChanged = true
    while isChanged {
      isChanged = false
      for node in order {
        let (lives, ends) =
          switch nodes[node] {
          case .end: (true, true)
          case .fork(let next): (next.contains { isAlive[$0] }, next.contains { canEnd[$0] })
          case .scalar(let set, let next): (isAlive[next] && !isEmptySet[set], false)
          }
        if lives != isAlive[node] || ends != canEnd[node] { isChanged = true }
        isAlive[node] = lives
        canEnd[node] = ends
      }
    }
  }

  /// Returns, for each node, the states reachable by exactly one scalar, and by one or more.
  ///
  /// - Parameter states: the node of each state, without state 0.
  func reachable(states: [Int], width: Int) -> (near: [UInt64], far: [UInt64]) {
    var near = [UInt64](repeating: 0, count: nodes.count * width)
    for (index, node) in states.enumerated() {
      near[node * width + (index + 1) / 64] |= 1 << UInt64((index + 1) % 64)
    }
    var far = near
    close(&near, width) { node in if case .fork(let next) = node { next } else { [] } }
    close(&far, width) { node in
      switch node {
      case .fork(let next): next
      case .scalar(_, let next): [next]
      case .end: []
      }
    }
    return (near, far)
  }

  private func close(
    _ rows: inout [UInt64], _ width: Int, _ next: (TextAutomaton.Node) -> [Int]
  ) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for node in order {
        for other in next(nodes[node]) {
          for column in 0..<width {
            let union = rows[node * width + column] | rows[other * width + column]
            if union != rows[node * width + column] {
              rows[node * width + column] = union
              isChanged = true
            }
          }
        }
      }
    }
  }

  private static func order(_ nodes: [TextAutomaton.Node], from start: Int) -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: nodes.count)
    // A node is pushed a second time, so that it is emitted after all of its successors.
    var waiting = [(node: start, isDone: false)]
    while let (node, isDone) = waiting.popLast() {
      if isDone {
        order.append(node)
        continue
      }
      if isSeen[node] { continue }
      isSeen[node] = true
      waiting.append((node, true))
      switch nodes[node] {
      case .end: break
      case .fork(let next): waiting += next.map { ($0, false) }
      case .scalar(_, let next): waiting.append((next, false))
      }
    }
    return order
  }
}

extension PatternGraph {
  /// Whether some text matches, of these lengths in characters.
  ///
  /// Exact where no part of the pattern takes scalars that can be one character together with
  /// others; else, and beyond lengths of some thousands, it may be true although there is none.
  func hasText(of lengths: LengthRange) -> Bool {
    let isAlive = alive
    guard isAlive[start] else { return false }
    let least = lengths.minimum
    let most = lengths.maximum ?? .max
    if least == 0, most == .max { return true }
    if least > Self.longestWalk { return true }
    let canJoin = sets.map { !$0.allSatisfy(Self.isAlwaysCounted) }
    var present = [start]
    var reached = [Int](repeating: -1, count: nodes.count)
    // From where the least length is reached no end is farther away than there are nodes.
    for length in 0...min(most, least + nodes.count) {
      var following: [Int] = []
      var waiting = present
      while let node = waiting.popLast() {
        guard isAlive[node], reached[node] != length else { continue }
        reached[node] = length
        switch nodes[node] {
        case .end: if length >= least { return true }
        case .fork(let next): waiting += next
        case .scalar(let set, let next):
          following.append(next)
          if canJoin[set] { waiting.append(next) }
        }
      }
      if length >= least, most == .max, !following.isEmpty { return true }
      present = following
      if present.isEmpty { return false }
    }
    return false
  }

  private static let longestWalk = 10_000

  /// Whether each scalar of a range is a character beside any other one of such a range.
  private static func isAlwaysCounted(_ range: ClosedRange<UInt32>) -> Bool {
    let counted: [ClosedRange<UInt32>] = [
      0x01...0x09, 0x0B...0x0C, 0x0E...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x370...0x482,
      0x48A...0x58F,
    ]
    return counted.contains { $0.contains(range.lowerBound) && $0.contains(range.upperBound) }
  }

  /// For each node, whether an end is reached from it.
  private var alive: [Bool] {
    var sources = [[Int]](repeating: [], count: nodes.count)
    var alive = [Bool](repeating: false, count: nodes.count)
    var waiting: [Int] = []
    for (number, node) in nodes.enumerated() {
      switch node {
      case .end: waiting.append(number)
      case .fork(let next): for other in next { sources[other].append(number) }
      case .scalar(_, let next): sources[next].append(number)
      }
    }
    while let node = waiting.popLast() {
      if alive[node] { continue }
      alive[node] = true
      waiting += sources[node]
    }
    return alive
  }
}

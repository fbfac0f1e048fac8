/// A pattern as a graph of nodes from the start of a text to its end.
///
/// Anchors, such as the start of the text, are resolved while the nodes are built.
package struct PatternGraph: Sendable {
  package private(set) var nodes: [TextAutomaton.Node] = []

  package private(set) var start = 0

  package private(set) var sets: [[ClosedRange<UInt32>]] = []

  /// The requirement on the rest of the text after an end anchor such as `$`.
  private enum Rest: Hashable {
    case anything, nothing
    case lineEnd
    /// CR LF, or its second scalar.
    case returnAndLineFeed, lineFeed
  }

  private struct Place: Hashable {
    var state: Int
    var rest = Rest.anything
    var isAtStart = false
    var isAfterReturn = false
  }

  private var numbers: [Place: Int] = [:]
  private var waiting: [Place] = []
  private var setNumbers: [[ClosedRange<UInt32>]: Int] = [:]
  private var knownRanges: [ScalarSet: [ClosedRange<UInt32>]] = [:]

  package init(_ source: String) throws(PatternError) {
    var parser = PatternParser(source)
    let program = try PatternProgram(try parser.whole())
    // The preceding scalar matters only for an end anchor that may match before a final line end.
    let tellsReturns = program.states.contains {
      if case .end(beforeLineEnd: true, _) = $0 { true } else { false }
    }
    start = number(of: Place(state: program.entry, isAtStart: true))
    while let place = waiting.popLast() {
      nodes[number(of: place)] = node(at: place, program.states[place.state], tellsReturns)
    }
    (numbers, setNumbers, knownRanges) = ([:], [:], [:])
  }

  private mutating func number(of place: Place) -> Int {
    if let number = numbers[place] { return number }
    numbers[place] = nodes.count
    nodes.append(.fork([]))
    waiting.append(place)
    return nodes.count - 1
  }

  private mutating func node(
    at place: Place, _ state: PatternProgram.State, _ tellsReturns: Bool
  ) -> TextAutomaton.Node {
    var next = place
    switch state {
    case .accept: return place.rest == .anything || place.rest == .nothing ? .end : .fork([])
    case .fork(let states):
      return .fork(
        states.map {
          next.state = $0
          return number(of: next)
        })
    case .start(let state):
      guard place.isAtStart else { return .fork([]) }
      next.state = state
      return .fork([number(of: next)])
    case .end(let beforeLineEnd, let state):
      next.state = state
      return .fork(
        ends(place.rest, beforeLineEnd).map {
          next.rest = $0
          return number(of: next)
        })
    case .scalar(let set, let state): return step(from: place, set, to: state, tellsReturns)
    }
  }

  private func ends(_ rest: Rest, _ beforeLineEnd: Bool) -> [Rest] {
    switch (rest, beforeLineEnd) {
    case (.nothing, _), (.anything, false): [.nothing]
    case (.anything, true): [.nothing, .lineEnd, .returnAndLineFeed]
    case (.lineEnd, true), (.returnAndLineFeed, true): [rest]
    // An end anchor cannot match between CR and LF.
    case (.lineFeed, _), (_, false): []
    }
  }

  private mutating func step(
    from place: Place, _ set: ScalarSet, to state: Int, _ tellsReturns: Bool
  ) -> TextAutomaton.Node {
    let all: [ClosedRange<UInt32>] = [0...0x10FFFF]
    let lineFeed: [ClosedRange<UInt32>] = [0x0A...0x0A]
    let carriageReturn: [ClosedRange<UInt32>] = [0x0D...0x0D]
    switch place.rest {
    case .nothing: return .fork([])
    case .lineEnd:
      let others: [ClosedRange<UInt32>] = [0x0B...0x0D, 0x85...0x85, 0x2028...0x2029]
      let taken = place.isAfterReturn ? others : lineFeed + others
      return step(set, within: taken, to: Place(state: state, rest: .nothing))
    case .returnAndLineFeed:
      return step(set, within: carriageReturn, to: Place(state: state, rest: .lineFeed))
    case .lineFeed: return step(set, within: lineFeed, to: Place(state: state, rest: .nothing))
    case .anything:
      guard tellsReturns else { return step(set, within: all, to: Place(state: state)) }
      let ways = [
        step(set, within: [0...0x0C, 0x0E...0x10FFFF], to: Place(state: state)),
        step(set, within: carriageReturn, to: Place(state: state, isAfterReturn: true)),
      ].filter { if case .fork = $0 { false } else { true } }
      guard ways.count > 1 else { return ways.first ?? .fork([]) }
      return .fork(
        ways.map {
          nodes.append($0)
          return nodes.count - 1
        })
    }
  }

  private mutating func step(
    _ set: ScalarSet, within limits: [ClosedRange<UInt32>], to place: Place
  ) -> TextAutomaton.Node {
    let ranges = knownRanges[set] ?? set.ranges
    knownRanges[set] = ranges
    let taken = ScalarRanges.intersection(ranges, limits)
    guard !taken.isEmpty else { return .fork([]) }
    let number = setNumbers[taken] ?? sets.count
    if number == sets.count {
      setNumbers[taken] = number
      sets.append(taken)
    }
    return .scalar(set: number, next: self.number(of: place))
  }
}

struct PatternProgram: Sendable {
  enum State: Sendable {
    case scalar(ScalarSet, next: Int)
    /// Continues at any of these states without consuming a scalar.
    case fork([Int])
    case start(next: Int)
    case end(beforeLineEnd: Bool, next: Int)
    case accept
  }

  /// Maximum number of nodes built, which also limits the states and so the time to match a scalar.
  private static let greatestSize = 10_000

  private(set) var states: [State] = [.accept]
  private(set) var entry = 0
  /// Number of nodes built; counted instead of the states, because building nodes without a state
  /// also takes time.
  private var built = 0

  init(_ tree: PatternNode) throws(PatternError) {
    entry = try build(tree, next: 0)
  }

  private mutating func add(_ state: State) -> Int {
    states.append(state)
    return states.count - 1
  }

  private mutating func build(_ node: PatternNode, next: Int) throws(PatternError) -> Int {
    built += 1
    guard built <= Self.greatestSize else {
      throw PatternError(at: 0, "this pattern is too long, or has too many repetitions")
    }
    switch node {
    case .scalar(let set): return add(.scalar(set, next: next))
    case .start: return add(.start(next: next))
    case .end(let beforeLineEnd): return add(.end(beforeLineEnd: beforeLineEnd, next: next))
    case .sequence(let nodes):
      var next = next
      for node in nodes.reversed() { next = try build(node, next: next) }
      return next
    case .choice(let nodes):
      var entries: [Int] = []
      for node in nodes { entries.append(try build(node, next: next)) }
      return add(.fork(entries))
    case .repeated(let node, let least, let most):
      return try build(repeating: node, least, most, next: next)
    }
  }

  private mutating func build(
    repeating node: PatternNode, _ least: Int, _ most: Int?, next: Int
  ) throws(PatternError) -> Int {
    var result = next
    if let most {
      for _ in least..<most { result = add(.fork([try build(node, next: result), next])) }
    } else {
      // The fork is created first, because the repeated part leads back to it.
      let fork = add(.fork([next]))
      states[fork] = .fork([try build(node, next: fork), next])
      result = fork
    }
    for _ in 0..<least { result = try build(node, next: result) }
    return result
  }
}

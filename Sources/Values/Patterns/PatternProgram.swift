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

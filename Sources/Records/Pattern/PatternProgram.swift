/// A pattern as the states between which its parts lead.
///
/// All states that a text can have led to are followed at once, so no text makes it try the same
/// thing twice.
struct PatternProgram: Sendable {
  enum State: Sendable {
    /// One scalar of the set leads on.
    case scalar(ScalarSet, next: Int)
    /// Nothing more is needed to go on to any of these.
    case fork([Int])
    case start(next: Int)
    case end(beforeLineEnd: Bool, next: Int)
    case accept
  }

  /// More states than this are refused: matching takes time for each of them at each scalar.
  private static let greatestSize = 10_000

  private(set) var states: [State] = [.accept]
  private(set) var entry = 0
  /// How many parts were built: one without a state costs time too.
  private var built = 0

  init(_ tree: PatternNode) throws(PatternError) {
    entry = try build(tree, next: 0)
  }

  private mutating func add(_ state: State) -> Int {
    states.append(state)
    return states.count - 1
  }

  /// Builds a part behind which a state follows; the state that it begins with.
  private mutating func build(_ node: PatternNode, next: Int) throws(PatternError) -> Int {
    built += 1
    guard built <= Self.greatestSize else {
      throw PatternError(at: 0, "this pattern repeats too much")
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
      // The fork comes first, for the part leads back to it.
      let fork = add(.fork([next]))
      states[fork] = .fork([try build(node, next: fork), next])
      result = fork
    }
    for _ in 0..<least { result = try build(node, next: result) }
    return result
  }

  // MARK: - Matching

  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    // When each state was last reached, so that none is followed twice at one place.
    var reached = Array(repeating: -1, count: states.count)
    var present: [Int] = []
    var isAccepted = follow(entry, at: 0, scalars, &present, &reached)
    for (place, scalar) in scalars.enumerated() {
      var following: [Int] = []
      isAccepted = false
      for state in present {
        guard case .scalar(let set, let next) = states[state], set.contains(scalar) else {
          continue
        }
        if follow(next, at: place + 1, scalars, &following, &reached) { isAccepted = true }
      }
      present = following
      if present.isEmpty, !isAccepted { return false }
    }
    return isAccepted
  }

  /// Adds the states that a state leads to without a scalar; whether the end is among them.
  private func follow(
    _ state: Int, at place: Int, _ scalars: [Unicode.Scalar], _ present: inout [Int],
    _ reached: inout [Int]
  ) -> Bool {
    var isAccepted = false
    var waiting = [state]
    while let state = waiting.popLast() {
      guard reached[state] != place else { continue }
      reached[state] = place
      switch states[state] {
      case .accept: isAccepted = true
      case .scalar: present.append(state)
      case .fork(let entries): waiting += entries
      case .start(let next): if place == 0 { waiting.append(next) }
      case .end(let beforeLineEnd, let next):
        if isEnd(place, scalars, beforeLineEnd) { waiting.append(next) }
      }
    }
    return isAccepted
  }

  private func isEnd(
    _ place: Int, _ scalars: [Unicode.Scalar], _ beforeLineEnd: Bool
  ) -> Bool {
    switch scalars.count - place {
    case 0: true
    case 1:
      // Between the two scalars of one line end there is no end.
      beforeLineEnd && scalars[place].isLineEnd
        && !(scalars[place] == "\n" && place > 0 && scalars[place - 1] == "\r")
    case 2: beforeLineEnd && scalars[place] == "\r" && scalars[place + 1] == "\n"
    default: false
    }
  }
}

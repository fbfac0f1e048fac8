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

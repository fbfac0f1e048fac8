internal import Records
internal import Validation

extension TextAutomaton {
  /// The automaton of the texts that a pattern matches.
  convenience init(_ pattern: TextPattern) {
    let graph = pattern.graph
    let nodes = graph.nodes.map { node -> Node in
      switch node {
      case .scalar(let set, let next): .scalar(set: set, next: next)
      case .fork(let next): .fork(next)
      case .end: .end
      }
    }
    self.init(nodes: nodes, start: graph.start, sets: graph.sets)
  }
}

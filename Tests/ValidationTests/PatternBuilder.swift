import Validation

extension ReferencePattern {
  /// The pattern as the engine takes it.
  var automaton: TextAutomaton {
    var builder = PatternBuilder()
    let start = builder.build(self, next: 0)
    return TextAutomaton(nodes: builder.nodes, start: start, sets: builder.sets)
  }
}

/// Sets of scalars that patterns have names for.
enum ScalarRanges {
  /// What `.` takes: all but U+0000 and the ends of lines.
  static let anyInLine: [ClosedRange<UInt32>] = [
    1...9, 0x0E...0x84, 0x86...0x2027, 0x202A...0xD7FF, 0xE000...0x10FFFF,
  ]
}

/// Makes nodes of the parts of a pattern, from its end on.
private struct PatternBuilder {
  var nodes: [TextAutomaton.Node] = [.end]
  var sets: [[ClosedRange<UInt32>]] = []

  mutating func build(_ pattern: ReferencePattern, next: Int) -> Int {
    switch pattern {
    case .one(let scalars):
      return scalar(scalars.unicodeScalars.map(\.value).sorted().map { $0...$0 }, next)
    case .any: return scalar(ScalarRanges.anyInLine, next)
    case .sequence(let parts):
      return parts.reversed().reduce(next) { next, part in build(part, next: next) }
    case .choice(let parts): return add(.fork(parts.map { build($0, next: next) }))
    case .repeated(let part, let least, let most):
      var result = next
      if let most {
        for _ in least..<most { result = add(.fork([build(part, next: result), next])) }
      } else {
        result = add(.end)
        nodes[result] = .fork([build(part, next: result), next])
      }
      for _ in 0..<least { result = build(part, next: result) }
      return result
    }
  }

  private mutating func scalar(_ ranges: [ClosedRange<UInt32>], _ next: Int) -> Int {
    sets.append(ranges)
    return add(.scalar(set: sets.count - 1, next: next))
  }

  private mutating func add(_ node: TextAutomaton.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}

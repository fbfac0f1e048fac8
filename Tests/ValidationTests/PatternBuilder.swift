import Validation

extension ReferencePattern {
  /// The pattern in the engine's form.
  var automaton: TextAutomaton {
    var builder = PatternBuilder()
    let start = builder.build(self, next: 0)
    return TextAutomaton(nodes: builder.nodes, start: start, sets: builder.sets)
  }
}

extension TextAutomaton {
  /// Texts with a scalar of each set, or any number of scalars for repeated sets.
  static func row(
    _ sets: [[ClosedRange<UInt32>]], repeating repeated: Set<Int> = []
  ) -> TextAutomaton {
    var nodes: [TextAutomaton.Node] = [.end]
    for index in sets.indices.reversed() {
      let next = nodes.count - 1
      if repeated.contains(index) {
        nodes += [.fork([nodes.count + 1, next]), .scalar(set: index, next: nodes.count)]
      } else {
        nodes.append(.scalar(set: index, next: next))
      }
    }
    return TextAutomaton(nodes: nodes, start: nodes.count - 1, sets: sets)
  }
}

enum ScalarRanges {
  /// `\d`, `\w`, `\s`, and letters by case.
  static let digit = ranges { $0.properties.generalCategory == .decimalNumber }
  static let word = ranges { scalar in
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      return true
    default: return properties.isAlphabetic || properties.isJoinControl
    }
  }
  static let space = ranges { $0.properties.isWhitespace }
  static let letter = ranges { $0.properties.isAlphabetic }
  static let capital = ranges { $0.properties.generalCategory == .uppercaseLetter }
  static let small = ranges { $0.properties.generalCategory == .lowercaseLetter }

  static func all(but ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var rest: [ClosedRange<UInt32>] = []
    var next: UInt32 = 1
    for range in ranges {
      if next < range.lowerBound { rest.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    return rest + [next...0x10FFFF]
  }

  static func union(_ ranges: [ClosedRange<UInt32>], _ scalars: String) -> [ClosedRange<UInt32>] {
    scalars.unicodeScalars.reduce(into: ranges) { union, scalar in
      if union.contains(where: { $0.contains(scalar.value) }) { return }
      let place = union.firstIndex { $0.lowerBound > scalar.value } ?? union.count
      union.insert(scalar.value...scalar.value, at: place)
    }
  }

  // The other planes have no members.
  private static func ranges(
    of isMember: (Unicode.Scalar) -> Bool
  ) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for planes in [0x01...0x3FFFF, 0xE0000...0xE0FFF] as [ClosedRange<UInt32>] {
      for value in planes {
        guard let scalar = Unicode.Scalar(value), isMember(scalar) else { continue }
        if let last = ranges.last, last.upperBound + 1 == value {
          ranges[ranges.count - 1] = last.lowerBound...value
        } else {
          ranges.append(value...value)
        }
      }
    }
    return ranges
  }

  /// The scalars that `.` matches: all except U+0000 and line ends.
  static let anyInLine: [ClosedRange<UInt32>] = [
    1...9, 0x0E...0x84, 0x86...0x2027, 0x202A...0xD7FF, 0xE000...0x10FFFF,
  ]
}

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

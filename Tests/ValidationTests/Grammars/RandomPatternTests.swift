import TestSupport
import Testing
import Validation

/// Random patterns, also infinite ones: the engine must know the possible rest after a text.
struct RandomPatternTests {
  struct Case: CustomStringConvertible {
    var pattern: ReferencePattern
    var before: [Unicode.Scalar]
    var after: [Unicode.Scalar]

    var description: String {
      "/\(pattern)/ \(ReferencePatternTexts.string(before))|\(ReferencePatternTexts.string(after))"
    }

    var difference: String? {
      let grammar = PatternGrammar(pattern.automaton)
      let (start, end) = (bytes(before), bytes(after))
      var rest = ReferencePatternRest(pattern)
      rest.read(before)
      if grammar.begins(start[...]) == rest.isEmpty { return "begins \(rest.isEmpty)" }
      let isComplete = grammar.value(of: start) != nil
      if isComplete != rest.takesEmpty { return "complete \(isComplete)" }
      rest.readWithGaps(after)
      let fits = grammar.fits(start[...], followedBy: end[...])
      if fits == rest.isEmpty { return "fits \(fits)" }
      return nil
    }

    private func bytes(_ scalars: [Unicode.Scalar]) -> [UInt8] {
      Array(ReferencePatternTexts.string(scalars).utf8)
    }

    /// Cases without a part of the pattern or a scalar of a text.
    var smaller: [Case] {
      pattern.smaller.map { Case(pattern: $0, before: before, after: after) }
        + before.indices.map { index in
          var smaller = self
          smaller.before.remove(at: index)
          return smaller
        }
        + after.indices.map { index in
          var smaller = self
          smaller.after.remove(at: index)
          return smaller
        }
    }

    /// The smallest case found that still fails.
    var shrunk: Case {
      smaller.first { $0.difference != nil }?.shrunk ?? self
    }
  }

  @Test(arguments: 0..<8)
  func engineAgreesWithWhatIsLeftOfRandomPatterns(stream: Int) {
    var random = Seeded(stream: 1000 + stream)
    var counts = (fitting: 0, all: 0)
    for _ in 0..<(Seeded.isLong ? 150 : 40) {
      let pattern = ReferencePattern.random(&random, depth: 3)
      // Texts that partly match the pattern tell more than random ones.
      for _ in 0..<12 {
        let before = randomText(pattern, &random)
        let after = (0..<random.below(4)).map { _ in ReferencePattern.world[random.below(4)] }
        let one = Case(pattern: pattern, before: before, after: after)
        counts.all += 1
        if PatternGrammar(pattern.automaton)
          .fits(bytes(before)[...], followedBy: bytes(after)[...])
        {
          counts.fitting += 1
        }
        if one.difference != nil {
          let least = one.shrunk
          Issue.record("\(least): \(least.difference ?? ""); seed \(Seeded.seed)")
          return
        }
      }
    }
    #expect(counts.fitting * 10 > counts.all, "too few of the cases fit")
  }

  private func randomText(
    _ pattern: ReferencePattern, _ random: inout Seeded
  ) -> [Unicode.Scalar] {
    var rest = ReferencePatternRest(pattern)
    var text: [Unicode.Scalar] = []
    for _ in 0..<random.below(5) {
      let next = ReferencePattern.world.filter {
        var longer = rest
        longer.read([$0])
        return !longer.isEmpty
      }
      let isAny = next.isEmpty || random.below(12) == 0
      let scalar = isAny ? ReferencePattern.world[random.below(6)] : next[random.below(next.count)]
      text.append(scalar)
      rest.read([scalar])
    }
    return text
  }

  private func bytes(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    Array(ReferencePatternTexts.string(scalars).utf8)
  }
}

extension ReferencePattern {
  static func random(_ random: inout Seeded, depth: Int) -> ReferencePattern {
    switch random.below(depth == 0 ? 4 : 10) {
    case 0...2: return .one(of: ["a", "b", "1", "ab", "a1", "ab1"][random.below(6)])
    case 3: return random.below(3) == 0 ? .any : .sequence([])
    case 4, 5, 6:
      return .sequence((0..<random.below(4)).map { _ in .random(&random, depth: depth - 1) })
    case 7:
      return .choice((0...random.below(3)).map { _ in .random(&random, depth: depth - 1) })
    default:
      let least = random.below(3)
      let most = random.below(3) == 0 ? nil : least + random.below(3)
      return .repeated(.random(&random, depth: depth - 1), least, most)
    }
  }

  fileprivate var smaller: [ReferencePattern] {
    switch self {
    case .one(let scalars): return scalars.unicodeScalars.count > 1 ? [.one(of: "a")] : []
    case .any: return [.one(of: "a")]
    case .sequence(let parts): return parts + less(parts).map { .sequence($0) }
    case .choice(let parts):
      return parts + less(parts).filter { !$0.isEmpty }.map { .choice($0) }
    case .repeated(let part, let least, let most):
      return [part] + part.smaller.map { .repeated($0, least, most) }
        + (least > 0 ? [.repeated(part, least - 1, most.map { $0 - 1 })] : [])
    }
  }

  private func less(_ parts: [ReferencePattern]) -> [[ReferencePattern]] {
    var results: [[ReferencePattern]] = []
    for index in parts.indices {
      var others = parts
      others.remove(at: index)
      results.append(others)
      for smaller in parts[index].smaller {
        others = parts
        others[index] = smaller
        results.append(others)
      }
    }
    return results
  }
}

import TestSupport
import Testing
import Values

@Suite struct PatternGraphTests {
  private static let texts: [String] = {
    let alphabet: [Unicode.Scalar] = ["a", "b", "c", "1", "-", "\n", "\r", "\u{2028}", "é"]
    var all: [[Unicode.Scalar]] = [[]]
    var last = all
    for _ in 1...4 {
      last = last.flatMap { text in alphabet.map { text + [$0] } }
      all += last
    }
    return all.map { String(String.UnicodeScalarView($0)) }
  }()

  private static func walk(_ graph: PatternGraph, along text: String) -> Bool {
    var present: Set<Int> = [graph.start]
    for scalar in text.unicodeScalars {
      let taken = closed(present, graph).compactMap { node -> Int? in
        guard case .scalar(let set, let next) = graph.nodes[node],
          graph.sets[set].contains(where: { $0.contains(scalar.value) })
        else { return nil }
        return next
      }
      present = Set(taken)
    }
    return closed(present, graph).contains {
      if case .end = graph.nodes[$0] { true } else { false }
    }
  }

  private static func closed(_ nodes: Set<Int>, _ graph: PatternGraph) -> Set<Int> {
    var closed = nodes
    var pending = Array(nodes)
    while let node = pending.popLast() {
      guard case .fork(let next) = graph.nodes[node] else { continue }
      for other in next where closed.insert(other).inserted { pending.append(other) }
    }
    return closed
  }

  @Test(arguments: [
    "a", "a|b", "a|", "(a|b)*c", "a{2,}", "(a?){3}", "[^ab]", ".", ".*", "^a$", "a^b", "(^a|b)*",
    "a$b?", "a$", "a\\n?$", ".$", "a\\Z", "a\\z", "a$\\s*", "a\\Z\\s*", "a\\z\\s*", "a\\s$\\s",
    "($|a|\\r|\\n)*", "\\Aa", "()", "(|a)b", "a{0}", "[\\r\\n]*$[\\r\\n]*", "$\\r$\\n", "$$\\r\\n$",
    "(a|\\r)$\\n", "a$^", "$", "^", "\\s+$\\s+", "[^\\r]$\\s*", "(\\r|a)\\Z\\n|b", "\\r\\n$",
    "\\r$\\n",
  ])
  func theNodesMatchWhatThePatternMatches(source: String) throws {
    let pattern = try TextPattern(source)
    let graph = try PatternGraph(source)
    let wrong = Self.texts.filter {
      pattern.matches($0) != Self.walk(graph, along: $0)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map(\.debugDescription))")
  }

  private static let classes: [(String, @Sendable (Unicode.Scalar) -> Bool)] = [
    ("\\d", { $0.properties.generalCategory == .decimalNumber }),
    ("\\s", { $0.properties.isWhitespace }), ("\\S", { !$0.properties.isWhitespace }),
    ("\\p{Alphabetic}", { $0.properties.isAlphabetic }),
    ("\\p{Uppercase}", { $0.properties.isUppercase }),
    ("\\P{Lowercase}", { !$0.properties.isLowercase }),
    ("[\\p{Lu}a-c]", { $0.properties.generalCategory == .uppercaseLetter || "a"..."c" ~= $0 }),
    ("\\p{Cn}", { $0.properties.generalCategory == .unassigned }),
    ("\\p{Co}", { $0.properties.generalCategory == .privateUse }),
    ("[^\\P{M}]", { $0.properties.generalCategory.isMark }),
  ]

  @Test(arguments: classes.indices)
  func aClassInRangesHasAllItsScalars(index: Int) throws {
    let (source, isMember) = Self.classes[index]
    let ranges = try PatternGraph(source).sets[0]
    var rest = ranges[...]
    var wrong: [UInt32] = []
    // A sample is enough for unassigned and private-use planes.
    let few: UInt32 = Seeded.isLong ? 1 : 50
    let planes: [(end: UInt32, step: UInt32)] = [
      (0x32000, 1), (0xE0000, few), (0xE1000, 1), (0x110000, few),
    ]
    for (place, plane) in planes.enumerated() {
      let start = place == 0 ? 1 : planes[place - 1].end
      for value in stride(from: start, to: plane.end, by: Int(plane.step)) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        while let first = rest.first, first.upperBound < value { rest.removeFirst() }
        let isIn = rest.first?.contains(value) ?? false
        if isIn != isMember(scalar) { wrong.append(value) }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(9).map { String($0, radix: 16) })")
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
  }

  @Test func wordsHaveTheirJoiners() throws {
    let ranges = try PatternGraph("\\w").sets[0]
    for (value, isIn) in [
      (0x200B, false), (0x200C, true), (0x200D, true), (0x200E, false), (0x5F, true), (0x2D, false),
      (0x301, true), (0x663, true), (0, false),
    ] as [(UInt32, Bool)] {
      expectEqual(ranges.contains { $0.contains(value) }, isIn)
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isMark: Bool {
    switch self {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}

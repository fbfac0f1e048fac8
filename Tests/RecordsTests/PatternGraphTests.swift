import Records
import Testing

/// The nodes of a pattern say of each text what the pattern says of it.
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
    let graph = pattern.graph
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
    let ranges = try TextPattern(source).graph.sets[0]
    var rest = ranges[...]
    var wrong: [UInt32] = []
    for value in UInt32(1)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      while let first = rest.first, first.upperBound < value { rest.removeFirst() }
      let isIn = rest.first?.contains(value) ?? false
      if isIn != isMember(scalar) { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(9).map { String($0, radix: 16) })")
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
  }

  @Test func wordsHaveTheirJoiners() throws {
    let ranges = try TextPattern("\\w").graph.sets[0]
    for (value, isIn) in [
      (0x200B, false), (0x200C, true), (0x200D, true), (0x200E, false), (0x5F, true), (0x2D, false),
      (0x301, true), (0x663, true), (0, false),
    ] as [(UInt32, Bool)] {
      #expect(ranges.contains { $0.contains(value) } == isIn)
    }
  }

  @Test(
    arguments: [
      ("a^b", nil, false, "no text matches /a^b/"),
      ("[^\\w\\W]", nil, false, "no text matches /[^\\w\\W]/"),
      ("a$b", nil, false, "no text matches /a$b/"),
      ("(a[^\\s\\S])+", nil, false, "no text matches /(a[^\\s\\S])+/"),
      ("[a-z]{2}", 3...4, false, "no text of 3 to 4 characters matches /[a-z]{2}/"),
      ("[a-z]{2}", 0...1, false, "no text of at most 1 character matches /[a-z]{2}/"),
      ("(abc)*", 4...5, false, "no text of 4 to 5 characters matches /(abc)*/"),
      ("(abc)*", 4...6, false, nil), ("(abc)*", 0...2, false, nil),
      ("(abc)*", 0...2, true, "only the empty text matches /(abc)*/, and a key cannot be empty"),
      ("a{0}", nil, true, "only the empty text matches /a{0}/, and a key cannot be empty"),
      ("a{0}", nil, false, nil), ("a?", nil, true, nil), ("[a-z]{2}", 2...2, false, nil),
      // A line end of two scalars is one character, and marks may belong to a character.
      ("a\\r\\n", 2...2, false, nil), ("e\\u0301", 1...1, false, nil),
      ("\\w{40}", 1...1, true, nil),
      ("[a-z]{1000}", 0...999, false, "no text of at most 999 characters matches /[a-z]{1000}/"),
      ("([a-z]{100})*", 1...1_000_000_000, false, nil), ("[a-z]*", 99_999...100_000, false, nil),
    ] as [(String, ClosedRange<Int>?, Bool, String?)])
  func aPatternThatNothingMatchesIsRefused(
    source: String, length: ClosedRange<Int>?, isKey: Bool, message: String?
  ) throws {
    let property = Property(
      "p", .text, isKey: isKey,
      length: length.map { LengthRange(minimum: $0.lowerBound, maximum: $0.upperBound) },
      pattern: try TextPattern(source))
    var refusal: DefinitionError?
    do { _ = try property.consistent() } catch { refusal = error }
    #expect(refusal?.message == message)
    #expect(refusal?.part == message.map { _ in .pattern })
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

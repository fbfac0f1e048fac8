/// Finds the boundaries between characters (grapheme clusters), scalar by scalar.
///
/// Scalars are classified into a few kinds, and the preceding text into a few contexts. The effect
/// of a kind in a context is computed with the standard library, so that results agree with
/// `String.count`.
package enum CharacterBreaks {
  /// A kind of scalars; an index of `samples`.
  package typealias Kind = Int

  /// A number for the part of the preceding text that matters for the next boundary; 0 includes the
  /// start of a text.
  typealias Context = Int

  /// One scalar of each kind. Kind 0 consists of scalars that join only with following marks.
  static let samples: [Unicode.Scalar] = [
    "a", "\r", "\n", "\u{1}", "\u{301}", "\u{903}", "\u{200D}", "\u{200C}", "\u{94D}", "\u{600}",
    "\u{1100}", "\u{1160}", "\u{11A8}", "\u{AC00}", "\u{AC01}", "\u{1F1E6}", "\u{1F44D}",
    "\u{915}",
  ]

  /// For each context and kind, the next context, and whether the scalar begins a character.
  static let steps: [[(context: Context, isBreak: Bool)]] = {
    // Two texts have the same context if their boundaries agree before each of these probes.
    let probes = samples.map { String($0) } + ["\u{200D}\u{1F44D}", "\u{94D}\u{915}"]
    func profile(_ text: String) -> [Bool] { probes.map { (text + $0).count == text.count } }
    var ends = ["\n"]
    var contexts = [profile("\n"): 0]
    var steps: [[(context: Context, isBreak: Bool)]] = []
    while steps.count < ends.count {
      let end = ends[steps.count]
      steps.append(
        samples.map { sample in
          let longer = end + String(sample)
          let profile = profile(longer)
          let context = contexts[profile] ?? ends.count
          if context == ends.count {
            contexts[profile] = context
            ends.append(longer)
          }
          return (context, longer.count > end.count)
        })
    }
    return steps
  }()

  static func context(after text: ArraySlice<UInt8>) -> Context {
    // An ASCII scalar makes all text before it irrelevant.
    let start = text.lastIndex { $0 < 0x80 } ?? text.startIndex
    return UTF8Scalars(text[start...]).reduce(0) { steps[$0][kind(of: $1)].context }
  }

  static func kind(of scalar: UInt32) -> Kind {
    switch scalar {
    case 0x20...0x7E: return 0
    case 0x0A: return 2
    case 0x0D: return 1
    case 0...0x1F, 0x7F: return 3
    case syllables: return isOpen(scalar) ? 13 : 14
    default: return isPlain(scalar...scalar) ? 0 : runs[run(of: scalar)].kind
    }
  }

  static func kinds(in range: ClosedRange<UInt32>) -> [Kind: UInt32] {
    let firsts = parts(of: range).map { ($0.kind, $0.range.lowerBound) }
    return Dictionary(firsts, uniquingKeysWith: min)
  }

  package static func parts(of range: ClosedRange<UInt32>) -> [(
    range: ClosedRange<UInt32>, kind: Kind
  )] {
    if isPlain(range) { return [(range, 0)] }
    var parts: [(range: ClosedRange<UInt32>, kind: Kind)] = []
    var next = range.lowerBound
    while next <= range.upperBound {
      let kind = kind(of: next)
      let last: UInt32
      switch next {
      case 0x20...0x7E: last = 0x7E
      case ..<0x80: last = next
      case syllables:
        let first = next - (next - syllables.lowerBound) % 28
        last = isOpen(next) ? next : first + 27
      default:
        let run = run(of: next) + 1
        let end = run < runs.count ? runs[run].first - 1 : 0x10FFFF
        last = next < syllables.lowerBound ? min(end, syllables.lowerBound - 1) : end
      }
      parts.append((next...min(last, range.upperBound), kind))
      next = last + 1
    }
    return parts
  }

  private static func isPlain(_ range: ClosedRange<UInt32>) -> Bool {
    plain.contains { $0.contains(range.lowerBound) && $0.contains(range.upperBound) }
  }

  /// Ranges known to be of kind 0, to save time in classifying.
  private static let plain: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0xA8, 0xAF...0x2FF, 0x370...0x482, 0x48A...0x58F, 0x1360...0x1711,
    0x1E00...0x200A, 0x2010...0x2027, 0x202F...0x203B, 0x20A0...0x20CF, 0x3041...0x3096,
    0x329A...0xA66E, 0xD7FC...0xFB1D, 0xFB1F...0xFDFF, 0x1037B...0x109FF, 0x11F5B...0x1342F,
    0x13456...0x1611D, 0x16130...0x16AEF, 0x17000...0x1BC9C, 0x1BCA4...0x1CEFF,
    0x1D245...0x1D9FF, 0x1E94B...0x1F003, 0x20000...0xDFFFF, 0xE1000...0x10FFFF,
  ]

  /// The Hangul syllables; every 28th has no final consonant.
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  private static func isOpen(_ syllable: UInt32) -> Bool {
    (syllable - syllables.lowerBound).isMultiple(of: 28)
  }

  private static func run(of scalar: UInt32) -> Int {
    runs.dropFirst().partitionIndex { $0.first > scalar } - 1
  }

  /// The start of each run of scalars of one kind, without Hangul syllables.
  private static let runs: [(first: UInt32, kind: Kind)] = {
    let kinds = Dictionary(
      samples.enumerated().map { (profile($1), $0) }, uniquingKeysWith: { first, _ in first })
    var runs: [(first: UInt32, kind: Kind)] = [(0, 3)]
    var value: UInt32 = 0x7F
    while value <= 0x10FFFF {
      if let range = plain.first(where: { $0.contains(value) }) {
        if runs[runs.count - 1].kind != 0 { runs.append((value, 0)) }
        value = range.upperBound
      } else if syllables.contains(value) {
        value = syllables.upperBound
      } else if let scalar = Unicode.Scalar(value) {
        let kind = takesMarksOnly(scalar) ? 0 : kinds[profile(scalar)] ?? 0
        if kind != runs[runs.count - 1].kind { runs.append((value, kind)) }
      }
      value += 1
    }
    return runs
  }()

  /// Whether a scalar is of kind 0, tested by counting one text; not for Hangul and flags.
  private static func takesMarksOnly(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7A4...0xD7FF, 0x1F1E6...0x1F1FF: return false
    default:
      // A scalar of any other kind changes the number of characters in this text.
      var text = "a"
      for scalar: Unicode.Scalar in [
        scalar, "\u{200D}", "\u{1F44D}", "\n", scalar, "\u{94D}", "\u{915}", "\n", scalar, "a",
      ] {
        text.unicodeScalars.append(scalar)
      }
      return text.count == 9
    }
  }

  /// For each of several texts with the scalar, whether it is a single character.
  private static func profile(_ scalar: Unicode.Scalar) -> [Bool] {
    [
      "a.", ".a", ".\u{301}", ".\u{200D}\u{1F44D}", "\u{1F44D}.\u{200D}\u{1F44D}",
      "\u{915}.\u{915}", "\u{915}\u{94D}.\u{915}", ".\u{94D}\u{915}", "\u{1100}.", "\u{1160}.",
      ".\u{1160}", ".\u{11A8}", "\u{1F1E6}.", "\r.", ".\n",
    ].map { pattern in
      var text = ""
      for part in pattern.unicodeScalars { text.unicodeScalars.append(part == "." ? scalar : part) }
      return text.count == 1
    }
  }
}

/// Explores all continuations of a text in an automaton, character by character.
struct CharacterWalk {
  private let automaton: TextAutomaton
  private let moves: CharacterMoves

  /// Scalars that must occur in this order, perhaps with other scalars between them.
  private let scalars: [UInt32]

  /// The reached states, for each number of required scalars found and each context.
  private var reached: [StateSet]

  /// Whether the last character left all states unchanged; then all further characters will too.
  private(set) var isSteady = false

  init(
    _ automaton: TextAutomaton, _ moves: CharacterMoves, from states: StateSet,
    after text: ArraySlice<UInt8> = [], by scalars: [UInt32] = []
  ) {
    self.automaton = automaton
    self.moves = moves
    self.scalars = scalars
    let none = StateSet(width: automaton.width)
    reached = [StateSet](repeating: none, count: moves.contexts * (scalars.count + 1))
    reached[moves.context(after: text)] = states
    passJoined()
  }

  /// Whether all required scalars have occurred on some path.
  var hasAll: Bool { last.contains { !$0.isEmpty } }

  var canEnd: Bool { last.contains { $0.intersects(automaton.ends) } }

  private var last: ArraySlice<StateSet> { reached.suffix(moves.contexts) }

  mutating func advance() -> Bool {
    let before = reached
    let none = StateSet(width: automaton.width)
    reached = [StateSet](repeating: none, count: before.count)
    var isAnywhere = false
    for index in before.indices where !before[index].isEmpty {
      for next in ways(from: before[index], at: index, areBreaks: true) {
        reached[next.index].formUnion(next.states)
        isAnywhere = true
      }
    }
    passJoined()
    isSteady = reached == before
    return isAnywhere
  }

  // Adds the states reached by scalars that extend the preceding character.
  private mutating func passJoined() {
    var waiting = reached.indices.filter { !reached[$0].isEmpty }
    while let index = waiting.popLast() {
      for next in ways(from: reached[index], at: index, areBreaks: false) {
        let before = reached[next.index]
        reached[next.index].formUnion(next.states)
        if reached[next.index] != before { waiting.append(next.index) }
      }
    }
  }

  private func ways(
    from states: StateSet, at index: Int, areBreaks: Bool
  ) -> [(index: Int, states: StateSet)] {
    let (place, context) = index.quotientAndRemainder(dividingBy: moves.contexts)
    let moves = areBreaks ? moves.breaks[context] : moves.joins[context]
    // If no scalar has a transition, neither does the required scalar.
    if moves.isEmpty { return [] }
    var following = automaton.followers(of: states)
    var ways: [(index: Int, states: StateSet)] = []
    for move in moves where move.states.intersects(following) {
      var states = following
      states.formIntersection(move.states)
      ways.append((index - context + move.context, states))
    }
    guard place < scalars.count else { return ways }
    let step = self.moves.step(from: context, by: scalars[place])
    let letter = automaton.alphabet.letter(of: scalars[place])
    if step.isBreak == areBreaks, automaton.alphabet.leads(letter, into: following) {
      automaton.alphabet.restrict(&following, to: letter)
      ways.append(((place + 1) * self.moves.contexts + step.context, following))
    }
    return ways
  }
}

package struct CharacterMoves: Sendable {
  struct Move: Sendable {
    var states: StateSet
    var context: Int
  }

  /// For each context, the transitions that begin a character.
  private(set) var breaks: [[Move]] = []

  private(set) var joins: [[Move]] = []

  package let kinds: [[CharacterBreaks.Kind: UInt32]]

  /// The states entered by scalars of kind 0, and whether there are no other kinds.
  let plain: StateSet
  let isPlain: Bool

  // Only contexts that occur are numbered.
  private let occurring: [CharacterBreaks.Context]
  private var numbers: [CharacterBreaks.Context: Int] = [0: 0]

  init(_ automaton: TextAutomaton) {
    kinds = automaton.alphabet.kinds
    var states: [CharacterBreaks.Kind: StateSet] = [:]
    for (letter, kinds) in kinds.enumerated() {
      let entered = automaton.alphabet.states(of: letter)
      for kind in kinds.keys { states[kind, default: entered].formUnion(entered) }
    }
    plain = states[0] ?? StateSet(width: automaton.width)
    isPlain = states.keys.allSatisfy { $0 == 0 }
    var contexts = [0]
    while breaks.count < contexts.count {
      var moves = (breaks: [Int: Move](), joins: [Int: Move]())
      for (kind, entered) in states {
        let step = CharacterBreaks.steps[contexts[breaks.count]][kind]
        let number = numbers[step.context] ?? contexts.count
        if number == contexts.count {
          numbers[step.context] = number
          contexts.append(step.context)
        }
        let move = Move(states: entered, context: number)
        if step.isBreak {
          moves.breaks[number, default: move].states.formUnion(entered)
        } else {
          moves.joins[number, default: move].states.formUnion(entered)
        }
      }
      breaks.append(Array(moves.breaks.values))
      joins.append(Array(moves.joins.values))
    }
    occurring = contexts
  }

  var contexts: Int { occurring.count }

  func context(after text: ArraySlice<UInt8>) -> Int {
    numbers[CharacterBreaks.context(after: text)] ?? 0
  }

  func breaksPlainly(after text: ArraySlice<UInt8>) -> Bool {
    CharacterBreaks.steps[CharacterBreaks.context(after: text)][0].isBreak
  }

  func step(from context: Int, by scalar: UInt32) -> (context: Int, isBreak: Bool) {
    let step = CharacterBreaks.steps[occurring[context]][CharacterBreaks.kind(of: scalar)]
    return (numbers[step.context] ?? 0, step.isBreak)
  }
}

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

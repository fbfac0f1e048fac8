/// What the scalars of an automaton do to the characters of a text.
package struct CharacterMoves: Sendable {
  /// A way on by scalars of some kinds.
  struct Move: Sendable {
    /// The states that these scalars lead into.
    var states: StateSet
    var context: Int
  }

  /// For each context the ways that begin a character.
  private(set) var breaks: [[Move]] = []

  /// For each context the ways that belong to the character before them.
  private(set) var joins: [[Move]] = []

  /// For each letter that leads anywhere the kinds of its scalars, with the first one of each.
  package let kinds: [[CharacterBreaks.Kind: UInt32]]

  /// The states that scalars lead into which only take marks, and whether there are no others.
  let plain: StateSet
  let isPlain: Bool

  // Only the contexts that occur have a number here.
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

  /// The number of contexts.
  var contexts: Int { occurring.count }

  /// The context after a text of the automaton.
  func context(after text: ArraySlice<UInt8>) -> Int {
    numbers[CharacterBreaks.context(after: text)] ?? 0
  }

  /// Whether a scalar that only takes marks is a character of its own after a text.
  func breaksPlainly(after text: ArraySlice<UInt8>) -> Bool {
    CharacterBreaks.steps[CharacterBreaks.context(after: text)][0].isBreak
  }

  /// What a scalar of the automaton makes of a context.
  func step(from context: Int, by scalar: UInt32) -> (context: Int, isBreak: Bool) {
    let step = CharacterBreaks.steps[occurring[context]][CharacterBreaks.kind(of: scalar)]
    return (numbers[step.context] ?? 0, step.isBreak)
  }
}

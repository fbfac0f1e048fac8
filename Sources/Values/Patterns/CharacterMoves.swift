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

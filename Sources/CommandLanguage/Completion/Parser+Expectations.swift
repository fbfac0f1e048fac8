extension Parser {
  var isAtCaret: Bool { recorder?.caret == index }

  /// Records a candidate at the caret, or a use of a property; evaluates the argument only then.
  package func note(_ expectation: @autoclosure () -> CompletionCategory?) {
    guard let recorder, isAtCaret || recordsUses, let expectation = expectation() else { return }
    if isAtCaret { recorder.note(expectation) } else { noteUse(of: expectation) }
  }

  package func note(words: @autoclosure () -> [String]) {
    guard isAtCaret else { return }
    for word in words() { note(.word(word)) }
  }

  func note(adjacent sign: String) {
    if isAtCaret, isAdjacent { note(.sign(sign)) }
  }

  func noteVerbs() {
    guard isAtCaret else { return }
    if let blockVerbs {
      for word in blockVerbs { note(.verb(word)) }
      return
    }
    for word in verbs.words where isInLoop || verbs.named(word)?.isOfLoops != true {
      note(.verb(word))
    }
    for word in userCommands { note(.verb(word)) }
  }
}

/// Collects the candidates at the caret of an unfinished command, or the uses of properties in a
/// whole command.
///
/// A class, so that copies of the parser and nonmutating methods share the candidates.
final class ExpectationRecorder {
  /// The token index of the caret; nil if the uses of properties are collected.
  let caret: Int?
  private(set) var alternatives: Set<CompletionCategory> = []
  /// The byte offset of the text to complete, if the text begins inside the token at the caret.
  var start: Int?
  var locals: [BlockSyntax.Local] = []
  var uses: [PropertyUse] = []
  var columns: [String] = []

  init(caret: Int?) { self.caret = caret }

  private var isDecided = false

  func note(_ expectation: CompletionCategory) {
    if !isDecided { alternatives.insert(expectation) }
  }

  func decide(_ expectations: [CompletionCategory]) {
    alternatives = Set(expectations)
    isDecided = true
  }
}

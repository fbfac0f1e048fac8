extension Parser {
  /// Whether all is read that is before the caret of an unfinished command.
  var isAtCaret: Bool { recorder?.caret == index }

  /// Notes what could be here if this is the caret; costs nothing without a caret.
  package func note(_ expectation: @autoclosure () -> Alternative?) {
    guard let recorder, recorder.caret == index, let expectation = expectation() else { return }
    recorder.note(expectation)
  }

  /// Notes each of the words.
  package func note(words: @autoclosure () -> [String]) {
    guard isAtCaret else { return }
    for word in words() { note(.word(word)) }
  }

  /// Notes a sign that would have to follow without white space.
  func note(adjacent sign: String) {
    if isAtCaret, isAdjacent { note(.sign(sign)) }
  }

  /// Notes every word that begins a command.
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

/// Notes what a parser looks for where the caret of an unfinished command is.
///
/// It is shared by the copies of a parser, so that questions, which do not mutate one, can note
/// too.
final class ExpectationRecorder {
  /// The number of the token at the caret, which the parser does not read.
  let caret: Int
  private(set) var alternatives: Set<Alternative> = []
  /// Where what is looked for begins, if that is inside the token.
  var start: Int?
  /// The names that live in the blocks that are being read.
  var locals: [BlockSyntax.Local] = []

  init(caret: Int) {
    self.caret = caret
  }

  /// Whether nothing else can be at the caret than what was noted.
  private var isDecided = false

  func note(_ expectation: Alternative) {
    if !isDecided { alternatives.insert(expectation) }
  }

  /// Notes what alone can be at the caret, whatever else the parser looks for.
  func decide(_ expectations: [Alternative]) {
    alternatives = Set(expectations)
    isDecided = true
  }
}

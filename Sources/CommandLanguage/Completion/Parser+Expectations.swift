extension Parser {
  /// Whether all is read that stands before the caret of an unfinished command.
  var isAtCaret: Bool { recorder?.caret == index }

  /// Notes what could stand here if here is the caret; costs nothing where there is none.
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

  /// Notes all that begins a command.
  func noteVerbs() {
    guard isAtCaret else { return }
    for word in verbs.words { note(.verb(word)) }
  }
}

/// Notes what a parser looks for where the caret of an unfinished command stands.
///
/// It is shared by the copies of a parser, so that questions, which do not mutate one, can note too.
final class ExpectationRecorder {
  /// The number of the token at the caret, which the parser does not read.
  let caret: Int
  private(set) var alternatives: Set<Alternative> = []
  /// Where what is looked for begins, if that is inside the token.
  var start: Int?

  init(caret: Int) {
    self.caret = caret
  }

  func note(_ expectation: Alternative) { alternatives.insert(expectation) }
}

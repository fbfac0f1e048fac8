internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension Session {
  /// What a name of a block stands for while that is being typed: any record of its type, or a
  /// value.
  private func local(_ local: BlockSyntax.Local) -> (name: String, binding: Binding) {
    var type: RecordType?
    let vocabulary = Vocabulary(session: self, word: "", openText: nil)
    if let owner = local.owner {
      type = vocabulary.type(of: owner)
      if case .record(.name(let name)) = owner, type == nil { type = store.type(named: name.value) }
    }
    guard let type, let cursor = try? store.select(Query(type.name, limit: 1)) else {
      return (local.name, .value(nil, of: nil))
    }
    let number = (try? cursor.next())?.number ?? 0
    return (local.name, .record(RecordID(type.name, number)))
  }

  /// What can be at the caret of a line that a person is typing, after the lines of the open
  /// command if there is one.
  ///
  /// Nothing is offered that would be an error there. What follows the caret counts only in
  /// expressions and SQL, where it decides what fits.
  ///
  /// - Parameter caret: A place in the line, in Unicode scalars from 0.
  package func completions(in line: String, at caret: Int) -> Completions {
    let scalars = line.unicodeScalars
    let caret = min(max(0, caret), scalars.count)
    let before = String(String.UnicodeScalarView(scalars.prefix(caret)))
    // The sign of a transaction, which before a digit is the beginning of a comment.
    let isSign = before == "#" || before.hasSuffix(" #")
    let expectations =
      isSign
      ? runner.expectations(in: String(before.dropLast()), at: caret - 1)
      : runner.expectations(in: line, at: caret)
    let range = expectations.start..<caret
    let word = String(
      String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    let vocabulary = Vocabulary(session: self, word: word, openText: expectations.openText)
    var candidates: [Completion] = []
    names.withLocals(.part, expectations.locals.map(local)) {
      candidates = vocabulary.candidates(expectations.alternatives)
    }
    return Completions(range: range, candidates: candidates)
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension Session {
  private func local(_ local: BlockSyntax.Local) -> (name: String, binding: Binding) {
    var type: RecordType?
    let vocabulary = CompletionProvider(session: self, word: "", openText: nil)
    if let owner = local.owner {
      type = vocabulary.type(of: owner)
      if case .record(.name(let name)) = owner, type == nil {
        type = store.schema.type(named: name.value)
      }
    }
    guard let type, let cursor = try? store.queries.select(RecordQuery(type.name, limit: 1)) else {
      return (local.name, .value(nil, of: nil))
    }
    let number = (try? cursor.next())?.number ?? 0
    return (local.name, .record(RecordID(type.name, number)))
  }

  /// Returns the candidates at the caret of a line being typed that follows the earlier lines of
  /// the open command.
  ///
  /// Every candidate is valid at the caret. The text after the caret is considered only in
  /// expressions and SQL.
  ///
  /// - Parameter caret: A zero-based offset in the line, in Unicode scalars.
  package func completions(in line: String, at caret: Int) -> Completions {
    let scalars = line.unicodeScalars
    let caret = min(max(0, caret), scalars.count)
    let before = String(String.UnicodeScalarView(scalars.prefix(caret)))
    // A lone `#` would begin a comment; with a digit after it, `#` can begin a transaction number.
    let isSign = before == "#" || before.hasSuffix(" #")
    let expectations =
      isSign
      ? runner.expectations(in: String(before.dropLast()), at: caret - 1)
      : runner.expectations(in: line, at: caret)
    let range = expectations.start..<caret
    let word = String(
      String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    let vocabulary = CompletionProvider(session: self, word: word, openText: expectations.openText)
    var candidates: [Completion] = []
    names.withLocals(.part, expectations.locals.map(local)) {
      candidates = vocabulary.candidates(expectations.alternatives)
    }
    return Completions(range: range, candidates: candidates)
  }
}

internal import Values

/// The optional clauses of a command or a property, each at most once and in any order.
package struct Clauses {
  static let ofTables = ["where", "group", "order", "limit", "at"]

  package let words: [String]
  /// The word that can follow the clauses; nil if the clauses end the command.
  private let end: String?
  private let expectation: (String) -> CompletionCategory?
  private var seen: Set<String> = []

  /// - Parameter expectation: Returns the candidate for a word; nil if the word is not possible
  ///   here.
  package init(
    _ words: [String], before end: String? = nil,
    expectation: @escaping (String) -> CompletionCategory? = { .word($0) }
  ) {
    self.words = words + [end].compactMap(\.self)
    (self.end, self.expectation) = (end, expectation)
  }

  var expectations: [CompletionCategory] {
    words.filter { !seen.contains($0) }.compactMap(expectation)
  }

  func endsWith(_ word: String) -> Bool { word == end }

  mutating func insert(_ word: String) -> Bool { seen.insert(word).inserted }
}

extension Parser {
  /// Reads the first word of the next clause; nil at the end of the command or of the clauses, or
  /// at the command's block.
  package mutating func clause(
    of clauses: inout Clauses, endsAtBlock: Bool = false
  ) throws(SyntaxError) -> Spanned<String>? {
    if isAtCaret { for expectation in clauses.expectations { note(expectation) } }
    guard !isAtEnd, !endsAtBlock || !isAt("{") else { return nil }
    guard isAtWord, let token = current else {
      throw unexpected(clauses.words.map { "\"\($0)\"" }.listed(), candidates: clauses.words)
    }
    let word = text(of: token)
    if clauses.endsWith(word) || word == "to" && canPrintToFile { return nil }
    guard clauses.words.contains(word) else {
      if word == "offset", clauses.words.contains("limit") {
        throw SyntaxError(
          .syntax, at: span(of: token), "\"offset\" needs a limit before it",
          hint: "write limit 20 offset 10")
      }
      throw unknown("clause", word, of: owner, at: span(of: token), among: clauses.words)
    }
    if !clauses.insert(word) {
      throw SyntaxError(.syntax, at: span(of: token), "\"\(word)\" is given twice")
    }
    advance()
    return Spanned(word, at: span(of: token))
  }

  private var owner: String { text(of: tokens[commandStart]) }
}

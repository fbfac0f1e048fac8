internal import Values

/// The clauses that a command may have after its subject, each once and in any order.
package struct Clauses {
  /// The words that begin those of a table of records.
  static let ofTables = ["where", "group", "order", "limit", "at"]

  /// The words that begin them, and the one that ends them.
  package let words: [String]
  /// The word that comes after all of them; nil where they end the command.
  private let end: String?
  private let expectation: (String) -> Alternative?
  private var seen: Set<String> = []

  /// - Parameters:
  ///   - end: The word that comes after all of them; nil where they end the command.
  ///   - expectation: What each of the words is at a caret; nil for one that cannot be here.
  package init(
    _ words: [String], before end: String? = nil,
    expectation: @escaping (String) -> Alternative? = { .word($0) }
  ) {
    self.words = words + [end].compactMap(\.self)
    self.end = end
    self.expectation = expectation
  }

  /// What can begin the next clause.
  var expectations: [Alternative] {
    words.filter { !seen.contains($0) }.compactMap(expectation)
  }

  /// Whether the word comes after all clauses.
  func endsWith(_ word: String) -> Bool { word == end }

  /// Notes that the clause is there; false if it was before.
  mutating func insert(_ word: String) -> Bool { seen.insert(word).inserted }
}

extension Parser {
  /// Reads the word that begins the next clause; nil at the end of the command, at its block, or at
  /// the word that comes after all clauses.
  ///
  /// - Parameter endsAtBlock: Whether a block follows the clauses.
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
      throw unknown("clause", word, of: owner, at: span(of: token), among: clauses.words)
    }
    if !clauses.insert(word) {
      throw SyntaxError(.syntax, at: span(of: token), "\"\(word)\" is given twice")
    }
    advance()
    return Spanned(word, at: span(of: token))
  }

  /// The word that the command begins with.
  private var owner: String { text(of: tokens[commandStart]) }
}

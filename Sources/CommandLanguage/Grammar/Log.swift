/// What `log` says.
public struct LogSyntax: Hashable, Sendable {
  /// At most so many transactions, the newest, are printed.
  public var limit: Spanned<Int>?
  /// Whether what is masked is shown in full.
  public var isRevealed: Bool

  /// Makes the wish to see the log.
  public init(limit: Spanned<Int>? = nil, isRevealed: Bool = false) {
    self.limit = limit
    self.isRevealed = isRevealed
  }
}

extension Verb {
  static let log = Verb(
    "log",
    synopsis: "log [limit N] [--reveal]",
    summary: "Lists the transactions, the newest first.",
    examples: ["log", "log limit 10", "log --reveal"],
    options: ["reveal": "shows the numbers of cards in full"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    var clauses = Clauses(["limit"])
    let limit = try parser.clause(of: &clauses) == nil ? nil : try parser.natural("a number")
    return .log(LogSyntax(limit: limit, isRevealed: parser.hasOption("reveal")))
  }
}

/// What `show` says.
public struct ShowSyntax: Hashable, Sendable {
  /// The record.
  public var record: Spanned<RecordSyntax>
  /// Whether what is masked is shown in full.
  public var isRevealed: Bool

  /// Makes the wish to see `record`.
  public init(record: Spanned<RecordSyntax>, isRevealed: Bool = false) {
    self.record = record
    self.isRevealed = isRevealed
  }
}

extension Verb {
  static let show = Verb(
    "show",
    synopsis: "show RECORD [--reveal]",
    summary: "Prints a record with all its properties.",
    examples: ["show ann", "show Person/1", "show ann --reveal"],
    options: ["reveal": "shows the numbers of cards in full"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let record = try parser.record()
    return .show(ShowSyntax(record: record, isRevealed: parser.hasOption("reveal")))
  }
}

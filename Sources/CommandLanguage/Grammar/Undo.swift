/// What `undo` says.
public enum UndoSyntax: Hashable, Sendable {
  /// The last command is taken back, or the last so many.
  case last(Spanned<Int>?)
  /// Everything after a transaction is taken back.
  case to(Spanned<Int>)
}

extension Verb {
  static let undo = Verb(
    "undo",
    synopsis: "undo [N] · undo to #TRANSACTION",
    summary: "Takes back the last command, the last N, or everything after a transaction.",
    examples: ["undo", "undo 3", "undo to #12"],
    changesRecords: true, occasion: .outsideTransaction
  ) { (parser: inout Parser) throws(SyntaxError) in
    if parser.skip("to") { return .undo(.to(try parser.transaction())) }
    return .undo(.last(try parser.naturalIfAny("a number of commands")))
  }
}

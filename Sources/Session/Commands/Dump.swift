internal import CommandLanguage
internal import RecordStore
internal import Replies

struct DumpCommand: Command {
  static let verb = Verb(
    "dump",
    usage: "dump [to FILE] [--reveal]",
    summary: "Writes the store as commands that create the same definitions and records, with the "
      + "same numbers, in a new store; the history is not included. `backup` makes an "
      + "exact copy with the history.",
    examples: ["dump", "dump to people.wb"],
    options: [
      "reveal": "writes card numbers, without which there is no dump of a type that has some"
    ],
    fileWord: "to", after: 0)
  static let mayRunLong = true
  static let readsOneState = true

  /// The file that is written; nil for standard output.
  var file: Spanned<String>?
  var isRevealed: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    file = parser.skip("to") ? try parser.file() : nil
    isRevealed = parser.hasOption("reveal")
  }

  func run(in session: Session) throws(Diagnostic) {
    if !isRevealed { try session.store.types.checkCanBeWritten(hint: "dump --reveal") }
    guard let file else { return try write(session.store) { session.say(.text($0)) } }
    var lines: [String] = []
    try write(session.store) { lines.append($0) }
    let path = try session.files.write(
      lines.map { $0 + "\n" }.joined(), toNew: file, isPrivate: true)
    session.say(.notice("the store is written to \(path)"))
  }

  private func write(_ store: Store, _ emit: @escaping (String) -> Void) throws(Diagnostic) {
    var dump = StoreDump(of: store, emit)
    try dump.write()
  }
}

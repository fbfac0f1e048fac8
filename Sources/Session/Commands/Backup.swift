internal import CommandLanguage
internal import RecordStore
internal import Replies

struct BackupCommand: Command, OutsideUsing {
  static let verb = Verb(
    "backup",
    usage: "backup FILE [--replace]",
    summary:
      "Writes an exact copy of the database, with its history, to a new file, even while other "
      + "programs use the database. An existing file is overwritten only with `--replace`. A "
      + "database is never overwritten.",
    examples: ["backup monday.db"],
    occasion: .outsideTransaction, writesFile: true, takesFile: true, mayRunLong: true)

  var file: TemplateSyntax
  var replaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    file = try parser.file()
    replaces = parser.hasOption(Verb.Option.replace.name)
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("backup")
    guard !session.store.journal.isInTransaction else {
      throw Diagnostic(.refused, "backup cannot be used inside a transaction")
    }
    let path = try session.files.writablePath(of: session.file(file), replaces: replaces)
    try attempt(session.store.journal.backup(to: path, replacing: replaces), at: file.span)
    session.say(.notice("copied to \(path)"))
  }

  var canBeKept: Bool { false }
}

internal import CommandLanguage
internal import RecordStore
internal import Replies

struct BackupCommand: Command {
  static let verb = Verb(
    "backup",
    usage: "backup FILE",
    summary: "Writes an exact copy of the store, with its history, to a new file, even while other "
      + "programs use the store. An existing file is never overwritten.",
    examples: ["backup monday.db"],
    occasion: .outsideTransaction, takesFile: true)
  static let mayRunLong = true

  var file: Spanned<String>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    file = try parser.file()
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("backup")
    guard !session.store.isInTransaction else {
      throw Diagnostic(.refused, "backup is not possible inside a transaction")
    }
    let path = session.files.path(of: file)
    try attempt(session.store.backup(to: path), at: file.span)
    session.say(.notice("copied to \(path)"))
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Replies

enum SaveCommand: Command {
  static let verb = Verb(
    "save",
    usage: "save FILE · save commands to FILE · save layout NAME",
    summary:
      "Saves a store in memory, with its history, to a new file and continues in it; or "
      + "writes the commands and change handlers of the session to "
      + "a file for `include`; or keeps its labels, fields and forms in the store "
      + "for `layout`. An existing file is never overwritten; a layout of the same name is replaced.",
    examples: ["save people.db", "save commands to mine.wb", "save layout desk"],
    occasion: .outsideTransaction, takesFile: true, formWords: ["commands", "layout"],
    fileWord: "to", after: 1)
  static let mayRunLong = true

  /// The store is kept in a file.
  case store(Spanned<String>)
  /// The commands of the session are written to a script.
  case commands(Spanned<String>)
  /// The labels, fields and forms of the session are kept under a name.
  case layout(Name)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip("commands") {
      try parser.take("to")
      self = .commands(try parser.file())
    } else if parser.skip("layout") {
      self = .layout(try parser.name("a name for the layout", .view(.layout)))
    } else {
      self = .store(try parser.file())
    }
  }

  var mayChange: Bool {
    switch self {
    case .store, .commands: false
    case .layout: true
    }
  }

  var writtenScript: Spanned<String>? {
    if case .commands(let file) = self { file } else { nil }
  }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("save")
    guard !session.store.isInTransaction else {
      throw Diagnostic(.refused, "save is not possible inside a transaction")
    }
    switch self {
    case .store(let file):
      let path = session.files.path(of: file)
      try attempt(session.store.save(to: path), at: file.span)
      session.say(.notice("the records are now kept in \(path)"))
    case .commands(let file): try save(to: file, in: session)
    case .layout(let name):
      for left in try session.layouts.keep(name, session.names.interactors) {
        session.say(.warning("\(left) is not kept, because its record is not stored yet"))
      }
    }
  }

  /// Writes the commands and handlers of the session.
  private func save(to file: Spanned<String>, in session: Session) throws(Diagnostic) {
    let texts = session.names.commands.map(\.text) + session.names.handlers.map(\.text)
    guard !texts.isEmpty else {
      throw Diagnostic(.refused, "there are no commands to save")
    }
    let path = try session.files.write(texts.joined(separator: "\n\n") + "\n", toNew: file)
    let count = texts.count == 1 ? "1 command" : "\(texts.count) commands"
    session.say(.notice("\(count) saved to \(path)"))
  }
}

internal import CommandLanguage

struct SaveCommand: Command {
  static let verb = Verb(
    "save",
    usage: "save commands to FILE",
    summary:
      "Writes the commands that were defined in the session, and what it does on changes, to "
      + "a file for `include`; a file that is there is left alone.",
    examples: ["save commands to mine.wb"],
    fileWord: "to", after: 1)

  var file: Spanned<String>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try parser.take("commands")
    try parser.take("to")
    file = try parser.file()
  }

  var standsAlone: Bool { true }
  var writtenScript: Spanned<String>? { file }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("save")
    let texts = session.names.commands.map(\.text) + session.names.handlers.map(\.text)
    guard !texts.isEmpty else {
      throw Diagnostic(.refused, "there are no commands to save")
    }
    let files = session.configuration.files
    let path = session.path(of: file)
    do throws(Diagnostic) {
      guard try files.text(of: path) == nil else {
        throw Diagnostic(.file, "\(path) is there already")
      }
      try files.write(texts.joined(separator: "\n\n") + "\n", to: path)
    } catch {
      throw error.at(file.span)
    }
    let count = texts.count == 1 ? "1 command" : "\(texts.count) commands"
    session.say(.notice("\(count) saved to \(path)"))
  }
}

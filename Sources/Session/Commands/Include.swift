internal import CommandLanguage
internal import Replies

struct IncludeCommand: Command, OutsideUsing {
  static let verb = Verb(
    "include",
    usage: "include FILE",
    summary: "Runs the commands of a file.",
    examples: ["include \"more.wb\"", "include Schemas/contacts.wb"],
    takesFile: true, mayRunLong: true)

  /// Relative to the including file.
  var file: TemplateSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    file = try parser.file()
  }

  var includedFile: TemplateSyntax? { file }
  var mayChange: Bool { true }
  var standsAlone: Bool { true }
  var isFollowedByHandlers: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    guard let outer = session.runner.scripts.last else {
      preconditionFailure("a command runs outside a script")
    }
    let file = try session.file(file)
    guard session.runner.scripts.count < Script.greatestDepth else {
      throw Diagnostic(
        .file,
        "more than \(Script.greatestDepth) nested includes; does \(file.value) include itself?",
        at: file.span)
    }
    let files = session.configuration.files
    let path = session.files.path(of: file)
    guard !session.runner.scripts.contains(where: { $0.source == .file(path) }) else {
      throw Diagnostic(.file, "\(path) includes itself", at: file.span)
    }
    let lines = try located(files.lines(of: path), at: file.span)
    try session.runChecked(outer.including(path, at: file.span), from: lines)
  }
}

internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies
internal import Workspace

struct ShowCommand: Command {
  static let verb = Verb(
    "show",
    usage:
      "show RECORD [at TIME] [--reveal] · show RECORD --blame · show RECORD with FORMATTER [at TIME]",
    summary:
      "Prints a record with all its properties, or with a formatter. With `at`, prints a "
      + "past state.",
    examples: [
      "show ann", "show Person/1", "show ann --reveal", "show ann with line", "show ann at #12",
      "show ann --blame",
    ],
    options: [
      "reveal": "shows card numbers in full", "blame": "shows who set each property",
    ], printsToFile: true, readsOneState: true)

  var record: Spanned<RecordSyntax>
  var formatter: Name?
  var moment: Spanned<MomentSyntax>?
  var isRevealed: Bool
  var isBlamed = false

  init(parsing parser: inout Parser) throws(SyntaxError) {
    record = try parser.record()
    if parser.skip("with") {
      formatter = try parser.name("a formatter", .view(.formatter(of: nil)))
    }
    moment = try parser.pastMomentIfAny()
    isRevealed = parser.hasOption("reveal")
    isBlamed = parser.hasOption("blame")
  }

  func run(in session: Session) throws(Diagnostic) {
    if isBlamed {
      if let other = formatter?.span ?? moment?.span {
        throw Diagnostic(
          .refused,
          formatter == nil
            ? "--blame cannot be used with \"at\"" : "--blame cannot be used with a formatter",
          at: other)
      }
      return try session.blame(record, isRevealed: isRevealed)
    }
    let resolver = try session.context.past.resolver(at: moment)
    let id = try resolver.record(record)
    guard let formatter else {
      return session.say(
        .details(try resolver.details(of: id, at: record.span, isRevealed: isRevealed)))
    }
    let definition = try session.views.formatter(formatter)
    guard definition.type == id.type else {
      throw Diagnostic(
        .value, "\(formatter.value) is a formatter for \(definition.type), not for \(id)",
        at: formatter.span)
    }
    var input = FormatterInput(
      try inWorkspace(resolver.reader.live.record(id), at: record.span),
      find: { resolver.reader.live.find($0) })
    session.context.prepare(&input)
    for section in try definition.formatter().output(for: input) {
      for item in section.items {
        if item.kind == .failure, session.runner.current?.statement.destination != nil {
          throw Diagnostic(.value, item.text, at: formatter.span)
        }
        session.say(.item(ScreenItem(item, of: formatter.value, isAlone: true)))
      }
    }
  }
}

internal import CommandLanguage
internal import Records
internal import Replies

enum OptionCommand: Command {
  static let verb = Verb(
    "option",
    usage: "option locale ID · option display local · option display plain · "
      + "option quiet [off] · option handlers on · option handlers off",
    summary: "Sets an option of the session. `locale` applies to labels and fields without a "
      + "locale of their own. `display local` uses the format of the locale for numbers, dates "
      + "and times in boxes, labels, templates and screens. Plain lines, CSV, JSON and other output "
      + "for programs do not change. `quiet` stops `new`, `put`, `insert` and `append` from "
      + "printing records. `handlers off` disables the change handlers in the database, for a script from "
      + "`history --script`.",
    examples: [
      "option locale de_DE", "option display local", "option quiet", "option quiet off",
      "option handlers off",
    ])

  case locale(Spanned<String>)
  case display(isLocal: Bool)
  case quiet(Bool)
  case handlers(Bool)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip("quiet") {
      self = .quiet(!parser.skip("off"))
    } else if parser.skip("handlers") {
      if parser.skip("off") {
        self = .handlers(false)
      } else {
        try parser.take("on")
        self = .handlers(true)
      }
    } else if parser.skip("display") {
      let isLocal = parser.skip("local")
      guard isLocal || parser.skip("plain") else {
        throw parser.unexpected("\"local\" or \"plain\"", candidates: ["local", "plain"])
      }
      self = .display(isLocal: isLocal)
    } else if parser.skip("locale") {
      self = .locale(try parser.textOrWord("a locale such as \"de_DE\"", .locale))
    } else {
      let words = ["locale", "display", "quiet", "handlers"]
      throw parser.unexpected(words.map { "\"\($0)\"" }.listed(), candidates: words)
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .locale(let locale): try session.context.setLocale(locale)
    case .display(let isLocal): session.context.display(locally: isLocal)
    case .quiet(let isQuiet): session.replies.isQuiet = isQuiet
    case .handlers(let run): session.handlers.runsKept = run
    }
  }
}

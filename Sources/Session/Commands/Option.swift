internal import CommandLanguage
internal import Records
internal import Replies

enum OptionCommand: Command {
  static let verb = Verb(
    "option",
    usage: "option locale ID · option quiet [off] · option handlers on · option handlers off",
    summary: "Sets the locale of all labels and fields that have none of their own, whether "
      + "`new` and `put` say which records they make, or whether the change handlers that the file keeps "
      + "run; without them a script of the history has the effects that it had.",
    examples: ["option locale de_DE", "option quiet", "option quiet off", "option handlers off"])

  case locale(Spanned<String>)
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
    } else if parser.skip("locale") {
      self = .locale(try parser.textOrWord("a locale such as \"de_DE\"", .locale))
    } else {
      let words = ["locale", "quiet", "handlers"]
      throw parser.unexpected(words.map { "\"\($0)\"" }.listed(), candidates: words)
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .locale(let locale): try session.context.setLocale(locale)
    case .quiet(let isQuiet): session.replies.isQuiet = isQuiet
    case .handlers(let run): session.handlers.runsKept = run
    }
  }
}

internal import CommandLanguage
internal import Records
internal import Replies

enum OptionCommand: Command {
  static let verb = Verb(
    "option",
    usage: "option locale ID · option quiet [off]",
    summary: "Sets the locale of all labels and fields that have none of their own, or whether "
      + "`new` and `put` say which records they make.",
    examples: ["option locale de_DE", "option quiet", "option quiet off"])

  case locale(Spanned<String>)
  case quiet(Bool)

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip("quiet") {
      self = .quiet(!parser.skip("off"))
    } else if parser.skip("locale") {
      self = .locale(try parser.textOrWord("a locale such as \"de_DE\"", .locale))
    } else {
      throw parser.unexpected("\"locale\" or \"quiet\"", candidates: ["locale", "quiet"])
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .locale(let locale): try session.context.setLocale(locale)
    case .quiet(let isQuiet): session.replies.isQuiet = isQuiet
    }
  }
}

internal import CommandLanguage
internal import Records
internal import Replies

struct OptionCommand: Command {
  static let verb = Verb(
    "option",
    usage: "option locale ID",
    summary: "Sets the locale of all labels and fields that have none of their own.",
    examples: ["option locale de_DE"])

  var locale: Spanned<String>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try parser.take("locale")
    locale = try parser.textOrWord("a locale such as \"de_DE\"", .locale)
  }

  func run(in session: Session) throws(Diagnostic) { try session.factory.setLocale(locale) }
}

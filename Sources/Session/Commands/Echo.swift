internal import CommandLanguage
internal import Replies

struct EchoCommand: Command {
  static let verb = Verb(
    "echo",
    usage: "echo VALUE …",
    summary:
      "Prints values with a space between them. In a quoted text, `:name` and `:(expression)` "
      + "are replaced with their values.",
    examples: [
      "echo \"done\"", "echo \":ann.name is :(:ann.age + 1) soon\"",
      "echo \"age\" :ann.age (:ann.age + 1)",
    ], readsOneState: true)

  enum Part: Sendable {
    case text(TemplateSyntax)
    case value(Spanned<ValueSyntax>)
  }

  var parts: [Part] = []

  init(parsing parser: inout Parser) throws(SyntaxError) {
    repeat {
      parts.append(
        parser.isAtText ? .text(try parser.template("a text")) : .value(try parser.value()))
    } while !parser.isAtEnd
  }

  func run(in session: Session) throws(Diagnostic) {
    var texts: [String] = []
    for part in parts {
      switch part {
      case .text(let template): texts.append(try session.resolver.text(of: template))
      case .value(let value): texts.append(try session.resolver.text(of: value))
      }
    }
    session.say(.text(texts.joined(separator: " ")))
  }
}

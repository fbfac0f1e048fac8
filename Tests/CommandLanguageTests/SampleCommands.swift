import CommandLanguage
import Values

struct PressCommand: CommandSyntax {
  static let verb = Verb("press", usage: "press \"KEYS\"", summary: "Presses keys.", examples: [])
  let keys: [Key]

  init(parsing parser: inout Parser) throws(SyntaxError) { keys = try parser.keys().keys }
}

struct WithinCommand: CommandSyntax {
  static let verb = Verb(
    "within", aliases: ["in"], usage: "within VALUE { COMMANDS }", summary: "Nests commands.",
    examples: [])
  let value: Spanned<ValueSyntax>
  let body: BlockSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    value = try parser.value()
    body = try parser.block()
  }

  var blocks: [BlockSyntax] { [body] }
}

struct UnknownCommand: CommandSyntax {
  static let verb = Verb("", usage: "", summary: "", examples: [])

  init(parsing parser: inout Parser) throws(SyntaxError) {
    throw parser.unexpected("a command of the sample")
  }
}

let sampleVerbs = Verbs([PressCommand.self, WithinCommand.self], call: UnknownCommand.self)

func read(_ script: String) -> [Result<Statement, SyntaxError>] {
  var reader = CommandReader(sampleVerbs)
  reader.append(line: script)
  reader.finish()
  var results: [Result<Statement, SyntaxError>] = []
  while true {
    do throws(SyntaxError) {
      guard let statement = try reader.next() else { return results }
      results.append(.success(statement))
    } catch {
      results.append(.failure(error))
    }
  }
}

import CommandLanguage
import Values

/// `press "KEYS"`, of a program that has no other command but `within`.
struct PressCommand: CommandSyntax {
  static let verb = Verb("press", usage: "press \"KEYS\"", summary: "Presses keys.", examples: [])
  let keys: [Key]

  init(parsing parser: inout Parser) throws(SyntaxError) { keys = try parser.keys().keys }
}

/// `within VALUE { COMMANDS }`.
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

/// What follows a verb that nobody knows.
struct UnknownCommand: CommandSyntax {
  static let verb = Verb("", usage: "", summary: "", examples: [])

  init(parsing parser: inout Parser) throws(SyntaxError) {
    throw parser.unexpected("a command of the sample")
  }
}

/// The verbs of such a program.
let sampleVerbs = Verbs([PressCommand.self, WithinCommand.self], call: UnknownCommand.self)

/// What a script of such commands is read as.
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

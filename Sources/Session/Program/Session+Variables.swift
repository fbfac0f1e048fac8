internal import CommandLanguage
internal import Records
internal import Replies

/// What `NAME=VALUE` says, read as a command is.
private struct VariableSyntax: CommandSyntax {
  static let verb = Verb(
    "var", usage: "NAME=VALUE", summary: "Gives a value a name for the session.", examples: [])

  var name: Name
  var value: Spanned<ValueSyntax>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name")
    try parser.take("=")
    value = try parser.value()
  }

  /// Reads a text that holds nothing else.
  init(_ text: String) throws(SyntaxError) {
    var reader = CommandReader(Verbs([VariableSyntax.self], call: VariableSyntax.self))
    reader.append(line: "\(Self.verb.name) \(text)")
    reader.finish()
    let statement = try reader.next()
    guard let variable = statement?.command as? VariableSyntax else {
      preconditionFailure("the verb is that of a variable")
    }
    self = variable
    // What follows need not be a variable.
    guard case .success(nil) = Result(catching: { () throws(SyntaxError) in try reader.next() })
    else { throw SyntaxError(.syntax, at: value.span, "expected one name and one value") }
  }
}

extension Session {
  /// Gives a value its name before anything is run; a bare word is a text.
  ///
  /// - Parameter text: `NAME=VALUE`
  func define(_ text: String) throws(Diagnostic) {
    do throws(Diagnostic) {
      let variable = try read(text)
      try resolver.checkIsFree(variable.name)
      names.bind(variable.name.value, to: try resolver.binding(variable.value))
      let written = text.split(separator: "=", maxSplits: 1).last ?? ""
      variables.add(
        variable.name.value, written.trimmingPrefix(while: \.isWhitespace).description,
        variable.value)
    } catch {
      throw Diagnostic(
        .usage, "the variable \(text) cannot be taken: \(error.message)", hint: error.hint,
        candidates: error.candidates)
    }
  }

  private func read(_ text: String) throws(Diagnostic) -> VariableSyntax {
    guard text.contains("=") else { throw Diagnostic(.usage, "expected NAME=VALUE") }
    do {
      return try VariableSyntax(text)
    } catch {
      var diagnostic = Diagnostic(error)
      if error.hint == nil, text.contains(" ") {
        diagnostic.hint = "a text of several words is in quotation marks: who=\"Ann Lee\""
      }
      throw diagnostic
    }
  }
}

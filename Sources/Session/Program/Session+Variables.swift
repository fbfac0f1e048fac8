internal import CommandLanguage
internal import Records
internal import Replies

private struct VariableSyntax: CommandSyntax {
  static let verb = Verb(
    "var", usage: "NAME=VALUE", summary: "Sets a session name.", examples: [])

  var name: Name
  var value: Spanned<ValueSyntax>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name")
    try parser.take("=")
    value = try parser.value()
  }

  init(_ text: String) throws(SyntaxError) {
    var reader = CommandReader(Verbs([VariableSyntax.self], call: VariableSyntax.self))
    reader.append(line: "\(Self.verb.name) \(text)")
    reader.finish()
    let statement = try reader.next()
    guard let variable = statement?.command as? VariableSyntax else {
      preconditionFailure("the command is not a variable")
    }
    self = variable
    // Text after the value is an error, even if that text cannot be parsed.
    guard case .success(nil) = Result(catching: { () throws(SyntaxError) in try reader.next() })
    else { throw SyntaxError(.syntax, at: value.span, "expected one name and one value") }
  }
}

extension Session {
  /// Defines a session name before anything runs. A bare word is a text.
  ///
  /// - Parameter text: `NAME=VALUE`
  func define(_ text: String) throws(Diagnostic) {
    do throws(Diagnostic) {
      let variable = try read(text)
      try resolver.checkIsFree(variable.name)
      names.bind(variable.name.value, to: try resolver.binding(variable.value))
      let written =
        text.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false
        ).last ?? ""
      variables.add(
        variable.name.value, written.trimmingPrefix(while: \.isWhitespace).description,
        variable.value)
    } catch {
      throw Diagnostic(
        .usage, "the variable \(text) cannot be set: \(error.message)", hint: error.hint,
        candidates: error.candidates)
    }
  }

  func misfit(of definition: PropertySyntax) -> Diagnostic? {
    let zoneOffset = configuration.zoneOffset
    guard let variable = try? Property(definition, zoneOffset: zoneOffset),
      // A reference cannot be checked yet, because the script may create its record.
      !variable.kind.isReference,
      let given = variables.value(of: definition.name.value, as: variable.kind)
    else { return nil }
    do throws(Diagnostic) {
      _ = try resolver.value(given, for: variable)
      return nil
    } catch {
      return Diagnostic(misfit: definition.name, error)
    }
  }

  private func read(_ text: String) throws(Diagnostic) -> VariableSyntax {
    guard let sign = text.firstIndex(of: "=") else {
      throw Diagnostic(.usage, "expected NAME=VALUE")
    }
    do throws(SyntaxError) {
      return try VariableSyntax(text)
    } catch {
      // The shell removes quotation marks, so an empty text and a text of several words are
      // accepted without them.
      let value = text[text.index(after: sign)...]
      let isPlain = value.first.map { $0.isLetter || $0.isNumber } ?? true
      guard isPlain, value.isEmpty || value.contains(where: \.isWhitespace),
        var variable = try? VariableSyntax("\(text[..<sign])=\"\"")
      else { throw Diagnostic(error) }
      variable.value.value = .text(String(value))
      return variable
    }
  }
}

internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// Checks an expression and takes the values of its session names.
  ///
  /// - Parameters:
  ///   - type: the type whose properties the names in it are, if there is one.
  ///   - values: the values for session names that come from before.
  func compile(
    _ expression: CommandLanguage.Expression, for type: RecordType?, parameters: [Value?] = []
  ) throws(Diagnostic) -> BoundExpression {
    var parameters = parameters
    var tokens: [RecordStore.Expression.Token] = []
    for token in expression.tokens {
      switch token.kind {
      case .date(let date):
        let written = Spanned(date, at: token.span)
        let value = try Value.date(written, zoneOffset: configuration.zoneOffset)
        tokens.append(.date(value.description))
      case .sessionName(let path):
        let names = path.map { Name($0, at: token.span) }
        let (value, property) = try value(SessionPath(names: names, span: token.span))
        tokens.append(.parameter(parameters.count, property?.kind))
        parameters.append(value)
      case let kind:
        if let token = RecordStore.Expression.Token(kind) { tokens.append(token) }
      }
    }
    do throws(StoreError) {
      let compiled = try store.compile(RecordStore.Expression(tokens), for: type?.name)
      return BoundExpression(compiled: compiled, parameters: parameters, tokens: expression.tokens)
    } catch {
      throw Diagnostic(error, tokens: expression.tokens).at(expression.span)
    }
  }

  /// The value of an expression that stands for itself.
  func evaluate(_ expression: CommandLanguage.Expression) throws(Diagnostic) -> Value? {
    let bound = try compile(expression, for: nil)
    do throws(StoreError) {
      return try store.evaluate(bound.compiled, bound.parameters)
    } catch {
      throw Diagnostic(error, tokens: bound.tokens).at(expression.span)
    }
  }

  /// The text of a template with its places filled in.
  func text(of template: TemplateSyntax) throws(Diagnostic) -> String {
    var result = ""
    for part in template.parts {
      switch part {
      case .text(let text): result += text
      case .name(let path):
        let (value, property) = try value(path)
        result += Datum(value, of: property).plainText
      case .expression(let expression):
        result += Datum(rounding: try evaluate(expression)).plainText
      }
    }
    return result
  }
}

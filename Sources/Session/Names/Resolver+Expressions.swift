internal import CommandLanguage
internal import RecordStore
internal import Records

/// An expression that is ready to be evaluated, with the values of the session names in it.
struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  /// Its tokens with their places, for errors that come only with the evaluation.
  var tokens: [ExpressionToken]
}

extension Resolver {
  /// Checks an expression and takes the values of its session names.
  ///
  /// - Parameters:
  ///   - type: the type whose properties the names in it are, if there is one.
  ///   - values: the values for session names that come from before.
  func compile(
    _ expression: ExpressionSyntax, for type: RecordType?, parameters: [Value?] = []
  ) throws(Diagnostic) -> BoundExpression {
    var parameters = parameters
    let compiled = try compile(expression, for: type) { path throws(Diagnostic) in
      let (value, property) = try value(path)
      parameters.append(value)
      return (parameters.count - 1, property?.kind ?? value?.kind)
    }
    return BoundExpression(compiled: compiled, parameters: parameters, tokens: expression.tokens)
  }

  /// Checks an expression.
  ///
  /// - Parameter bind: takes notice of a session name, and says which of the values given at
  ///   evaluation is its own, and of what kind that is.
  func compile(
    _ expression: ExpressionSyntax, for type: RecordType?,
    bind: (SessionPath) throws(Diagnostic) -> (Int, PropertyKind?)
  ) throws(Diagnostic) -> CompiledExpression {
    var tokens: [Expression.Token] = []
    for token in expression.tokens {
      switch token.kind {
      case .date(let date):
        let written = Spanned(date, at: token.span)
        let value = try Value.date(written, zoneOffset: zoneOffset)
        tokens.append(.date(value.description))
      case .sessionName(let path):
        let names = path.map { Name($0, at: token.span) }
        let (place, kind) = try bind(SessionPath(names: names, span: token.span))
        tokens.append(.parameter(place, kind))
      case let kind:
        if let token = Expression.Token(kind) { tokens.append(token) }
      }
    }
    do throws(StoreError) {
      return try store.compile(Expression(tokens), for: type?.name)
    } catch {
      throw Diagnostic(error, tokens: expression.tokens).at(expression.span)
    }
  }

  /// The value of an expression on its own, without a record.
  func evaluate(_ expression: ExpressionSyntax) throws(Diagnostic) -> Value? {
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
        let datum = property == nil ? Datum(rounding: value) : Datum(value, of: property)
        result += datum.plainText
      case .expression(let expression):
        result += Datum(rounding: try evaluate(expression)).plainText
      }
    }
    return result
  }
}

extension Value {
  /// The kind of a value that belongs to no property; nil for a calculated number, which may be
  /// meant as a decimal.
  var kind: PropertyKind? {
    switch self {
    case .text: .text
    case .integer: .integer
    case .boolean: .boolean
    case .date: .date
    case .dateTime: .dateTime
    case .time: .time(hasSeconds: true)
    case .duration: .duration(hasSeconds: true)
    case .month: .month
    case .percent: .percent(integerDigits: nil, fractionDigits: nil)
    case .reference(let id): .reference(to: id.type)
    case .decimal, .double, .list: nil
    }
  }
}

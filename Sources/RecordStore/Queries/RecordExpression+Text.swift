public import Expressions
public import Records

extension RecordExpression {
  /// Parses an expression, such as `age > 30 and name like 'A%'`.
  ///
  /// Texts are in `'` or `"`, and names that need quotes are in backticks. Dates must be quoted;
  /// session names are not supported.
  ///
  /// - Throws: ``StoreError`` if quotes, a bracket or a comment are not closed, or if the text
  ///   contains the character U+0000. All other errors are found when the expression is compiled.
  public init(_ text: String) throws(StoreError) {
    self.init(try SQLText.tokens(ofExpression: text))
  }
}

extension [ExpressionToken] {
  var parts: [(tokens: [ExpressionToken], isDescending: Bool)] {
    var depth = 0
    let parts = split(omittingEmptySubsequences: false) { token in
      if token == .symbol("(") { depth += 1 }
      if token == .symbol(")") { depth -= 1 }
      return depth == 0 && token == .symbol(",")
    }
    return parts.map { part in
      guard case .word(let word)? = part.last else { return (Array(part), false) }
      switch word.asciiLowercased {
      case "desc": return (Array(part.dropLast()), true)
      case "asc": return (Array(part.dropLast()), false)
      default: return (Array(part), false)
      }
    }
  }
}

extension Violation {
  /// Creates a violation for fields and forms from an error of the store, which becomes its cause.
  ///
  /// A duplicate value of a unique property has the code `Violation.Code.taken`.
  public init(_ error: StoreError) {
    let code: Code =
      switch error.fault {
      case .taken(_, let literal, let holder)?: .taken(literal, by: holder)
      default: .stated(error.message)
      }
    self.init(kind: .rule, code, of: error.property, cause: error)
  }
}

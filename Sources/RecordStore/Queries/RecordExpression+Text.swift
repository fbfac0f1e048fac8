public import Expressions
public import Records

extension RecordExpression {
  /// Reads an expression of a program's own: `age > 30 and name like 'A%'`.
  ///
  /// Texts are in `'` or `"`, names that need it in backticks. Names of a session and dates without
  /// quotes are no part of it.
  ///
  /// - Throws: ``StoreError`` if a text or comment is not closed. All else is checked when the
  ///   expression is compiled.
  public init(_ text: String) throws(StoreError) {
    self.init(try SQLText.tokens(ofExpression: text))
  }
}

extension [ExpressionToken] {
  /// The parts between commas that are in no brackets, and whether `desc` is after each.
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
  /// Says in a field or form why the store refuses a value; the error is its cause.
  public init(_ error: StoreError) {
    self.init(kind: .rule, message: error.message, of: error.property, cause: error)
  }
}

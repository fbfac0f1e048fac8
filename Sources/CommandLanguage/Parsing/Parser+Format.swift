extension Parser {
  /// Reads what stands behind `format`.
  package mutating func format() throws(SyntaxError) -> FormatSyntax {
    note(.word("Decimal"))
    let first = index
    guard isAt("Decimal") else {
      throw unexpected(
        "a format such as \"Decimal(integer: 5, fraction: 1...3)\"", candidates: ["Decimal"])
    }
    advance()
    let (integer, fraction) = try decimalDigits()
    guard integer != nil || fraction != nil else { throw unexpected("\"(\"") }
    return FormatSyntax(integer: integer, fraction: fraction, span: span(from: first))
  }
}

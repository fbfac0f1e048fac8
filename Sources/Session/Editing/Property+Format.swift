internal import CommandLanguage
internal import Records
internal import Replies

extension Property {
  func digits(_ format: FormatSyntax?) throws(Diagnostic) -> DecimalDigits? {
    guard let format else { return nil }
    guard kind.isNumeric else {
      throw Diagnostic(
        .value, "\(name) is of kind \(kind.name), which has no format", at: format.span,
        hint: "use format with Integer, Decimal or Double")
    }
    var digits = decimalDigits ?? FormatSyntax.mostDigits
    if case .integer = kind { digits.fraction = 0...0 }
    return try format.digits(within: digits)
  }

  func isGrouped(_ grouped: SourceSpan?) throws(Diagnostic) -> Bool {
    guard let grouped else { return false }
    guard kind.isGroupable else {
      throw Diagnostic(
        .value, "\(name) is of kind \(kind.name), which cannot be grouped", at: grouped)
    }
    return true
  }
}

extension FormatSyntax {
  fileprivate static let mostDigits = DecimalDigits(
    integer: ExactDecimal.maximumDigits, fraction: 0...ExactDecimal.maximumDigits)

  func digits(
    within digits: DecimalDigits = mostDigits
  ) throws(Diagnostic) -> DecimalDigits {
    let kind = PropertyKind.decimal(
      integerDigits: integer?.value ?? 1, fractionDigits: fraction?.value ?? 0...0)
    do {
      _ = try Property("_", kind).consistent()
    } catch {
      throw Diagnostic(.value, error.message, at: span)
    }
    var digits = digits
    if let integer { digits.integer = integer.value }
    if let fraction { digits.fraction = fraction.value }
    return digits
  }
}

internal import CommandLanguage
internal import Interactors
internal import Records

extension Session {
  /// The most digits that a number with a format and no others of its own can show.
  private static let mostDigits = DecimalDigits(
    integer: ExactDecimal.maximumDigits, fraction: 0...ExactDecimal.maximumDigits)

  /// The digits of a number as a command wants them; what it does not say is as without a format.
  ///
  /// - Parameter property: the property that is shown, which has to be a number.
  func digits(
    _ format: FormatSyntax?, for property: Property? = nil
  ) throws(Diagnostic) -> DecimalDigits? {
    guard let format else { return nil }
    if let property, !property.kind.isNumeric {
      throw Diagnostic(
        .value, "\(property.name) is of the kind \(property.kind.name), which takes no format",
        at: format.span)
    }
    let kind = PropertyKind.decimal(
      integerDigits: format.integer?.value ?? 1, fractionDigits: format.fraction?.value ?? 0...0)
    do {
      _ = try Property("_", kind).consistent()
    } catch {
      throw Diagnostic(.value, error.message, at: format.span)
    }
    var digits = property?.decimalDigits ?? Self.mostDigits
    if case .integer = property?.kind { digits.fraction = 0...0 }
    if let integer = format.integer { digits.integer = integer.value }
    if let fraction = format.fraction { digits.fraction = fraction.value }
    return digits
  }
}

package import Records

extension AnalyzedExpression {
  package func objection(asValueOf property: Property) -> String? {
    if type.isConstantWord { return nil }
    let start =
      "\(property.name.asName) is of kind \(property.kind.name), but the expression is "
    switch property.kind.storage {
    case .integer, .seconds, .decimal, .percent, .double, .boolean:
      guard type.isText else { return nil }
      let isWhole = [.integer, .seconds, .boolean].contains(property.kind.storage)
      return start + "a text; convert it with cast(… as \(isWhole ? "integer" : "real"))"
    case .written:
      guard type.family == .number || type.family == .boolean || type.family == .duration else {
        return nil
      }
      let example = property.kind == .date ? "2026-11-21" : "2026-11-21T10:00:00.000Z"
      let expected =
        property.kind.clock == nil ? property.kind.expectation : "a text such as \(example)"
      return start + "a number; expected \(expected)"
    case .text, .reference, .list, .records: return nil
    }
  }

  package func sql(castFor property: Property) -> String { sql(value.text, castFor: property) }

  func sql(_ text: String, castFor property: Property) -> String {
    SQLEmitter(isPortable: isPortable, writesValues: true)
      .cast(SQLFragment(text), type, for: property).sql
  }
}

extension SQLEmitter {
  func cast(_ text: SQLFragment, _ type: InferredType, for property: Property) -> SQLFragment {
    // Times are stored with seconds.
    if case .time = property.kind, type.family != .time { return "strftime('%H:%M:%S', \(text))" }
    return switch property.kind.storage {
    case .integer, .seconds:
      "CAST(\(fitted(text, type.isWithinWord, "fitting_whole", property)) AS INTEGER)"
        as SQLFragment
    // Converts any number to 0, 1 or NULL.
    case .boolean: "NOT (NOT (\(text)))"
    case .double: "CAST(\(text) AS REAL)"
    case .decimal, .percent:
      """
      round(CAST(\(fitted(text, type.isExactDouble, "fitting_decimal", property)) AS REAL), \
      \(property.storedFractionDigits ?? 0))
      """
    case .text, .written, .reference, .list, .records: "CAST(\(text) AS TEXT)"
    }
  }

  /// Adds a check that fails if a number has more than 64 bits or 15 digits. Columns are checked
  /// when a record is written.
  private func fitted(
    _ text: SQLFragment, _ isKnownToFit: Bool, _ function: String, _ property: Property
  ) -> SQLFragment {
    if isPortable || isKnownToFit { return text }
    let digits = property.storedFractionDigits ?? 0
    return "\(SQLFragment(function))(\(text), \(SQLFragment(property.name.asSQLText)), \(digits))"
  }
}

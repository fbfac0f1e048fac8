internal import CommandLanguage
internal import Records

/// The values that a command gives to properties, and where each stands in it.
struct GivenValues {
  private(set) var values: [String: Value?] = [:]
  private(set) var spans: [String: SourceSpan] = [:]

  /// Adds the value of a property; false if it has one already.
  mutating func add(_ property: String, _ value: Value?, at span: SourceSpan) -> Bool {
    spans[property] = span
    return values.updateValue(value, forKey: property) == nil
  }
}

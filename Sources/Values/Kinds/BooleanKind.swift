struct BooleanKind: NamedKind {
  static let name = "Boolean"
  static let arguments = KindArguments.none(.boolean)
  static let traits = KindTraits(isComputable: true)
  static let guide = KindGuide(
    "Either true or false.",
    definition: "Boolean = true", value: "false")

  var expectation: String { "true or false" }
  var storage: StorageClass { .boolean }
  var zero: Value? { .boolean(false) }
  var words: [String] { ["true", "false"] }

  func value(_ value: Value) throws(Violation) -> Value? {
    guard case .boolean = value else { return nil }
    return value
  }

  func value(parsing text: String) throws(Violation) -> Value? {
    switch text.lowercased() {
    case "true", "1": .boolean(true)
    case "false", "0": .boolean(false)
    default: nil
    }
  }

  func value(ofResult value: Value) -> Value? {
    guard case .integer(let number) = value, 0...1 ~= number else { return nil }
    return .boolean(number == 1)
  }
}

struct ChoiceKind: NamedKind {
  static let name = "Choice"
  static let arguments = KindArguments.names(example: "Choice(admin, editor)") { .choice($0) }
  static let guide = KindGuide(
    "One of the names that the definition lists.",
    definition: #"Choice(admin, editor, "read only") = editor"#, value: #""read only""#)

  var names: [String]

  var writtenArguments: [String] { names.map(\.asChoice) }
  var words: [String] { names }
  var writtenForm: WrittenForm { .names(names) }

  var expectation: String { writtenArguments.listed() }

  func check() throws(Violation) {
    if names.isEmpty {
      throw Violation(kind: .value, .noChoices)
    }
    var seen: Set<Value> = []
    for name in names {
      if name.isEmpty {
        throw Violation(kind: .value, .emptyChoice)
      }
      if name.unicodeScalars.contains("\0") {
        throw Violation(kind: .value, .nullInChoice)
      }
      guard seen.insert(.text(name)).inserted else {
        throw Violation(kind: .value, .equalChoices(name))
      }
    }
  }

  func value(reading text: String) throws(Violation) -> Value? {
    // Tries the exact text first, because a name may begin or end with white space.
    for text in [text, text.pasted] {
      // `==` ignores normalization; names defined by older versions may not be in NFC.
      if let name = names.first(where: { $0 == text }) { return .text(name) }
    }
    throw Violation(kind: .value, .expected(.choice(names)), candidates: names)
  }
}

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

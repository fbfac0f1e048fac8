struct TextKind: NamedKind {
  static let name = "Text"
  static let arguments = KindArguments.none(.text)
  static let traits = KindTraits(isComputable: true)
  static let guide = KindGuide(
    "Any text.",
    definition: "Text length 1...80", value: #""Ann Müller""#)

  var expectation: String { "a text" }
  var zero: Value? { .text("") }

  func value(reading text: String) throws(Violation) -> Value? { .text(text) }

  func value(ofResult value: Value) -> Value? {
    switch value {
    case .date, .dateTime: .text(value.description)
    case .text, .integer, .decimal, .double, .boolean, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }
}

struct MaskKind: NamedKind {
  static let name = "Mask"
  static let arguments = KindArguments.text("a mask", example: "Mask(\"000-AA\")") {
    (form: String) throws(Violation) -> PropertyKind in .mask(try TextMask(form))
  }
  static let guide = KindGuide(
    "A text with fixed characters and placeholders: 0 is for a digit, A for a letter that becomes "
      + #"upper case, a for any letter, and N for a letter or digit. \ makes the next character "#
      + "literal; all other characters are literal.",
    definition: #"Mask("000-AA")?"#, value: #""123-XY""#)

  var mask: TextMask

  var writtenArguments: [String] { [Value.text(mask.pattern).literal] }
  var expectation: String { "a text" }
  var writtenForm: WrittenForm { .pattern(mask.portable) }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try mask.text(reading: text))
  }
}

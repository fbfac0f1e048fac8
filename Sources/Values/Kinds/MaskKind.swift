/// A text of a form.
struct MaskKind: NamedKind {
  static let name = "Mask"
  static let arguments = KindArguments.text("a form", example: "Mask(\"000-AA\")") {
    (form: String) throws(Violation) -> PropertyKind in .mask(try TextMask(form))
  }
  static let guide = KindGuide(
    "A text of a form: 0 is a digit, A a letter that is put into upper case, a a letter, "
      + #"N a letter or digit; \ takes the next character as it is, and so is every other."#,
    definition: #"Mask("000-AA")?"#, value: #""123-XY""#)

  var mask: TextMask

  var writtenArguments: [String] { [Value.text(mask.pattern).literal] }
  var expectation: String { "a text" }
  var writtenForm: WrittenForm { .pattern(mask.portable) }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try mask.text(reading: text))
  }
}

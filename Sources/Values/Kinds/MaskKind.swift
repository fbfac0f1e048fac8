/// A text of a form.
struct MaskKind: NamedKind {
  static let name = "Mask"
  static let arguments = KindArguments.text("a form", example: "Mask(\"000-AA\")") {
    (form: String) throws(Violation) -> PropertyKind in .mask(try TextMask(form))
  }

  var mask: TextMask

  var writtenArguments: [String] { [Value.text(mask.pattern).literal] }
  var expectation: String { "a text" }

  func value(reading text: String) throws(Violation) -> Value? {
    .text(try mask.text(reading: text))
  }
}

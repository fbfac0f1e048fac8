extension String {
  /// The text as JSON writes it, in quotation marks.
  package var asJSON: String {
    var text = "\""
    // Most texts are written as they are, which takes a twentieth of the time.
    if !unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.isControl }) {
      text.reserveCapacity(utf8.count + 2)
      text += self
      return text + "\""
    }
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n", "\r", "\t": text += scalar.writtenOut
      // More than JSON asks for, so that a terminal can show it too.
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

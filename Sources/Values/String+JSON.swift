extension String {
  package var asJSON: String {
    var text = "\""
    // Fast path, 20 times as fast: most texts need no escapes.
    if !unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" || $0.isControl }) {
      text.reserveCapacity(utf8.count + 2)
      text += self
      return text + "\""
    }
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n", "\r", "\t": text += scalar.writtenOut
      // JSON requires fewer escapes; the others make the text safe for a terminal.
      case _ where scalar.isControl:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension String {
  /// Whether a tokenizer reads it as one word.
  var isPlainWord: Bool {
    let bytes = Array(utf8)
    return !bytes.isEmpty && wordEnd(in: bytes, from: 0) == bytes.count
  }

  /// The text as a command writes it where it is a name: in backticks unless it is one word.
  var asName: String {
    guard !isPlainWord else { return self }
    // Scalar by scalar, since a mark could join a backtick to one character.
    var quoted = String.UnicodeScalarView(["`"])
    for scalar in unicodeScalars {
      if scalar == "`" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("`")
    return String(quoted)
  }
}

internal import CommandLanguage

/// A script on its way: its name, its text so far, and the reader that finds the commands in it.
final class Script {
  let name: String
  /// The place of the `include` that began it, and those before.
  let includedFrom: [Diagnostic.Place]
  var text = ScriptText()
  var reader = CommandReader()

  init(name: String, includedFrom: [Diagnostic.Place] = []) {
    self.name = name
    self.includedFrom = includedFrom
  }

  /// Completes a diagnostic with the name of the script, the line it stands in, and the includes.
  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    guard var place = diagnostic.place, place.file.isEmpty else { return diagnostic }
    var result = diagnostic
    place.file = name
    result.place = place
    result.includedFrom = includedFrom
    if let column = place.column {
      result.excerpt = text.excerpt(line: place.line, column: column)
    }
    return result
  }

  /// Adds a line of bytes to what the reader has.
  ///
  /// - Throws: ``Diagnostic`` if they are not text.
  func append(_ bytes: [UInt8]) throws(Diagnostic) {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
    guard let line = String(validating: bytes, as: UTF8.self) else {
      text.append(String(decoding: bytes, as: UTF8.self))
      let column = validPrefix(of: bytes).count + 1
      throw placed(
        Diagnostic(
          .syntax, "this line is not UTF-8",
          place: Diagnostic.Place(file: "", line: text.lastLine, column: column)))
    }
    text.append(line)
    reader.append(line: line)
  }

  private func validPrefix(of bytes: ArraySlice<UInt8>) -> String {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var scalars = String.UnicodeScalarView()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { scalars.append(scalar) }
    return String(scalars)
  }
}

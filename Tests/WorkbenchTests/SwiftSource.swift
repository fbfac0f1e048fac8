/// The lines of a Swift file without comments and string contents.
struct SwiftSource {
  private var lines: [Substring] = []

  init(_ text: String) {
    var isInLongText = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let parts = line.split(separator: "\"\"\"", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { isInLongText.toggle() }
        if !isInLongText { lines.append(Self.code(part)) }
      }
    }
  }

  private static func code(_ line: Substring) -> Substring {
    var code = ""
    var isInText = false
    var last: Character?
    for character in line {
      if character == "\"", !isInText || last != "\\" { isInText.toggle() }
      if !isInText, character == "/", last == "/" { break }
      if !isInText { code.append(character) }
      last = last == "\\" ? nil : character
    }
    return Substring(code)
  }

  private static func words(_ line: Substring) -> [Substring] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
  }

  var declaredTypes: [Substring] {
    lines.compactMap { line in
      guard line.first.map({ $0 != " " && $0 != "}" }) == true else { return nil }
      let words = Self.words(line)
      guard
        let keyword = words.firstIndex(where: {
          ["struct", "class", "enum", "protocol", "typealias", "actor"].contains($0)
        }), keyword + 1 < words.count
      else { return nil }
      return words[keyword + 1]
    }
  }

  /// Capitalized names; a nested type counts as its outer type.
  var names: Set<Substring> {
    Set(
      lines.flatMap(Self.words).compactMap { word in
        let parts = word.split(separator: ".")
        let isNested = parts.count > 1 && parts[1].first?.isUppercase == true
        return isNested || word.first?.isUppercase != true ? nil : parts.first
      })
  }

  func extends(_ type: String) -> Bool {
    declaredTypes.contains(Substring(type))
      || lines.contains { line in
        let words = Self.words(line)
        return words.firstIndex(of: "extension").map {
          $0 + 1 < words.count && words[$0 + 1] == type
        } ?? false
      }
  }
}

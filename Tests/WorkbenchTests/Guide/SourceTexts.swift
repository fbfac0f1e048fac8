import Foundation

/// The string literals of Swift sources.
enum SourceTexts {
  struct Text {
    var file: String
    var line: Int
    /// With `…` for each interpolation.
    var text: String
  }

  /// Texts in words that a user may read: no SQL, and nothing that a generator wrote.
  static func all(in folder: String) throws -> [Text] {
    let root = Program.root.appending(path: folder)
    let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return try (files ?? []).filter { $0.hasSuffix(".swift") && !$0.contains("Generated/") }
      .sorted()
      .flatMap { file in
        var reader = Reader(try String(contentsOf: root.appending(path: file), encoding: .utf8))
        return reader.texts().map { Text(file: "\(folder)/\(file)", line: $0.line, text: $0.text) }
      }
      .filter { text in
        text.text.contains(#/[a-z]{2,} |\ [a-z]{2,}/#)
          && !text.text.contains(
            #/^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|WITH|PRAGMA|FROM|WHERE|AND|OR|ON|CASE)\b/#
          )
      }
  }

  private struct Reader {
    private let scalars: [Character]
    private var index = 0
    private var line = 1

    init(_ source: String) { scalars = Array(source) }

    private func starts(_ text: String, at place: Int? = nil) -> Bool {
      let start = place ?? index
      return start + text.count <= scalars.count
        && zip(scalars[start...], text).allSatisfy { $0 == $1 }
    }

    private mutating func skip(_ count: Int = 1) {
      for _ in 0..<count where index < scalars.count {
        if scalars[index] == "\n" { line += 1 }
        index += 1
      }
    }

    mutating func texts() -> [(line: Int, text: String)] {
      var result: [(line: Int, text: String)] = []
      while index < scalars.count {
        if starts("//") {
          while index < scalars.count, scalars[index] != "\n" { skip() }
        } else if starts("#/") || startsRegex {
          skipRegex()
        } else if startsLiteral {
          let start = line
          result.append((start, literal()))
        } else {
          skip()
        }
      }
      return result
    }

    private var startsLiteral: Bool {
      let quote = scalars[index...].firstIndex { $0 != "#" } ?? index
      return quote < scalars.count && scalars[quote] == "\""
    }

    /// A bare regex follows a bracket, a comma or an equals sign.
    private var startsRegex: Bool {
      guard scalars[index] == "/", index + 1 < scalars.count, !" /*=\n".contains(scalars[index + 1])
      else { return false }
      let before = scalars[..<index].last { $0 != " " }
      return before.map { "(,=:".contains($0) } ?? false
    }

    private mutating func skipRegex() {
      let end = starts("#/") ? "/#" : "/"
      skip(end.count)
      while index < scalars.count, !starts(end) { skip(scalars[index] == "\\" ? 2 : 1) }
      skip(end.count)
    }

    /// Reads a literal, in which an interpolation is `…`.
    private mutating func literal() -> String {
      let hashes = scalars[index...].prefix { $0 == "#" }.count
      skip(hashes)
      let quote = starts("\"\"\"") ? "\"\"\"" : "\""
      skip(quote.count)
      let marks = String(repeating: "#", count: hashes)
      var text = ""
      while index < scalars.count, !starts(quote + marks) {
        if starts("\\" + marks + "(") {
          skip(2 + hashes)
          skipInterpolation()
          text += "…"
        } else if starts("\\" + marks) {
          text += starts("\\" + marks + "n") ? " " : ""
          skip(2 + hashes)
        } else {
          text.append(scalars[index])
          skip()
        }
      }
      skip(quote.count + hashes)
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private mutating func skipInterpolation() {
      var depth = 1
      while index < scalars.count, depth > 0 {
        if startsLiteral {
          _ = literal()
          continue
        }
        if scalars[index] == "(" { depth += 1 }
        if scalars[index] == ")" { depth -= 1 }
        skip()
      }
    }
  }
}

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
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(_ source: String) { bytes = Array(source.utf8) }

    private func starts(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { start in
        index + start.count <= bytes.count
          && start.indices.allSatisfy { bytes[index + $0] == start[$0] }
      }
    }

    private func starts(_ text: [UInt8]) -> Bool { bytes[index...].starts(with: text) }

    private mutating func skip(_ count: Int = 1) {
      for _ in 0..<count where index < bytes.count {
        if bytes[index] == 10 { line += 1 }
        index += 1
      }
    }

    mutating func texts() -> [(line: Int, text: String)] {
      var result: [(line: Int, text: String)] = []
      while index < bytes.count {
        if starts("//") {
          while index < bytes.count, bytes[index] != 10 { skip() }
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
      guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "#") else {
        return false
      }
      return bytes[index...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
    }

    /// A bare regex follows a bracket, a comma or an equals sign.
    private var startsRegex: Bool {
      guard bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count,
        !" /*=\n".utf8.contains(bytes[index + 1])
      else { return false }
      let before = bytes[..<index].last { $0 != UInt8(ascii: " ") }
      return before.map { "(,=:".utf8.contains($0) } ?? false
    }

    private mutating func skipRegex() {
      let end: [UInt8] = Array((starts("#/") ? "/#" : "/").utf8)
      skip(end.count)
      while index < bytes.count, !starts(end) { skip(bytes[index] == UInt8(ascii: "\\") ? 2 : 1) }
      skip(end.count)
    }

    /// Reads a literal, in which an interpolation is `…`.
    private mutating func literal() -> String {
      let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
      skip(hashes)
      let quote: [UInt8] = Array((starts("\"\"\"") ? "\"\"\"" : "\"").utf8)
      skip(quote.count)
      let marks = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
      let (end, escape) = (quote + marks, [UInt8(ascii: "\\")] + marks)
      var text: [UInt8] = []
      while index < bytes.count, !starts(end) {
        if starts(escape) {
          skip(escape.count)
          if starts("(") {
            skip()
            skipInterpolation()
            text += Array("…".utf8)
          } else {
            if starts("n") { text.append(UInt8(ascii: " ")) }
            skip()
          }
        } else {
          text.append(bytes[index])
          skip()
        }
      }
      skip(end.count)
      return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }

    private mutating func skipInterpolation() {
      var depth = 1
      while index < bytes.count, depth > 0 {
        if startsLiteral {
          _ = literal()
          continue
        }
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        skip()
      }
    }
  }
}

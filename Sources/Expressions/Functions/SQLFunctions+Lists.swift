internal import Values

extension SQLFunctions {
  /// `split(text, separator)`: the parts as a JSON list; empty for an empty text. An empty
  /// separator splits into characters.
  static func split(_ arguments: any SQLArguments) -> SQLResult {
    guard let text = arguments.text(0), let separator = arguments.text(1) else { return .null }
    let parts: [String] =
      text.isEmpty ? [] : separator.isEmpty ? text.map { String($0) } : cut(text, at: separator)
    return .value(.text("[" + parts.map(\.asJSON).joined(separator: ",") + "]"))
  }

  /// Compares bytes, so that texts match only if their scalars are equal.
  private static func cut(_ text: String, at separator: String) -> [String] {
    let (bytes, separator) = (Array(text.utf8), Array(separator.utf8))
    var parts: [String] = []
    var (start, place) = (0, 0)
    while place + separator.count <= bytes.count {
      guard bytes[place] == separator[0],
        bytes[place..<place + separator.count].elementsEqual(separator)
      else {
        place += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
      place += separator.count
      start = place
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

internal import Values

extension SQLFunctions {
  /// `ulower(text)`: the text in lower case, also beyond ASCII.
  static func lowercase(_ arguments: any SQLArguments) -> SQLResult {
    .value(SQLValue(arguments.text(0)?.lowercased()))
  }

  /// `uupper(text)`: the text in upper case, also beyond ASCII.
  static func uppercase(_ arguments: any SQLArguments) -> SQLResult {
    .value(SQLValue(arguments.text(0)?.uppercased()))
  }

  /// `ulike(pattern, text [, escape])`: like SQLite's `like`, ignoring the case of all letters.
  static func like(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1) else { return .null }
    var escape: Unicode.Scalar?
    if arguments.count == 3 {
      guard let text = arguments.text(2) else { return .null }
      guard text.unicodeScalars.count == 1 else {
        return .failure("the escape character of ulike() must be a single character")
      }
      escape = text.unicodeScalars.first
    }
    guard let pattern = kept(arguments, 0, { LikePattern($0, escape: escape) }),
      let text = arguments.text(1)
    else { return .null }
    // The cached pattern can have another escape character.
    let current =
      pattern.escape == escape ? pattern : LikePattern(arguments.text(0) ?? "", escape: escape)
    return .value(.integer(current.matches(text) ? 1 : 0))
  }

  /// `contains(text, part)`: whether the text contains the part, ignoring case, accents and width.
  static func contains(_ arguments: any SQLArguments) -> SQLResult {
    guard let text = arguments.text(0), !arguments.isNull(1) else { return .null }
    // Every text contains the empty text.
    let isFound = kept(arguments, 1, TextSearch.init)?.isFound(in: text) ?? true
    return .value(.integer(isFound ? 1 : 0))
  }

  /// `regexp(pattern, text)` or `text regexp pattern`: whether the pattern matches a part of the
  /// text.
  static func match(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1),
      let expression = kept(arguments, 0, RegularExpression.init),
      let text = arguments.text(1)
    else { return .null }
    switch expression.search(text) {
    case .found: return .value(.integer(1))
    case .missing: return .value(.integer(0))
    case .failure(let message): return .failure(message)
    }
  }

  /// `split(text, separator)`: the parts as a JSON array. An empty separator splits into characters.
  static func split(_ arguments: any SQLArguments) -> SQLResult {
    guard let text = arguments.text(0), let separator = arguments.text(1) else { return .null }
    let parts: [String] =
      text.isEmpty ? [] : separator.isEmpty ? text.map { String($0) } : cut(text, at: separator)
    return .value(.text("[" + parts.map(\.asJSON).joined(separator: ",") + "]"))
  }

  /// Compares bytes, because `String` would match canonically equivalent texts.
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

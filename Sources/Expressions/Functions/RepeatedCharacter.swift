internal import Values

/// How often a format of `printf` repeats a character, which SQLite does not hold to its limits.
///
/// `%.9c` is nine times the character, and in `%.*c` a value says how often.
struct RepeatedCharacter {
  /// The most that a character can be repeated, which is the most bytes of a text.
  static let limit = 10_000_000

  /// Whether some character is repeated too often, whatever the values are.
  private(set) var isTooOften = false
  /// Which of the values after the format say how often, from 0.
  private(set) var counts: [Int] = []

  init(in format: String) {
    var value = 0
    var rest = Substring(format)
    while let sign = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: sign)...]
      let end = rest.firstIndex { !"-+ #!0,123456789.*l".contains($0) } ?? rest.endIndex
      let options = rest[..<end]
      let precision = options.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
      value += options.count { $0 == "*" }
      let letter = rest[end...].first
      if letter == "c", let precision = precision.last {
        if precision.contains("*") { counts.append(value - 1) }
        let digits = precision.filter(\.isNumber)
        if !digits.isEmpty, Int(digits).map({ $0 > Self.limit }) ?? true { isTooOften = true }
      }
      if letter != "%" { value += 1 }
      rest = rest[end...].dropFirst()
    }
  }
}

extension SQLFunctions {
  /// `fixed_format(format)`: the format, unless values would say how often it repeats a character.
  static func fixedFormat(_ arguments: any SQLArguments) -> SQLResult {
    guard let format = arguments.text(0) else { return .argument(0) }
    let repeated = RepeatedCharacter(in: format)
    if repeated.isTooOften { return .failure(tooOften) }
    guard repeated.counts.isEmpty else {
      return .failure("%.*c is only known in a format that is a quoted text")
    }
    return .argument(0)
  }

  /// `fixed_count(count)`: the number, unless a character cannot be repeated as often.
  static func fixedCount(_ arguments: any SQLArguments) -> SQLResult {
    arguments.integer(0).magnitude > RepeatedCharacter.limit
      ? .failure(tooOften) : .argument(0)
  }

  static let tooOften =
    "a format repeats a character at most \(RepeatedCharacter.limit / 1_000_000) million times"
}

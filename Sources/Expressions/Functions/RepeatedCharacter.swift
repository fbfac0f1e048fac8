internal import Values

/// Finds how often a format of `printf` repeats characters, because SQLite sets no limit.
///
/// `%.9c` repeats the character nine times; in `%.*c` an argument is the count.
struct RepeatedCharacter {
  /// The maximum count, which is also the maximum size of a text in bytes.
  static let limit = 10_000_000

  /// Whether a fixed count exceeds the limit, or a width or precision exceeds 31 bits, to which
  /// SQLite truncates.
  private(set) var isTooOften = false
  /// Indexes of the arguments that are repeat counts; 0 is the argument after the format.
  private(set) var counts: [Int] = []
  /// Indexes of the arguments that are counts, widths or precisions; 0 is the argument after the
  /// format.
  private(set) var given: [Int] = []

  init(in format: String) {
    var value = 0
    var rest = Substring(format)
    while let sign = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: sign)...]
      let end = rest.firstIndex { !"-+ #!0,123456789.*l".contains($0) } ?? rest.endIndex
      let options = rest[..<end]
      let precision = options.split(separator: ".", omittingEmptySubsequences: false).dropFirst()
      let stars = options.count { $0 == "*" }
      given += value..<value + stars
      value += stars
      for digits in options.split(whereSeparator: { !$0.isNumber })
      where Int32(digits) == nil { isTooOften = true }
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
  /// `fixed_format(format)`: returns the format; fails if it repeats a character too often, or if
  /// the count is an argument.
  static func fixedFormat(_ arguments: any SQLArguments) -> SQLResult {
    guard let format = arguments.text(0) else { return .argument(0) }
    let repeated = RepeatedCharacter(in: format)
    if repeated.isTooOften { return .failure(tooOften) }
    guard repeated.counts.isEmpty else {
      return .failure("%.*c can be used only if the format is a quoted text")
    }
    return .argument(0)
  }

  /// `fixed_count(count)`: returns the number; fails if its magnitude exceeds the limit.
  static func fixedCount(_ arguments: any SQLArguments) -> SQLResult {
    arguments.integer(0).magnitude > RepeatedCharacter.limit
      ? .failure(tooOften) : .argument(0)
  }

  static let tooOften =
    "a format can repeat a character at most \(RepeatedCharacter.limit / 1_000_000) million times"
}

internal import Values

/// What the cells of a column have been so far, and so which kinds it could have.
///
/// It takes as much memory as some hundred different values, and the hashes of as many as tell whether
/// all values are different.
package struct ColumnEvidence {
  /// A value that spoke against a kind, and its line.
  package struct Objection: Hashable, Sendable {
    /// The value as it is in the file.
    package var text: String
    /// The line of the value.
    package var line: Int
  }

  /// A kind that a column could have.
  package enum Candidate: Hashable, Sendable {
    case boolean, integer, decimal, decimalWithComma, percent, percentWithComma, date, dateDayFirst
    case dateMonthFirst
    case dateTime, time, month
    /// A kind that is read from texts of a form, by its name.
    case named(String)

    /// The kinds whose texts have so much form that a value is hardly one by chance.
    package static let names = ["Email", "Url", "IBAN", "Phone"]

    fileprivate static let all: [Candidate] =
      [
        .boolean, .integer, .decimal, .decimalWithComma, .percent, .percentWithComma, .date,
        .dateDayFirst,
        .dateMonthFirst, .dateTime, .time, .month,
      ] + names.map(Candidate.named)
  }

  /// How many different values can be a choice.
  package static let mostNames = 12
  /// How many different values are told apart.
  private static let mostDistinct = 200_000

  /// The kinds that no value spoke against.
  package private(set) var candidates = Set(Candidate.all)
  /// The first value that spoke against each of the others.
  package private(set) var objections: [Candidate: Objection] = [:]
  /// How many rows have a value, and how many have none.
  package private(set) var (filled, empty) = (0, 0)
  /// The first row without a value.
  package private(set) var firstEmpty: Int?
  /// The values and how often each came, while they are few.
  package private(set) var names: [String: Int]? = [:]
  /// The order in which the names came.
  package private(set) var order: [String] = []
  /// A value that came twice; nil where none did.
  package private(set) var repeated: Objection?
  /// The most digits of a number before and after its point.
  package private(set) var digits = (integer: 1, fraction: 0)
  /// The form that all values have, each a sign or a sort of signs; nil where they differ.
  package private(set) var shape: [Shape]?
  /// The most characters of a value.
  package private(set) var longest = 0
  /// How many rows have a list, and how many what no property takes, such as an object.
  package private(set) var (lists, objects) = (0, 0)
  /// What the items of the lists have been; none where there was no list.
  private var evidenceOfItems: [ColumnEvidence] = []
  /// What the items of the lists have been.
  package var items: ColumnEvidence { evidenceOfItems.first ?? ColumnEvidence() }
  private var hashes: Set<Int>? = []

  /// A sign of a form that values have.
  package enum Shape: Hashable, Sendable {
    case digit, capital, letter
    case sign(Unicode.Scalar)
  }

  /// Begins with nothing known.
  package init() {}

  /// Takes the value of a row.
  package mutating func add(_ cell: SourceCell, line: Int) {
    switch cell {
    case .list(let cells):
      lists += 1
      if evidenceOfItems.isEmpty { evidenceOfItems = [ColumnEvidence()] }
      for cell in cells { evidenceOfItems[0].add(cell, line: line) }
    case .other: objects += 1
    case .none, .absent, .text, .number, .boolean: break
    }
    let text = cell.description
    let trimmed = text.withoutOuterSpace
    guard !trimmed.isEmpty else {
      empty += 1
      firstEmpty = firstEmpty ?? line
      return
    }
    filled += 1
    longest = max(longest, text.count)
    noteName(trimmed)
    noteRepetition(text, line)
    noteShape(trimmed)
    for candidate in candidates where !fits(trimmed, candidate) {
      candidates.remove(candidate)
      objections[candidate] = Objection(text: text, line: line)
    }
  }

  private mutating func noteName(_ text: String) {
    guard names != nil else { return }
    if names?[text] == nil { order.append(text) }
    names?[text, default: 0] += 1
    if order.count > Self.mostNames { (names, order) = (nil, []) }
  }

  private mutating func noteRepetition(_ text: String, _ line: Int) {
    guard repeated == nil, hashes != nil else { return }
    // Two texts of one hash are so rare that they do not matter for a proposal.
    if hashes?.insert(text.hashValue).inserted == false {
      repeated = Objection(text: text, line: line)
      hashes = nil
    } else if hashes?.count ?? 0 > Self.mostDistinct {
      hashes = nil
      isUnchecked = true
    }
  }

  /// Whether there were too many values to see whether all are different.
  package private(set) var isUnchecked = false

  private mutating func noteShape(_ text: String) {
    let form = text.unicodeScalars.map { scalar -> Shape in
      switch scalar {
      case "0"..."9": .digit
      case "A"..."Z": .capital
      case "a"..."z": .letter
      default: .sign(scalar)
      }
    }
    if filled == 1 {
      shape = form.count <= 20 ? form : nil
    } else if shape != form {
      shape = nil
    }
  }

  // MARK: Kinds

  private mutating func fits(_ text: String, _ candidate: Candidate) -> Bool {
    switch candidate {
    case .boolean: return ["true", "false"].contains(text.lowercased())
    case .integer:
      // A code that begins with 0 would lose it.
      return Int(text) != nil && !Self.hasLeadingZero(text) && !text.hasPrefix("+")
    case .decimal:
      guard let number = ExactDecimal(text), !Self.hasLeadingZero(text) else { return false }
      note(number, written: text)
      return true
    case .decimalWithComma:
      guard let number = Self.withComma(text) else { return false }
      note(number, written: text)
      return true
    case .percent: return Self.isPercentage(text)
    case .percentWithComma:
      guard let number = Self.withComma(String(text.dropLast()).withoutOuterSpace) else {
        return false
      }
      return text.last == "%" && Self.isPercentage("\(number)%")
    case .date: return (try? CalendarDate(reading: text)) != nil
    case .dateDayFirst: return Self.date(text, dayFirst: true)
    case .dateMonthFirst: return Self.date(text, dayFirst: false)
    case .dateTime:
      return text.utf8.count > 10
        && (try? Instant(
          reading: text, zoneOffset: { _ in 0 })) != nil
    case .time: return (try? PropertyKind.time(hasSeconds: true).parsing(text)) != nil
    case .month: return (try? PropertyKind.month.parsing(text)) != nil
    case .named(let name):
      // Digits alone are a number, unless a sign says otherwise.
      guard text.utf8.contains(where: { !$0.isDigit }), let kind = Self.kind(name) else {
        return false
      }
      return (try? kind.parsing(text)) != nil
    }
  }

  private static func kind(_ name: String) -> PropertyKind? {
    switch PropertyKind.arguments(of: name) {
    case .some(.none(let kind)): kind
    case .callingCode(_, let make): make(nil)
    case .number, .word, .names, .text, .digits, nil: nil
    }
  }

  private mutating func note(_ number: ExactDecimal, written text: String) {
    digits.integer = max(digits.integer, number.integerDigits)
    // Zeros at the end are digits that somebody wanted.
    let point = text.lastIndex { $0 == "." || $0 == "," }
    let fraction = point.map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    digits.fraction = max(digits.fraction, number.fractionDigits, fraction)
  }

  private static func hasLeadingZero(_ text: String) -> Bool {
    let digits = text.drop { $0 == "-" }
    return digits.first == "0" && digits.dropFirst().first?.isNumber == true
  }

  /// A number with a comma before its fraction, and points between groups of three digits.
  private static func isPercentage(_ text: String) -> Bool {
    let kind = PropertyKind.percent(integerDigits: nil, fractionDigits: nil)
    return (try? kind.parsing(text)) != nil
  }

  private static func withComma(_ text: String) -> ExactDecimal? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    let groups = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let isGrouped = groups.count > 1
    guard !isGrouped || groups.dropFirst().allSatisfy({ $0.count == 3 }),
      !hasLeadingZero(String(parts[0]))
    else { return nil }
    return ExactDecimal(groups.joined() + (parts.count > 1 ? "." + parts[1] : ""))
  }

  private static func date(_ text: String, dayFirst: Bool) -> Bool {
    let parts = text.split { "./-".contains($0) }
    guard parts.count == 3, parts[2].count == 4, let year = Int(parts[2]),
      let first = Int(parts[0]), let second = Int(parts[1]), parts[0].count <= 2,
      parts[1].count <= 2
    else { return false }
    let (day, month) = dayFirst ? (first, second) : (second, first)
    return 1...12 ~= month && 1...31 ~= day
      && CalendarDate.objection(year: year, month: month, day: day) == nil
  }

  /// Whether few values came often enough to be names to choose from.
  package var isChoice: Bool {
    guard let names, filled >= 10, names.count >= 2 else { return false }
    return names.count * 5 <= filled && longest <= 40
  }

  /// The pattern of codes that all have one form, such as `[A-Z]{2}-[0-9]{4}`; nil where they have
  /// none, or it says nothing.
  package var pattern: String? {
    guard let shape, filled > 1, shape.contains(.digit),
      shape.allSatisfy({ if case .sign(let sign) = $0 { sign.isASCII } else { true } })
    else { return nil }
    var result = ""
    var rest = shape[...]
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      rest = rest.dropFirst(count)
      switch first {
      case .digit: result += "[0-9]"
      case .capital: result += "[A-Z]"
      case .letter: result += "[a-z]"
      case .sign(let sign):
        let isPlain = sign.properties.isAlphabetic || sign == " " || sign == "-" || sign == "_"
        result += isPlain ? String(sign) : "\\" + String(sign)
      }
      if count > 1 { result += "{\(count)}" }
    }
    return result
  }
}

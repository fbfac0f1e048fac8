package import Values

/// Evidence for the kind of a column, collected from its cells one after another.
///
/// Memory is bounded: a few hundred values, and at most `mostDistinct` hashes that detect repeated
/// values.
package struct ColumnEvidence {
  /// A value that counts against a kind or a constraint, and its line.
  package struct Objection: Hashable, Sendable {
    package var text: String
    package var line: Int
  }

  /// A possible kind of a column, with the import option that selects the kind.
  package struct Candidate: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case number, percent, date, dateTime
      case named(String)
    }

    package var kind: Kind
    /// The option value, for example a locale; empty if no option is needed.
    package var option: String

    package init(_ kind: Kind, option: String = "") { (self.kind, self.option) = (kind, option) }
  }

  package struct Form {
    package var candidate: Candidate
    package var separator: Unicode.Scalar
    package var read: (SourceCell) -> Value?

    package init(
      _ candidate: Candidate, separator: Unicode.Scalar = ".",
      _ read: @escaping (SourceCell) -> Value?
    ) {
      (self.candidate, self.separator, self.read) = (candidate, separator, read)
    }
  }

  /// A value that several options read differently.
  package struct Difference {
    package var text: String
    package var readings: [(option: String, value: Value)]
  }

  package struct Digits: Hashable, Sendable {
    /// The maximum number of digits before and after the decimal separator.
    package var (integer, fraction) = (1, 0)
    package var firstFraction: Objection?
    package var areGrouped = false
    package var areIntegers = true

    package init() {}
  }

  /// The text before or after all numbers of a column, such as a currency.
  package struct Unit: Hashable, Sendable {
    package var (prefix, suffix) = ("", "")

    package init() {}

    /// Nil unless the text is a number, perhaps with a short text before or after it, but not both.
    init?(of whole: String) {
      let text = Self.withoutBrackets(whole)
      let isPart = { (character: Character) in
        character.isNumber || character.isWhitespace || "+-−().,'’".contains(character)
      }
      let number = text.drop { !isPart($0) }
      prefix = String(text.prefix(text.count - number.count))
      suffix = String(String(number.reversed().prefix { !isPart($0) }.reversed()))
      let digits = number.dropLast(suffix.count)
      // Before a number, only a currency is a unit; other text is probably part of a code.
      let isCurrency =
        prefix.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
        || number.first?.isWhitespace == true && prefix.count == 3
          && prefix.utf8.allSatisfy { 0x41...0x5A ~= $0 }
      guard digits.contains(where: \.isNumber), digits.allSatisfy(isPart), isCurrency,
        prefix.count + suffix.count <= 4, prefix.isEmpty || suffix.isEmpty, !suffix.contains("%")
      else { return nil }
    }

    /// Removes the parentheses that mark a negative number in accounting.
    private static func withoutBrackets(_ text: String) -> String {
      text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
    }

    func stripped(_ whole: String) -> String {
      let text = Self.withoutBrackets(whole)
      guard let own = Unit(of: text), own == self else { return whole }
      let number = String(text.dropFirst(prefix.count).dropLast(suffix.count)).withoutOuterSpace
      return text == whole ? number : "(\(number))"
    }
  }

  private static let mostNames = 12
  private static let mostDistinct = 200_000

  package private(set) var candidates: Set<Candidate>
  package private(set) var objections: [Candidate: Objection] = [:]
  package private(set) var (filled, empty) = (0, 0)
  package private(set) var firstEmpty: Int?
  package private(set) var firstLine: Int?
  /// Value counts; nil if there are more than `mostNames` distinct values.
  package private(set) var names: [String: Int]? = [:]
  package private(set) var order: [String] = []
  package private(set) var repeated: Objection?
  package private(set) var digits: [Candidate: Digits] = [:]
  private var forms: [Form]
  private var differences: [Candidate.Kind: [Difference]] = [:]
  package private(set) var shape: [Shape]?
  private let itemSeparator: String?
  private let nullTexts: Set<String>
  private var foundNulls: Set<String> = []
  private var hasWords = false
  /// The texts of the column that mean nil in other programs. If the column contains words, only
  /// texts with letters, because a dash may then be a value.
  package var nulls: Set<String> {
    hasWords ? foundNulls.filter { $0.contains(where: \.isLetter) } : foundNulls
  }
  /// Nil unless the same text accompanies all numbers.
  package private(set) var unit: Unit?
  private let givenUnit: Unit?
  /// Plain numbers are read as percentages only if some value has a percent sign.
  package private(set) var hasPercentSign = false
  package private(set) var isSplit = false
  /// In characters.
  package private(set) var longest = 0
  /// The number of rows with a list, and of rows with a value that no property can store, such as
  /// an object.
  package private(set) var (lists, objects) = (0, 0)
  /// Holds at most one element; an array because a struct cannot contain itself.
  private var evidenceOfItems: [ColumnEvidence] = []
  /// Whether some value, or some item of a list, cannot be stored, such as an object.
  package var hasObjects: Bool {
    objects > 0 || evidenceOfItems.first.map { $0.objects > 0 } ?? false
  }
  package var items: ColumnEvidence { evidenceOfItems.first ?? ColumnEvidence([]) }
  private var hashes: Set<Int>? = []

  /// One element of a value's shape.
  package enum Shape: Hashable, Sendable {
    case digit, capital, letter
    case sign(Unicode.Scalar)
  }

  private let allForms: [Form]

  /// - Parameters:
  ///   - forms: the ways to read values, in order of precedence.
  ///   - separator: the separator of list items in one text.
  ///   - nullTexts: the texts that mean nil in other programs.
  ///   - unit: the unit of the numbers, which is removed before they are parsed.
  ///   - rows: the number of earlier rows, which lacked this column; the first is at `line`.
  package init(
    _ forms: [Form], splitAt separator: String? = nil, nulls nullTexts: Set<String> = [],
    without unit: Unit? = nil, rows: Int = 0, from line: Int = 1
  ) {
    (itemSeparator, self.nullTexts, givenUnit) = (separator, nullTexts, unit)
    (self.forms, allForms, empty) = (forms, forms, rows)
    candidates = Set(forms.map(\.candidate))
    firstEmpty = rows > 0 ? line : nil
  }

  package mutating func add(_ cell: SourceCell, line: Int) {
    switch cell {
    case .list(let cells):
      lists += 1
      if evidenceOfItems.isEmpty { evidenceOfItems = [ColumnEvidence(allForms)] }
      for cell in cells { evidenceOfItems[0].add(cell, line: line) }
    case .other, .object: objects += 1
    // The row will be rejected regardless of the kind.
    case .fault: return
    case .none, .absent, .text, .number, .boolean: break
    }
    firstLine = firstLine ?? line
    let text = cell.description
    let trimmed = text.withoutOuterSpace
    guard !trimmed.isEmpty else {
      empty += 1
      firstEmpty = firstEmpty ?? line
      return
    }
    if nullTexts.contains(trimmed) {
      foundNulls.insert(trimmed)
    } else {
      noteUnit(trimmed)
      if !hasWords { hasWords = !trimmed.contains(where: \.isNumber) }
    }
    filled += 1
    longest = max(longest, text.count)
    if !hasPercentSign { hasPercentSign = text.contains { "%٪".contains($0) } }
    if let itemSeparator, !isSplit { isSplit = text.contains(itemSeparator) }
    noteName(trimmed)
    noteRepetition(trimmed, line)
    noteShape(trimmed)
    guard let givenUnit else { return noteReadings(of: cell, text, line) }
    noteReadings(of: .text(givenUnit.stripped(trimmed)), givenUnit.stripped(trimmed), line)
  }

  private mutating func noteUnit(_ text: String) {
    // Ignore words: they do not affect the unit of the numbers.
    guard text.contains(where: \.isNumber) else { return }
    let own = isUnitSpoiled ? nil : Unit(of: text)
    isUnitSpoiled = own == nil || own == Unit() || unit.map { $0 != own } ?? false
    unit = isUnitSpoiled ? nil : own
  }

  private var isUnitSpoiled = false

  private mutating func noteReadings(of cell: SourceCell, _ text: String, _ line: Int) {
    var readings: [Candidate.Kind: [(option: String, value: Value)]] = [:]
    var isSpoiled = false
    for form in forms {
      let candidate = form.candidate
      guard let value = form.read(cell) else {
        candidates.remove(candidate)
        objections[candidate] = Objection(text: text, line: line)
        isSpoiled = true
        continue
      }
      note(value, text, line, form)
      readings[candidate.kind, default: []].append((candidate.option, value))
    }
    if isSpoiled { forms.removeAll { !candidates.contains($0.candidate) } }
    for (kind, readings) in readings {
      guard let first = readings.first, readings.contains(where: { $0.value != first.value }),
        // A few examples are enough.
        differences[kind, default: []].count < 6
      else { continue }
      differences[kind, default: []].append(Difference(text: text, readings: readings))
    }
  }

  package func difference(among options: [String]) -> Difference? {
    for (kind, all) in differences {
      let left = options.filter { candidates.contains(Candidate(kind, option: $0)) }
      for var difference in all {
        difference.readings.removeAll { !left.contains($0.option) }
        if Set(difference.readings.map(\.value)).count > 1 { return difference }
      }
    }
    return nil
  }

  private mutating func noteName(_ text: String) {
    guard names != nil else { return }
    if names?[text] == nil { order.append(text) }
    names?[text, default: 0] += 1
    if order.count > Self.mostNames { (names, order) = (nil, []) }
  }

  private mutating func noteRepetition(_ text: String, _ line: Int) {
    guard repeated == nil, hashes != nil else { return }
    // A rare hash collision is acceptable, because the result is only a proposal.
    if hashes?.insert(text.hashValue).inserted == false {
      repeated = Objection(text: text, line: line)
      hashes = nil
    } else if hashes?.count ?? 0 > Self.mostDistinct {
      hashes = nil
      isUnchecked = true
    }
  }

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

  private mutating func note(_ value: Value, _ text: String, _ line: Int, _ form: Form) {
    let number: ExactDecimal
    switch value {
    case .decimal(let decimal): number = decimal
    case .percent(let part): number = part.percentage ?? part
    case .text, .integer, .double, .boolean, .date, .dateTime, .time, .duration, .month, .reference,
      .list:
      return
    }
    var digits = digits[form.candidate] ?? Digits()
    digits.integer = max(digits.integer, number.integerDigits)
    if !digits.areGrouped {
      let signs = text.unicodeScalars.filter { !$0.properties.isAlphabetic && $0 != form.separator }
      digits.areGrouped = signs.contains { ".,'’\u{A0}\u{202F} ".unicodeScalars.contains($0) }
    }
    // Count trailing zeros: the author wrote them on purpose.
    let written = text.unicodeScalars.lastIndex(of: form.separator).map {
      text.unicodeScalars[$0...].count { $0.properties.numericType == .decimal }
    }
    let fraction = max(written ?? 0, number.fractionDigits)
    if fraction > 0, digits.fraction == 0 {
      digits.firstFraction = Objection(text: text, line: line)
    }
    digits.fraction = max(digits.fraction, fraction)
    if number.integer == nil { digits.areIntegers = false }
    self.digits[form.candidate] = digits
  }

  package var isChoice: Bool {
    guard let names, filled >= 10, names.count >= 2 else { return false }
    return names.count * 5 <= filled && longest <= 40
  }

  /// The common pattern of codes, for example `[A-Z]{2}-[0-9]{4}`; nil if there is only one value,
  /// or if the values have no common shape that has a digit and only ASCII characters.
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

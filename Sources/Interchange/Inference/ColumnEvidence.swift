package import Values

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

  /// A kind that a column could have, read in one of the ways in which the file can be read.
  package struct Candidate: Hashable, Sendable {
    /// What the values are.
    package enum Kind: Hashable, Sendable {
      case number, percent, date, dateTime
      /// The kind that a definition writes so.
      case named(String)
    }

    /// What the values are.
    package var kind: Kind
    /// The option of an import that reads them so, such as its locale; empty where none is needed.
    package var option: String

    /// Makes a candidate.
    package init(_ kind: Kind, option: String = "") { (self.kind, self.option) = (kind, option) }
  }

  /// How the values of a candidate are read.
  package struct Form {
    /// The kind.
    package var candidate: Candidate
    /// What is between a number and its fraction.
    package var separator: Unicode.Scalar
    /// The value of a cell; nil where it is none.
    package var read: (SourceCell) -> Value?

    /// Makes a form.
    package init(
      _ candidate: Candidate, separator: Unicode.Scalar = ".",
      _ read: @escaping (SourceCell) -> Value?
    ) {
      (self.candidate, self.separator, self.read) = (candidate, separator, read)
    }
  }

  /// A value that is another one with another option.
  package struct Difference {
    /// The value as it is in the file.
    package var text: String
    /// The options and what the value is with each.
    package var readings: [(option: String, value: Value)]
  }

  /// The digits that the numbers of a column need.
  package struct Digits: Hashable, Sendable {
    /// The most digits before and after the point.
    package var (integer, fraction) = (1, 0)
    /// The first value with a fraction.
    package var firstFraction: Objection?
    /// Whether all are whole numbers of 64 bits.
    package var areIntegers = true

    /// Begins with those of a single digit.
    package init() {}
  }

  /// How many different values can be a choice.
  package static let mostNames = 12
  /// How many different values are told apart.
  private static let mostDistinct = 200_000

  /// The kinds that no value spoke against.
  package private(set) var candidates: Set<Candidate>
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
  /// The digits of the numbers that each candidate reads.
  package private(set) var digits: [Candidate: Digits] = [:]
  private var forms: [Form]
  /// For each kind the first value that two options read differently.
  private var differences: [Candidate.Kind: [Difference]] = [:]
  /// The form that all values have, each a sign or a sort of signs; nil where they differ.
  package private(set) var shape: [Shape]?
  /// What is between the items of a list that is one text; nil where none is.
  private let itemSeparator: String?
  /// Whether a value has what is between the items of a list.
  package private(set) var isSplit = false
  /// The most characters of a value.
  package private(set) var longest = 0
  /// How many rows have a list, and how many what no property takes, such as an object.
  package private(set) var (lists, objects) = (0, 0)
  /// What the items of the lists have been; none where there was no list.
  private var evidenceOfItems: [ColumnEvidence] = []
  /// What the items of the lists have been.
  package var items: ColumnEvidence { evidenceOfItems.first ?? ColumnEvidence([]) }
  private var hashes: Set<Int>? = []

  /// A sign of a form that values have.
  package enum Shape: Hashable, Sendable {
    case digit, capital, letter
    case sign(Unicode.Scalar)
  }

  private let allForms: [Form]

  /// Begins with nothing known.
  ///
  /// - Parameters:
  ///   - forms: how values can be read; an earlier one goes before a later one.
  ///   - separator: what is between the items of a list that is one text.
  ///   - rows: how many rows came before that had nothing in the column, the first of them in `line`.
  package init(
    _ forms: [Form], splitAt separator: String? = nil, rows: Int = 0, from line: Int = 1
  ) {
    itemSeparator = separator
    (self.forms, allForms, empty) = (forms, forms, rows)
    candidates = Set(forms.map(\.candidate))
    firstEmpty = rows > 0 ? line : nil
  }

  /// Takes the value of a row.
  package mutating func add(_ cell: SourceCell, line: Int) {
    switch cell {
    case .list(let cells):
      lists += 1
      if evidenceOfItems.isEmpty { evidenceOfItems = [ColumnEvidence(allForms)] }
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
    if let itemSeparator, !isSplit { isSplit = text.contains(itemSeparator) }
    noteName(trimmed)
    noteRepetition(trimmed, line)
    noteShape(trimmed)
    noteReadings(of: cell, text, line)
  }

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
        // One example for any two options.
        differences[kind, default: []].count < 6
      else { continue }
      differences[kind, default: []].append(Difference(text: text, readings: readings))
    }
  }

  /// A value that some options read differently, all of which can read the column; nil where none is.
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
    // Zeros at the end are digits that somebody wanted.
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

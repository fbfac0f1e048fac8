struct ScalarSet: Hashable, Sendable {
  enum Class: Hashable, Sendable {
    /// `\d`
    case digit
    /// `\w`
    case word
    /// `\s`
    case space
    /// Matched by `.`: all but line ends.
    case anyInLine
    /// `\p{…}`
    case categories(Set<Unicode.GeneralCategory>)
    case alphabetic, uppercase, lowercase

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      switch self {
      case .digit: return properties.generalCategory == .decimalNumber
      case .word:
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
          return true
        default:
          return properties.isAlphabetic || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
      case .space: return properties.isWhitespace
      case .anyInLine: return !scalar.isLineEnd
      case .categories(let categories): return categories.contains(properties.generalCategory)
      case .alphabetic: return properties.isAlphabetic
      case .uppercase: return properties.isUppercase
      case .lowercase: return properties.isLowercase
      }
    }
  }

  enum Part: Hashable, Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case named(Class, isNegated: Bool)
  }

  var parts: [Part] = []
  var isNegated = false

  init() {}

  init(_ scalar: Unicode.Scalar) { parts = [.range(scalar...scalar)] }

  init(_ named: Class, isNegated: Bool = false) { parts = [.named(named, isNegated: isNegated)] }
}

extension ScalarSet {
  /// Sorted and not adjacent, without U+0000, which texts cannot contain.
  var ranges: [ClosedRange<UInt32>] {
    let parts = parts.flatMap { part -> [ClosedRange<UInt32>] in
      switch part {
      case .range(let range): [range.lowerBound.value...range.upperBound.value]
      case .named(let named, let isNegated): Self.ranges(of: named, isNegated: isNegated)
      }
    }
    let union = ScalarRanges.union(parts)
    return isNegated
      ? ScalarRanges.subtracting(union, from: ScalarRanges.all)
      : ScalarRanges.intersection(union, ScalarRanges.all)
  }

  private static let lineEnds: [ClosedRange<UInt32>] = [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]

  private static let runs: [Unicode.Scalar] = {
    // Skips planes that are unassigned or for private use.
    let scanned: [ClosedRange<UInt32>] = [1...0xD7FF, 0xE000...0x40000, 0xE0000...0xEFFFF]
    let others: [UInt32] = [0xF0000, 0xFFFFE, 0x100000, 0x10FFFE]
    // The bounds of ranges that some classes name individually.
    let named: Set<UInt32> = [0x0A, 0x0E, 0x85, 0x86, 0x200C, 0x200E, 0x2028, 0x202A]
    var runs: [Unicode.Scalar] = []
    for range in scanned {
      var traits: Traits?
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let next = Traits(scalar)
        if next != traits || value <= 0x202A && named.contains(value) { runs.append(scalar) }
        traits = next
      }
    }
    return runs + others.compactMap(Unicode.Scalar.init)
  }()

  private struct Traits: Equatable {
    var category: Unicode.GeneralCategory
    var isAlphabetic = false
    var isUppercase = false
    var isLowercase = false
    var isWhitespace = false

    // The general category determines most other properties, and querying properties is slow.
    init(_ scalar: Unicode.Scalar) {
      let properties = scalar.properties
      category = properties.generalCategory
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .unassigned, .privateUse: break
      case .otherLetter where scalar.value >= 0x3400: break
      case .modifierLetter, .otherLetter, .letterNumber, .nonspacingMark, .spacingMark,
        .otherSymbol:
        isAlphabetic = properties.isAlphabetic
        isUppercase = properties.isUppercase
        isLowercase = properties.isLowercase
      default: isWhitespace = properties.isWhitespace
      }
    }
  }

  private static func ranges(of named: Class, isNegated: Bool) -> [ClosedRange<UInt32>] {
    if named == .anyInLine {
      return isNegated ? lineEnds : ScalarRanges.subtracting(lineEnds, from: ScalarRanges.all)
    }
    let ends = runs.dropFirst().map { $0.value - 1 } + [0x10FFFF]
    let members = zip(runs, ends).compactMap { first, last in
      named.contains(first) != isNegated ? first.value...last : nil
    }
    return ScalarRanges.intersection(ScalarRanges.union(members), ScalarRanges.all)
  }
}

/// Sets of scalars as sorted ranges that are not adjacent.
package enum ScalarRanges {
  /// All scalars of texts, which cannot contain U+0000.
  package static let all: [ClosedRange<UInt32>] = [0x01...0xD7FF, 0xE000...0x10FFFF]

  /// The value must be greater than all values in `ranges`.
  package static func append(_ value: UInt32, to ranges: inout [ClosedRange<UInt32>]) {
    if let last = ranges.last, last.upperBound + 1 == value {
      ranges[ranges.count - 1] = last.lowerBound...value
    } else {
      ranges.append(value...value)
    }
  }

  package static func union(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var union: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = union.last, range.lowerBound <= last.upperBound + 1 {
        union[union.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        union.append(range)
      }
    }
    return union
  }

  package static func subtracting(
    _ others: [ClosedRange<UInt32>], from ranges: [ClosedRange<UInt32>]
  ) -> [ClosedRange<UInt32>] {
    var rest: [ClosedRange<UInt32>] = []
    var others = others[...]
    for range in ranges {
      var next = range.lowerBound
      while let other = others.first, other.upperBound < next { others.removeFirst() }
      for other in others {
        if other.lowerBound > range.upperBound { break }
        if other.lowerBound > next { rest.append(next...other.lowerBound - 1) }
        next = other.upperBound + 1
      }
      if next <= range.upperBound { rest.append(next...range.upperBound) }
    }
    return rest
  }

  static func intersection(
    _ ranges: [ClosedRange<UInt32>], _ others: [ClosedRange<UInt32>]
  ) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var (first, second) = (ranges[...], others[...])
    while let one = first.first, let other = second.first {
      if one.overlaps(other) { result.append(one.clamped(to: other)) }
      if one.upperBound < other.upperBound { first.removeFirst() } else { second.removeFirst() }
    }
    return result
  }
}

/// The scalars of an automaton, grouped into letters: two scalars belong to the same letter if they
/// enter the same states.
package struct Alphabet: Sendable {
  /// For each letter, the states that its scalars enter.
  private let rows: [UInt64]
  private let width: Int

  /// The lower bounds of the ranges of scalars that share a letter; `letters` has the letter of
  /// each range.
  private let bounds: [UInt32]
  private let letters: [Int]

  private let ascii: [Int]

  /// - Parameter entries: for each state, the index of the set of scalars that enter it, or -1.
  init(sets: [[ClosedRange<UInt32>]], entries: [Int], width: Int) {
    var events: [UInt32: [Int]] = [0: []]
    for (set, ranges) in sets.enumerated() {
      for range in ranges {
        events[range.lowerBound, default: []].append(set)
        events[range.upperBound + 1, default: []].append(set)
      }
    }
    var states = [[Int]](repeating: [], count: sets.count)
    for (state, set) in entries.enumerated() where set >= 0 { states[set].append(state) }
    var bounds: [UInt32] = []
    var letters: [Int] = []
    var rows: [UInt64] = []
    var numbers: [[UInt64]: Int] = [:]
    var row = [UInt64](repeating: 0, count: width)
    for (bound, changes) in events.sorted(by: { $0.key < $1.key }) {
      // If two ranges of a set are adjacent, the set is listed twice here, and toggling it twice
      // keeps it active.
      for set in changes {
        for state in states[set] { row[state / 64] ^= 1 << UInt64(state % 64) }
      }
      let letter = numbers[row] ?? numbers.count
      if letter == numbers.count {
        numbers[row] = letter
        rows += row
      }
      bounds.append(bound)
      letters.append(letter)
    }
    self.rows = rows
    self.width = width
    self.bounds = bounds
    self.letters = letters
    ascii = (0..<128).map { Alphabet.letter(of: $0, bounds, letters) }
  }

  package var count: Int { rows.count / width }

  func letter(of scalar: UInt32) -> Int {
    scalar < 128 ? ascii[Int(scalar)] : Alphabet.letter(of: scalar, bounds, letters)
  }

  func word(of letter: Int) -> UInt64 { rows[letter] }

  func states(of letter: Int) -> StateSet {
    StateSet(words: Array(rows[letter * width..<(letter + 1) * width]))
  }

  /// For each letter that enters any state, the kinds of its scalars, each with its first scalar.
  var kinds: [[CharacterBreaks.Kind: UInt32]] {
    var kinds = [[CharacterBreaks.Kind: UInt32]](repeating: [:], count: count)
    for (index, letter) in letters.enumerated() where !states(of: letter).isEmpty {
      let end = index + 1 < bounds.count ? bounds[index + 1] - 1 : 0x10FFFF
      kinds[letter].merge(CharacterBreaks.kinds(in: bounds[index]...end)) { first, _ in first }
    }
    return kinds
  }

  package func restrict(_ states: inout StateSet, to letter: Int) {
    states.formIntersection(rows, at: letter * width)
  }

  package func leads(_ letter: Int, into states: StateSet) -> Bool {
    states.intersects(rows, at: letter * width)
  }

  package func sample(of letter: Int) -> Unicode.Scalar {
    let ranges = ranges { $0 == letter }
    let printable = ranges.first { $0.overlaps(0x21...0x7E) }.map { max($0.lowerBound, 0x21) }
    return Unicode.Scalar(printable ?? ranges.first?.lowerBound ?? 0xFFFD) ?? "\u{FFFD}"
  }

  /// Returns the scalars of the chosen letters as sorted ranges that are not adjacent.
  package func ranges(of chosen: (Int) -> Bool) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for (index, letter) in letters.enumerated() where chosen(letter) {
      let end = index + 1 < bounds.count ? bounds[index + 1] - 1 : 0x10FFFF
      if let last = ranges.last, last.upperBound + 1 == bounds[index] {
        ranges[ranges.count - 1] = last.lowerBound...end
      } else {
        ranges.append(bounds[index]...end)
      }
    }
    return ranges
  }

  private static func letter(of scalar: UInt32, _ bounds: [UInt32], _ letters: [Int]) -> Int {
    letters[bounds.dropFirst().partitionIndex { $0 > scalar } - 1]
  }
}

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

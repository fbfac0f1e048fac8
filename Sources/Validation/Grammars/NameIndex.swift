/// Which scalars are in which of many names, to find one that has some scalars in their order.
///
/// The names are halved again and again down to a few that are kept together. Of each part it is
/// known what all its names begin with, and which scalars follow that in any of them: a part
/// without one that is looked for is passed over, and a beginning that many names share is read
/// once.
struct NameIndex: Sendable {
  /// The names in the order of their bytes.
  let names: [[UInt8]]

  private struct Part {
    /// The number of bytes that all names of the part begin with, whole scalars of them.
    var shared = 0
    /// The most bytes that follow those.
    var longest = 0
    /// The scalars after those.
    var scalars = ScalarBits()
  }

  // The halves of the part at n are at 2n + 1 and 2n + 2; from a place on they are not halved.
  private var parts: [Part] = []
  private var firstWhole = 0

  private static let fewest = 4

  /// Looks through names that are in the order of their bytes.
  ///
  /// - Complexity: O(*n*) in the length of all names together.
  init(_ names: [[UInt8]]) {
    self.names = names
    var count = 1
    while count * NameIndex.fewest < names.count { count *= 2 }
    firstWhole = count - 1
    parts = [Part](repeating: Part(), count: 2 * count - 1)
    lookThrough(0, names.indices)
  }

  private mutating func lookThrough(_ number: Int, _ range: Range<Int>) {
    guard let first = range.first, let last = range.last else { return }
    var part = Part()
    // In their order all names share what the first and the last one share.
    part.shared = zip(names[first], names[last]).prefix { $0 == $1 }.count
    while part.shared < names[first].count, names[first][part.shared] & 0xC0 == 0x80 {
      part.shared -= 1
    }
    if number < firstWhole {
      for half in halves(of: number, range) where !half.range.isEmpty {
        lookThrough(half.number, half.range)
        let other = parts[half.number]
        part.longest = max(part.longest, other.shared + other.longest - part.shared)
        part.scalars.formUnion(other.scalars)
        part.scalars.insert(names[half.range.lowerBound][part.shared..<other.shared])
      }
    } else {
      for name in names[range] {
        part.longest = max(part.longest, name.count - part.shared)
        part.scalars.insert(name[part.shared...])
      }
    }
    parts[number] = part
  }

  /// The first name in a range that has a text, with any gaps, after so many bytes with which all
  /// names in the range begin.
  ///
  /// - Complexity: O(log *n*) in the number of names where the text is soon found, or has a scalar
  ///   that few names have; else what the names in the range do not share is read.
  func first(in range: Range<Int>, after count: Int, holding text: ArraySlice<UInt8>) -> Int? {
    first(
      in: range, of: 0, names.indices, at: Position(place: count, rest: text))
  }

  private func first(
    in range: Range<Int>, of number: Int, _ whole: Range<Int>, at position: Position
  ) -> Int? {
    let range = range.clamped(to: whole)
    guard !range.isEmpty else { return nil }
    let part = parts[number]
    var position = position
    position.read(names[whole.lowerBound], upTo: part.shared)
    if position.rest.isEmpty { return range.lowerBound }
    guard position.rest.count <= part.shared + part.longest - position.place,
      part.scalars.contain(position.rest)
    else { return nil }
    if number < firstWhole {
      for half in halves(of: number, whole) {
        if let found = first(in: range, of: half.number, half.range, at: position) { return found }
      }
      return nil
    }
    return range.first { index in
      var position = position
      position.read(names[index], upTo: names[index].count)
      return position.rest.isEmpty
    }
  }

  private func halves(
    of number: Int, _ range: Range<Int>
  ) -> [(number: Int, range: Range<Int>)] {
    let middle = range.lowerBound + range.count / 2
    return [
      (2 * number + 1, range.lowerBound..<middle), (2 * number + 2, middle..<range.upperBound),
    ]
  }

  // How far some names are read, and what of the text has not been found up to there.
  private struct Position {
    var place: Int
    var rest: ArraySlice<UInt8>

    mutating func read(_ name: [UInt8], upTo end: Int) {
      guard place < end else { return }
      var reader = ScalarReader(name[place..<end])
      while !rest.isEmpty, let scalar = reader.next() {
        if let others = rest.dropping(scalar) { rest = others }
      }
      place = end
    }
  }

  // A set of scalars in which those with the same last bits are one.
  private struct ScalarBits {
    private var bits: UInt64 = 0

    mutating func formUnion(_ other: ScalarBits) { bits |= other.bits }

    mutating func insert(_ text: ArraySlice<UInt8>) {
      var reader = ScalarReader(text)
      while let scalar = reader.next() { bits |= 1 << UInt64(scalar.value & 63) }
    }

    func contain(_ text: ArraySlice<UInt8>) -> Bool {
      var wanted = ScalarBits()
      wanted.insert(text)
      return wanted.bits & ~bits == 0
    }
  }
}

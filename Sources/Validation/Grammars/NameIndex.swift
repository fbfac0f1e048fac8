/// Finds names that contain given scalars in order, among many names.
///
/// Uses a binary tree over the sorted names. Each node stores the common prefix of its names and
/// the set of scalars after the prefix. So a search skips a node without a required scalar, and
/// reads a common prefix once.
struct NameIndex: Sendable {
  /// The names in byte order.
  let names: [[UInt8]]

  private struct Part {
    /// Length of the common prefix in bytes, at a scalar boundary.
    var shared = 0
    /// Length of the longest name after the prefix.
    var longest = 0
    var scalars = ScalarBits()
  }

  // The nodes of the tree, as in a binary heap: the children of node n are at 2n + 1 and 2n + 2,
  // and nodes from `firstWhole` on are leaves.
  private var parts: [Part] = []
  private var firstWhole = 0

  private static let fewest = 4

  /// - Complexity: O(*n*) in the total length of the names, which must be in byte order.
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
    // Because the names are sorted, the common prefix of the first and last name is common to all.
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

  /// The first name in the range that contains the scalars of the text in order after its first
  /// `count` bytes, which all names in the range share.
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

  // An approximate set of scalars: scalars with the same low six bits count as equal.
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

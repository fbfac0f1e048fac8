package struct StateSet: Equatable {
  private(set) var words: [UInt64]

  /// - Parameter width: the number of 64-bit words.
  init(width: Int) {
    words = [UInt64](repeating: 0, count: width)
  }

  init(words: [UInt64]) {
    self.words = words
  }

  init(word: UInt64) {
    words = [word]
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func insert(_ state: Int) { words[state / 64] |= 1 << UInt64(state % 64) }

  package func intersects(_ other: StateSet) -> Bool {
    for index in words.indices where words[index] & other.words[index] != 0 { return true }
    return false
  }

  mutating func formUnion(_ other: StateSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func formIntersection(_ other: StateSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formIntersection(_ table: [UInt64], at start: Int) {
    for index in words.indices { words[index] &= table[start + index] }
  }

  func intersects(_ table: [UInt64], at start: Int) -> Bool {
    for index in words.indices where words[index] & table[start + index] != 0 { return true }
    return false
  }

  /// Replaces the set with the union of the rows in `table` that belong to `states`.
  mutating func formUnion(of table: [UInt64], over states: StateSet) {
    let width = words.count
    for index in words.indices { words[index] = 0 }
    for (index, word) in states.words.enumerated() {
      var rest = word
      while rest != 0 {
        let row = (index * 64 + rest.trailingZeroBitCount) * width
        for column in 0..<width { words[column] |= table[row + column] }
        rest &= rest - 1
      }
    }
  }
}

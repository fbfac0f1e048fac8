/// Names in the order of their bytes, so that those with a beginning stand together.
struct Names: Sendable {
  private let names: [[UInt8]]

  /// Takes names in any order; an empty one cannot be typed and is left out.
  init(_ names: some Sequence<String>) {
    let sorted = names.filter { !$0.isEmpty }.map { Array($0.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var distinct: [[UInt8]] = []
    distinct.reserveCapacity(sorted.count)
    for name in sorted where name != distinct.last { distinct.append(name) }
    self.names = distinct
  }

  /// The names that begin with a text.
  func beginning(with text: ArraySlice<UInt8>) -> ArraySlice<[UInt8]> {
    let start = place { $0.lexicographicallyPrecedes(text) }
    // Most texts begin one name or none.
    guard start < names.count, names[start].starts(with: text) else { return names[start..<start] }
    let next = start + 1
    if next == names.count || !names[next].starts(with: text) { return names[start..<next] }
    let end = place { !text.lexicographicallyPrecedes($0.prefix(text.count)) }
    return names[start..<end]
  }

  func contains(_ text: ArraySlice<UInt8>) -> Bool {
    let start = place { $0.lexicographicallyPrecedes(text) }
    return start < names.count && names[start].elementsEqual(text)
  }

  func hasName(beginningWith text: ArraySlice<UInt8>) -> Bool {
    let start = place { $0.lexicographicallyPrecedes(text) }
    return start < names.count && names[start].starts(with: text)
  }

  /// Whether a name begins with the one text and has the other one behind that, perhaps with gaps.
  ///
  /// - Complexity: O(log *n*) where nothing is behind, else all names with that beginning are seen.
  func hasName(beginningWith text: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>) -> Bool {
    if rest.isEmpty { return hasName(beginningWith: text) }
    return beginning(with: text).contains { name in
      var wanted = ScalarReader(rest)
      var next = wanted.next()
      var reader = ScalarReader(name[text.count...])
      while let scalar = reader.next(), next != nil {
        if scalar == next { next = wanted.next() }
      }
      return next == nil
    }
  }

  // The number of names that come before the one looked for.
  private func place(after isBefore: ([UInt8]) -> Bool) -> Int {
    var range = names.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBefore(names[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

/// Names in the order of their bytes, so that those with the same beginning are together.
struct Names: Sendable {
  private let index: NameIndex

  /// Takes names in any order; an empty one cannot be typed and is left out.
  init(_ names: some Sequence<String>) {
    let sorted = names.filter { !$0.isEmpty }.map { Array($0.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var distinct: [[UInt8]] = []
    distinct.reserveCapacity(sorted.count)
    for name in sorted where name != distinct.last { distinct.append(name) }
    index = NameIndex(distinct)
  }

  private var names: [[UInt8]] { index.names }

  /// The names that begin with a text.
  func beginning(with text: ArraySlice<UInt8>) -> ArraySlice<[UInt8]> {
    let start = names.partitionIndex { !$0.lexicographicallyPrecedes(text) }
    // Most texts begin one name or none.
    guard start < names.count, names[start].starts(with: text) else { return names[start..<start] }
    let next = start + 1
    if next == names.count || !names[next].starts(with: text) { return names[start..<next] }
    let end = names.partitionIndex { text.lexicographicallyPrecedes($0.prefix(text.count)) }
    return names[start..<end]
  }

  func contains(_ text: ArraySlice<UInt8>) -> Bool {
    let start = names.partitionIndex { !$0.lexicographicallyPrecedes(text) }
    return start < names.count && names[start].elementsEqual(text)
  }

  func hasName(beginningWith text: ArraySlice<UInt8>) -> Bool {
    let start = names.partitionIndex { !$0.lexicographicallyPrecedes(text) }
    return start < names.count && names[start].starts(with: text)
  }

  /// Whether a name begins with the one text and has the other one after that, perhaps with gaps.
  func hasName(beginningWith text: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>) -> Bool {
    rest.isEmpty
      ? hasName(beginningWith: text)
      : index(of: beginning(with: text), after: text.count, holding: rest) != nil
  }

  /// The place of the first of some names that has a text, perhaps with gaps, after so many bytes
  /// with which all of them begin.
  func index(
    of names: ArraySlice<[UInt8]>, after count: Int, holding rest: ArraySlice<UInt8>
  ) -> Int? {
    index.first(in: names.indices, after: count, holding: rest)
  }
}

/// A set of names with case-insensitive lookup, sorted by folded bytes so that names with a common
/// beginning are adjacent.
final class Names: Sendable {
  private let names: [[UInt8]]
  /// The case-folded names, in the same order.
  private let index: NameIndex
  /// For each scalar position, the indices of the names that have the same scalar there as the next
  /// name, but in another case.
  private let changes: [Int: [Int]]

  init(_ names: some Sequence<String>) {
    let sorted = names.filter { !$0.isEmpty }
      .map { name in
        let bytes = Array(name.utf8)
        return (bytes: bytes, folded: Array(bytes[...].caseFolded))
      }
      .sorted {
        $0.folded == $1.folded
          ? $0.bytes.lexicographicallyPrecedes($1.bytes)
          : $0.folded.lexicographicallyPrecedes($1.folded)
      }
    var distinct: [[UInt8]] = []
    var folded: [[UInt8]] = []
    distinct.reserveCapacity(sorted.count)
    folded.reserveCapacity(sorted.count)
    for name in sorted where name.bytes != distinct.last {
      distinct.append(name.bytes)
      folded.append(name.folded)
    }
    self.names = distinct
    index = NameIndex(folded)
    changes = Names.changes(in: distinct)
  }

  private static func changes(in names: [[UInt8]]) -> [Int: [Int]] {
    var changes: [Int: [Int]] = [:]
    for next in names.indices.dropFirst() {
      var readers = (ScalarReader(names[next - 1][...]), ScalarReader(names[next][...]))
      var place = 0
      while let first = readers.0.next(), let second = readers.1.next(),
        first == second || first.caseFolded == second.caseFolded
      {
        if first != second { changes[place, default: []].append(next - 1) }
        place += 1
      }
    }
    return changes
  }

  var isEmpty: Bool { names.isEmpty }

  subscript(number: Int) -> [UInt8] { names[number] }

  func beginning(with text: ArraySlice<UInt8>) -> Range<Int> {
    beginning(withFolded: text.caseFolded)
  }

  private func beginning(withFolded text: ArraySlice<UInt8>) -> Range<Int> {
    let folded = index.names
    let start = folded.partitionIndex { $0.order(ofStart: text) >= 0 }
    // Fast path: most texts match at most one name.
    guard start < folded.count, folded[start].order(ofStart: text) == 0 else {
      return start..<start
    }
    let next = start + 1
    if next == folded.count || folded[next].order(ofStart: text) > 0 { return start..<next }
    return start..<folded.partitionIndex { $0.order(ofStart: text) > 0 }
  }

  /// An exact match, or the only match regardless of case.
  func name(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let alike = alike(text)
    return alike.count == 1
      ? names[alike.lowerBound] : names[alike].first { $0.elementsEqual(text) }
  }

  /// The range of the names that equal the text regardless of case.
  func alike(_ text: ArraySlice<UInt8>) -> Range<Int> {
    let text = text.caseFolded
    let found = beginning(withFolded: text)
    let longer = found.first { index.names[$0].count > text.count }
    return found.lowerBound..<(longer ?? found.upperBound)
  }

  func hasName(beginningWith text: ArraySlice<UInt8>) -> Bool {
    let text = text.caseFolded
    let start = index.names.partitionIndex { $0.order(ofStart: text) >= 0 }
    return start < names.count && index.names[start].order(ofStart: text) == 0
  }

  func hasName(beginningWith text: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>) -> Bool {
    rest.isEmpty
      ? hasName(beginningWith: text)
      : number(
        in: beginning(with: text), after: text.caseFolded.count, holding: rest.caseFolded) != nil
  }

  /// The index of a name that contains the scalars of the folded text `rest` in order, after
  /// `count` folded bytes.
  func number(in names: Range<Int>, after count: Int, holding rest: ArraySlice<UInt8>) -> Int? {
    index.first(in: names, after: count, holding: rest)
  }

  /// Groups the longer names that begin with a folded text by their next scalar, in the original
  /// case of the first name; `end` is the folded offset after this scalar.
  func parted(after text: ArraySlice<UInt8>) -> some Sequence<
    (next: Unicode.Scalar, names: Range<Int>, end: Int)
  > {
    var left = beginning(with: text)
    return AnyIterator { [self] in
      while let first = left.first {
        var folded = ScalarReader(index.names[first][...])
        var given = ScalarReader(names[first][...])
        while folded.index < text.count, folded.next() != nil { _ = given.next() }
        guard folded.next() != nil, let next = given.next() else {
          left.removeFirst()
          continue
        }
        let alike = beginning(with: index.names[first][..<folded.index])
        left = alike.upperBound..<left.upperBound
        return (next, alike, folded.index)
      }
      return nil
    }
  }

  /// Converts the text to the case of the names, at each position where all of them agree; nil if
  /// that changes nothing.
  func inCase(_ text: ArraySlice<UInt8>, of found: Range<Int>) -> [UInt8]? {
    guard let first = found.first, !names[first].starts(with: text) else { return nil }
    var readers = (text: ScalarReader(text), name: ScalarReader(names[first][...]))
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var place = 0
    while let typed = readers.text.next(), let given = readers.name.next() {
      let changes = changes[place] ?? []
      let next = changes.partitionIndex { $0 >= first }
      let isShared = next == changes.count || changes[next] >= found.upperBound - 1
      result += UTF8.encode(isShared ? given : typed)!
      place += 1
    }
    return result
  }
}

extension [UInt8] {
  /// Zero if the array begins with the text; otherwise negative if the array precedes the text, and
  /// positive if it follows the text.
  fileprivate func order(ofStart text: ArraySlice<UInt8>) -> Int {
    var place = 0
    for byte in text {
      guard place < count else { return -1 }
      if self[place] != byte { return self[place] < byte ? -1 : 1 }
      place += 1
    }
    return 0
  }
}

extension ArraySlice<UInt8> {
  /// Case-folded; only scalars that fold to a single scalar are converted.
  var caseFolded: ArraySlice<UInt8> {
    if allSatisfy({ $0 < 0x80 && $0.inLowerCase == $0 }) { return self }
    if allSatisfy({ $0 < 0x80 }) { return map(\.inLowerCase)[...] }
    var reader = ScalarReader(self)
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while let scalar = reader.next() { result += UTF8.encode(scalar.caseFolded)! }
    return result[...]
  }
}

extension Unicode.Scalar {
  fileprivate var caseFolded: Unicode.Scalar {
    if value < 0x80 { return Unicode.Scalar(UInt8(value).inLowerCase) }
    return properties.lowercaseMapping.onlyScalar ?? self
  }
}

extension Names {
  // Maximum number of names listed in a message.
  private static let most = 5

  func objection(to before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Reason.Detail
  {
    if isEmpty { return Reason.Detail(.nothingToChoose) }
    let (wrong, isMistake) = wrongScalar(in: before)
    let front = before[..<wrong.lowerBound]
    let next = expected(after: front, followedBy: after)
    if next.isEmpty { return .nothing(after: front, before: after) }
    let subject = Reason.Quote(startOf: before[wrong])
    if !isMistake {
      return Reason.Detail(
        .cannotPrecede, subject, before: .init(startOf: after), expected: next)
    }
    return Reason.Detail(
      front.isEmpty ? .cannotStart : .cannotFollow, subject, after: .init(endOf: front),
      expected: next)
  }

  /// The caret is between `front` and `after`.
  func incompleteness(
    of text: ArraySlice<UInt8>, after front: ArraySlice<UInt8>, before after: ArraySlice<UInt8>
  ) -> Reason.Detail {
    guard hasName(beginningWith: text) else { return objection(to: text, followedBy: []) }
    let alike = alike(text)
    let next =
      alike.isEmpty
      ? expected(after: front, followedBy: after)
      : alike.prefix(Names.most).map { .literal(.init(startOf: self[$0][...])) }
    return next.isEmpty ? .more(after: text) : Reason.Detail(.unfinished, expected: next)
  }

  // The first scalar that no name has after the same beginning. If there is no such scalar, the
  // last scalar, because the text after the caret does not fit.
  private func wrongScalar(in text: ArraySlice<UInt8>) -> (Range<Int>, isMistake: Bool) {
    var reader = ScalarReader(text)
    var start = reader.index
    while reader.next() != nil {
      if !hasName(beginningWith: text[..<reader.index]) { return (start..<reader.index, true) }
      if reader.isAtEnd { break }
      start = reader.index
    }
    return (start..<text.endIndex, false)
  }

  private func expected(
    after text: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>
  ) -> [Reason.Expected] {
    let rest = rest.caseFolded
    var found: [Int] = []
    var scalars: [Unicode.Scalar] = []
    for part in parted(after: text.caseFolded) where scalars.count <= Names.most {
      var left = part.names
      var next = number(in: left, after: part.end, holding: rest)
      if next != nil { scalars.append(part.next) }
      while let number = next, found.count <= Names.most {
        found.append(number)
        left = number + 1..<left.upperBound
        next = self.number(in: left, after: part.end, holding: rest)
      }
    }
    if found.count <= Names.most {
      return found.map { .literal(.init(startOf: self[$0][...])) }
    }
    let characters = scalars.prefix(Names.most).map { Reason.Expected.literal(.init([$0])) }
    return characters + (scalars.count > Names.most ? [.others] : [])
  }
}

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

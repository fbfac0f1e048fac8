internal import Synchronization

/// An index of entries with several names each; any part of a name finds its entry, regardless of
/// case, accents and width.
public final class SearchIndex: Sendable {
  /// An entry that users can choose.
  public struct Entry: Hashable, Sendable {
    /// The canonical text, unique in the index.
    public var text: String
    /// The text displayed in a list of candidates; a unique label identifies its entry.
    public var label: String
    /// Other texts that identify the entry.
    public var names: [String]

    /// Creates an entry with a canonical text, a label and other names.
    public init(_ text: String, label: String? = nil, names: [String] = []) {
      (self.text, self.label, self.names) = (text, label ?? text, names)
    }
  }

  /// The entries in the given order, without entries whose text is empty.
  public let entries: [Entry]
  let texts: [String]
  /// All names in sequence, each as `start`, the folded name, `end`.
  private let folded: [UInt8]
  /// The offset of each entry in `folded`, and the length of `folded`.
  private let places: [Int]
  // The last search, cached because one key searches for the same text several times.
  private let last = Mutex<(text: [UInt8], found: Found)?>(nil)

  // Bytes that do not occur in UTF-8.
  private static let start: UInt8 = 0xFF
  private static let end: UInt8 = 0xFE

  /// Maximum number of listed candidates.
  static let most = 8

  struct Found {
    var count = 0
    /// The first entries, up to `most`; entries with a name that begins with the text are first.
    var first: [Int] = []
    /// The entry that the text identifies, even if other entries contain the text too.
    var whole: Int?
  }

  /// Creates an index; entries with an empty text are ignored.
  ///
  /// - Complexity: O(*n*) in the length of all texts.
  public init(_ entries: [Entry]) {
    self.entries =
      entries.allSatisfy { !$0.text.isEmpty } ? entries : entries.filter { !$0.text.isEmpty }
    texts = self.entries.map(\.text)
    var folded: [UInt8] = []
    var places: [Int] = []
    places.reserveCapacity(self.entries.count + 1)
    for entry in self.entries {
      places.append(folded.count)
      Self.append(entry.text, to: &folded)
      if entry.label != entry.text { Self.append(entry.label, to: &folded) }
      for name in entry.names where name != entry.text { Self.append(name, to: &folded) }
    }
    places.append(folded.count)
    (self.folded, self.places) = (folded, places)
  }

  private static func append(_ text: String, to folded: inout [UInt8]) {
    folded.append(start)
    folded += Self.folded(text)
    folded.append(end)
  }

  private static func folded(_ text: String) -> [UInt8] {
    let letters = TextSearch.folded(text)
    return letters.isEmpty ? Array(text.utf8) : letters
  }

  /// - Complexity: O(*n*) in the length of all texts; O(1) if the same text was searched last.
  func find(_ text: ArraySlice<UInt8>) -> Found {
    let text = Array(text)
    return last.withLock { last in
      if let last, last.text == text { return last.found }
      let found = search(for: text)
      last = (text, found)
      return found
    }
  }

  private func search(for text: [UInt8]) -> Found {
    var found = Found()
    guard !text.isEmpty else { return found }
    let wanted = Self.folded(String(decoding: text, as: UTF8.self))
    folded.withUnsafeBytes { folded in
      each(wanted, in: folded) { entry in
        found.count += 1
        if found.first.count < Self.most { found.first.append(entry) }
        return true
      }
      guard found.count > 0 else { return }
      var beginning: [Int] = []
      each([Self.start] + wanted, in: folded) { entry in
        beginning.append(entry)
        return beginning.count < Self.most
      }
      var named: [Int] = []
      each([Self.start] + wanted + [Self.end], in: folded) { entry in
        named.append(entry)
        return true
      }
      found.whole = whole(text, among: named)
      let ranked = named + beginning + found.first
      found.first = []
      for entry in ranked where found.first.count < Self.most && !found.first.contains(entry) {
        found.first.append(entry)
      }
    }
    return found
  }

  private func each(
    _ wanted: [UInt8], in folded: UnsafeRawBufferPointer, _ body: (Int) -> Bool
  ) {
    let word = SoughtBytes(wanted)
    var place = 0
    var entry = 0
    while let offset = word.place(in: folded, from: place) {
      // The next match is usually in a nearby entry, so the search doubles its step.
      var step = 1
      while entry + step < places.count - 1, places[entry + step] <= offset { step *= 2 }
      var upper = min(entry + step, places.count - 1)
      while upper - entry > 1 {
        let middle = (entry + upper) / 2
        if places[middle] <= offset { entry = middle } else { upper = middle }
      }
      guard body(entry) else { return }
      place = places[entry + 1]
      entry += 1
    }
  }

  /// Chooses among entries whose names differ from the text only in case, accents and width: the
  /// only entry, or the entry with exactly this canonical text, or the only entry with exactly this
  /// name.
  private func whole(_ text: [UInt8], among named: [Int]) -> Int? {
    if named.count < 2 { return named.first }
    let text = String(decoding: text, as: UTF8.self).nfc
    let owner = named.first { entries[$0].text.nfc.hasSameScalars(as: text) }
    if let owner { return owner }
    let exact = named.filter { number in
      let entry = entries[number]
      return ([entry.label] + entry.names).contains { $0.nfc.hasSameScalars(as: text) }
    }
    return exact.count == 1 ? exact[0] : nil
  }

  func has(_ before: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>) -> Bool {
    if rest.isEmpty { return before.isEmpty || find(before).count > 0 }
    if find(before + rest).count > 0 { return true }
    let (wanted, rest) = (
      Self.folded(String(decoding: before, as: UTF8.self)),
      Self.folded(String(decoding: rest, as: UTF8.self))
    )
    var isThere = false
    folded.withUnsafeBytes { folded in
      each(wanted.isEmpty ? [Self.start] : wanted, in: folded) { entry in
        isThere = has(wanted, followedBy: rest, in: folded[places[entry]..<places[entry + 1]])
        return !isThere
      }
    }
    return isThere
  }

  private func has(
    _ wanted: [UInt8], followedBy rest: [UInt8], in names: Slice<UnsafeRawBufferPointer>
  ) -> Bool {
    names.split(separator: Self.start).contains { name in
      // The first match is enough, because it leaves the most text for the rest.
      guard
        let place = name.indices.first(where: { name[$0...].starts(with: wanted) })
          ?? (wanted.isEmpty ? name.startIndex : nil)
      else { return false }
      var left = rest[...]
      for byte in name[(place + wanted.count)...] where byte == left.first { left.removeFirst() }
      return left.isEmpty
    }
  }

  /// Returns the index of the entry that a text identifies; nil if it identifies no entry or
  /// several.
  public func entry(of text: String) -> Int? { find(Array(text.utf8)[...]).whole }
}

/// Bytes that are searched for, at least one, with the algorithm of Horspool (1980): a byte that
/// cannot be the last one skips as many bytes as cannot be the start of a match.
private struct SoughtBytes {
  private let bytes: [UInt8]
  /// By the byte at the end of a possible match, how far the next one is.
  private let steps: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var steps = [Int](repeating: bytes.count, count: 256)
    for (place, byte) in bytes.dropLast().enumerated() {
      steps[Int(byte)] = bytes.count - 1 - place
    }
    self.steps = steps
  }

  func place(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      steps.withUnsafeBufferPointer { steps in
        let last = bytes.count - 1
        var end = start + last
        while end < text.count {
          let byte = text[end]
          if byte == bytes[last], text[(end - last)..<end].elementsEqual(bytes[..<last]) {
            return end - last
          }
          end += steps[Int(byte)]
        }
        return nil
      }
    }
  }
}

/// A temporary file for data that does not fit in memory.
package struct ScratchFile {
  let append: ([UInt8]) throws -> Void
  let read: (_ offset: Int, _ count: Int) throws -> [UInt8]

  /// - Parameter read: Returns the bytes at an offset; fewer if fewer were appended.
  package init(
    append: @escaping ([UInt8]) throws -> Void,
    read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) {
    (self.append, self.read) = (append, read)
  }
}

/// The texts of a workbook that cells refer to by number. Beyond a memory limit, they are in a
/// file.
final class SharedStrings: XMLContent {
  /// In bytes; also the limit of text in a cell. Excel allows 32,767 characters.
  static let longestText = 1 << 20
  private static let mostBytes = 1 << 32
  /// An index entry combines the offset of a text with its length, which has 21 bits.
  private static let lengthBits: UInt64 = 21

  private var texts = PagedBytes(pageSize: 1 << 20)
  private var index = PagedBytes(pageSize: 1 << 16)
  private(set) var count = 0
  private let memoryLimit: Int
  private let scratch: () throws -> ScratchFile

  private let part: String
  private var text = CellText()
  private var isInItem = false

  init(part: String, memoryLimit: Int, _ scratch: @escaping () throws -> ScratchFile) {
    (self.part, self.memoryLimit, self.scratch) = (part, memoryLimit, scratch)
  }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws {
    if name == "si" { isInItem = true } else if isInItem { text.begin(name) }
  }

  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard text.isOpen else { return }
    text.add(bytes)
    guard text.bytes.count <= Self.longestText else {
      throw WorkbookError(
        .tooLarge("a text of more than \(Self.longestText >> 20) MiB: text number \(count)"),
        in: part)
    }
  }

  func end(_ name: XMLName) throws {
    guard name == "si" else { return text.end(name) }
    isInItem = false
    let bytes = text.taken()
    let place = try texts.append(bytes)
    var entry = UInt64(place) << Self.lengthBits | UInt64(bytes.count)
    try index.append(
      (0..<8).map { _ in
        defer { entry >>= 8 }
        return UInt8(truncatingIfNeeded: entry)
      })
    count += 1
    guard texts.count <= Self.mostBytes else {
      throw WorkbookError(.tooLarge("more than \(Self.mostBytes >> 30) GiB of texts"), in: part)
    }
    if !texts.isOnDisk, texts.count + index.count > memoryLimit {
      try texts.move(to: scratch())
      try index.move(to: scratch())
    }
  }

  func text(_ number: Int) throws -> String? {
    guard 0..<count ~= number else { return nil }
    let entry = try index.with(number * 8, 8) { bytes in
      bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    }
    let length = Int(entry & (1 << Self.lengthBits - 1))
    return try texts.with(Int(entry >> Self.lengthBits), length) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// The text of a cell without phonetic annotations.
struct CellText {
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = false
  private var isPhonetic = false

  mutating func begin(_ name: XMLName) {
    if name == "rPh" { isPhonetic = true } else if name == "t" { isOpen = !isPhonetic }
  }

  mutating func add(_ more: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: more) }

  mutating func end(_ name: XMLName) {
    if name == "rPh" { isPhonetic = false } else if name == "t" { isOpen = false }
  }

  mutating func taken() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return Self.withoutEscapes(bytes)
  }

  /// Decodes escaped characters, such as `_x000D_`.
  static func withoutEscapes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "_")) else { return bytes }
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if let scalar = escape(bytes[place...]) {
        result.append(contentsOf: String(scalar).utf8)
        place += 7
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return result
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let start = bytes.startIndex
    guard bytes.count >= 7, bytes[start] == UInt8(ascii: "_"),
      bytes[start + 1] == UInt8(ascii: "x"),
      bytes[start + 6] == UInt8(ascii: "_")
    else { return nil }
    let digits = bytes[(start + 2)..<(start + 6)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
  }
}

/// Append-only bytes in pages; no appended text crosses the end of a page.
private struct PagedBytes {
  private static let windowSize = 1 << 14

  private let pageSize: Int
  private var pages: [[UInt8]] = [[]]
  /// The number of pages on disk.
  private var written = 0
  private var file: ScratchFile?
  private var window: (start: Int, bytes: [UInt8]) = (0, [])

  init(pageSize: Int) {
    self.pageSize = pageSize
    pages[0].reserveCapacity(pageSize)
  }

  var isOnDisk: Bool { file != nil }
  /// Includes the unused ends of pages.
  var count: Int { (written + pages.count) * pageSize }

  /// Returns the offset of the bytes.
  @discardableResult
  mutating func append(_ bytes: [UInt8]) throws -> Int {
    // An empty text also needs a place on a page.
    if pages[pages.count - 1].count + max(bytes.count, 1) > pageSize {
      pages.append([])
      pages[pages.count - 1].reserveCapacity(pageSize)
      try write()
    }
    let last = pages.count - 1
    let place = (written + last) * pageSize + pages[last].count
    pages[last].append(contentsOf: bytes)
    return place
  }

  mutating func move(to file: ScratchFile) throws {
    self.file = file
    try write()
  }

  /// Writes all pages except the last.
  private mutating func write() throws {
    guard let file else { return }
    for page in pages.dropLast() {
      try file.append(page + [UInt8](repeating: 0, count: pageSize - page.count))
    }
    written += pages.count - 1
    pages.removeFirst(pages.count - 1)
  }

  mutating func with<Result>(
    _ place: Int, _ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws -> Result {
    let (page, start) = place.quotientAndRemainder(dividingBy: pageSize)
    if page >= written {
      return pages[page - written].withUnsafeBufferPointer {
        body(UnsafeBufferPointer(rebasing: $0[start..<(start + count)]))
      }
    }
    if place < window.start || place + count > window.start + window.bytes.count, let file {
      // Read ahead, because cells mostly refer to texts in order.
      let length = min(max(count, Self.windowSize), pageSize - start)
      window = (place, try file.read(place, length))
    }
    let first = place - window.start
    guard first + count <= window.bytes.count else {
      throw WorkbookError(.damaged("the temporary file of texts is incomplete"))
    }
    return window.bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[first..<(first + count)]))
    }
  }
}

/// Decodes a file to UTF-8, buffering about one row.
struct ByteStream {
  static let longestRow = 32 << 20

  /// The decoded bytes that have not been dropped.
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false
  var position = 0
  /// The error for a byte that is not valid in UTF-8 after decoding.
  func fault(_ byte: UInt8) -> RowError.Kind {
    decoder.isWide
      ? .halfCharacter : decoder.isWindows ? .notWindows1252(byte) : .notUTF8(byte)
  }
  private var decoder: TextDecoder
  private let read: () throws -> [UInt8]?

  init(encoding: TextEncoding?, _ read: @escaping () throws -> [UInt8]?) {
    decoder = TextDecoder(encoding)
    self.read = read
  }

  /// Drops the bytes before the position, and reads at least as many as remain.
  ///
  /// The buffer doubles each time, so rescanning an incomplete row is linear in its length.
  mutating func fill() throws {
    if position > 0 {
      bytes.removeFirst(position)
      position = 0
    }
    let wanted = bytes.count * 2
    repeat {
      guard let next = try read() else {
        bytes += decoder.decode([], isLast: true)
        isAtEnd = true
        return
      }
      bytes += decoder.decode(next, isLast: false)
    } while bytes.count < wanted || bytes.isEmpty
  }
}

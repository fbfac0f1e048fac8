/// The bytes of a file as UTF-8, of which as much is held as a row takes.
struct ByteStream {
  /// The most bytes that a row can have.
  static let longestRow = 32 << 20

  /// What was read and not dropped yet.
  private(set) var bytes: [UInt8] = []
  /// Whether all there is was read.
  private(set) var isAtEnd = false
  /// The next byte to look at.
  var position = 0
  /// Whether the file is in UTF-16.
  var isWide: Bool { decoder.isWide }
  private var decoder: TextDecoder
  private let read: () throws -> [UInt8]?

  /// Makes a stream.
  ///
  /// - Parameter read: The next bytes; nil after the last.
  init(encoding: TextEncoding?, _ read: @escaping () throws -> [UInt8]?) {
    decoder = TextDecoder(encoding)
    self.read = read
  }

  /// Drops what is before the position, and reads at least as much as is left.
  ///
  /// So a row that does not fit yet is looked at again only as often as its length doubles.
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

internal import CZlib

/// The directory of a zip archive with random access; sizes can have 64 bits.
final class ZipArchive {
  struct Entry {
    static let greatestRatio = 200
    static let leastSizeOfBomb = 100 << 20

    let name: String
    let method: Int
    let isEncrypted: Bool
    let checksum: UInt32
    let compressed: Int
    let size: Int
    /// The offset of the local header.
    let offset: Int

    /// Real sheets compress to 10 % of their size, or to 2 % if they are repetitive.
    var isBomb: Bool {
      size > Self.leastSizeOfBomb && size / Self.greatestRatio > compressed
    }
  }

  private static let mostEntries = 10_000
  private static let longestDirectory = 16 << 20
  private static let endLength = 22
  private static let longestComment = 0xFFFF

  private let read: (Int, Int) throws -> [UInt8]
  private var entries: [String: Entry] = [:]
  /// The offset of the central directory, which follows the entries.
  private let directory: Int

  /// - Parameter read: Returns bytes from an offset; fewer only if the file ends.
  init(size: Int, _ read: @escaping (_ offset: Int, _ count: Int) throws -> [UInt8]) throws {
    self.read = read
    let length = min(size, Self.endLength + Self.longestComment)
    let tail = Bytes(try read(size - length, length))
    // The comment can contain the signature, so check that the comment ends with the file.
    let place = stride(from: tail.count - Self.endLength, through: 0, by: -1).first { place in
      tail.long(place) == 0x0605_4B50
        && tail.short(place + 20) == tail.count - place - Self.endLength
    }
    guard let place else { throw Self.damaged("the archive has no directory; it may be truncated") }
    var (count, length64, offset) = (
      tail.short(place + 10), tail.long(place + 12), tail.long(place + 16)
    )
    let end = size - length + place
    if count == 0xFFFF || length64 == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, place >= 20,
      tail.long(place - 20) == 0x0706_4B50
    {
      let start = tail.longLong(place - 12)
      guard start >= 0, start <= end - 76 else {
        throw Self.damaged("its directory is outside the file")
      }
      let record = Bytes(try read(start, 56))
      guard record.count == 56, record.long(0) == 0x0606_4B50 else {
        throw Self.damaged("its directory is outside the file")
      }
      (count, length64, offset) = (
        record.longLong(32), record.longLong(40), record.longLong(48)
      )
    }
    guard 0...Self.mostEntries ~= count, 0...Self.longestDirectory ~= length64 else {
      throw WorkbookError(
        .tooLarge(
          "a directory of more than \(Self.mostEntries) entries or "
            + "\(Self.longestDirectory >> 20) MiB"))
    }
    guard offset >= 0, offset <= end - length64 else {
      throw Self.damaged("its directory is outside the file")
    }
    directory = offset
    let bytes = Bytes(try read(offset, length64))
    guard bytes.count == length64 else { throw Self.damaged("its directory is truncated") }
    var next = 0
    for _ in 0..<count { try take(bytes, &next) }
  }

  private func take(_ bytes: Bytes, _ place: inout Int) throws {
    guard place + 46 <= bytes.count, bytes.long(place) == 0x0201_4B50 else {
      throw Self.damaged("its directory is truncated")
    }
    let (nameLength, extraLength) = (bytes.short(place + 28), bytes.short(place + 30))
    let start = place + 46
    let end = start + nameLength + extraLength + bytes.short(place + 32)
    guard end <= bytes.count else { throw Self.damaged("its directory is truncated") }
    var sizes = [bytes.long(place + 24), bytes.long(place + 20), bytes.long(place + 42)]
    // The values that do not fit in 32 bits are in an extra field, in this order.
    var extra = start + nameLength
    while extra + 4 <= start + nameLength + extraLength {
      let length = bytes.short(extra + 2)
      let next = min(extra + 4 + length, end)
      if bytes.short(extra) == 1 {
        var number = extra + 4
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF && number + 8 <= next {
          sizes[index] = bytes.longLong(number)
          number += 8
        }
      }
      extra = next
    }
    let name = bytes.text(start, nameLength).replacing("\\", with: "/")
    let entry = Entry(
      name: name, method: bytes.short(place + 10), isEncrypted: bytes.short(place + 8) & 1 == 1,
      checksum: UInt32(bytes.long(place + 16)), compressed: sizes[1], size: sizes[0],
      offset: sizes[2])
    guard entry.size >= 0, 0...directory ~= entry.compressed,
      0...(directory - entry.compressed) ~= entry.offset
    else { throw WorkbookError(.damaged("it is outside the archive"), in: name) }
    guard entries.updateValue(entry, forKey: name.lowercased()) == nil else {
      throw WorkbookError(.damaged("it occurs twice in the archive"), in: name)
    }
    place = end
  }

  /// Letter case is ignored, like in Excel.
  subscript(name: String) -> Entry? { entries[name.lowercased()] }

  func contains(folder: String) -> Bool { entries.keys.contains { $0.hasPrefix(folder + "/") } }

  func stream(_ entry: Entry) throws -> ZipStream {
    guard !entry.isEncrypted else { throw WorkbookError(.encrypted, in: entry.name) }
    guard !entry.isBomb else {
      throw WorkbookError(.bomb(compressed: entry.compressed, size: entry.size), in: entry.name)
    }
    guard entry.method == 8 || entry.method == 0 && entry.size == entry.compressed else {
      throw WorkbookError(
        .damaged("it is compressed by method \(entry.method); expected deflate"), in: entry.name)
    }
    let header = Bytes(try read(entry.offset, 30))
    guard header.count == 30, header.long(0) == 0x0403_4B50 else {
      throw WorkbookError(.damaged("its header is missing"), in: entry.name)
    }
    let start = entry.offset + 30 + header.short(26) + header.short(28)
    guard start <= directory - entry.compressed else {
      throw WorkbookError(.damaged("it is outside the archive"), in: entry.name)
    }
    return ZipStream(entry, from: start, read)
  }

  private static func damaged(_ words: String) -> WorkbookError { WorkbookError(.damaged(words)) }

  /// Little-endian numbers.
  private struct Bytes {
    private let bytes: [UInt8]
    var count: Int { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func short(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    func long(_ place: Int) -> Int { short(place) | short(place + 2) << 16 }
    /// Negative if the number exceeds the size of any file.
    func longLong(_ place: Int) -> Int { long(place) | long(place + 4) << 32 }
    func text(_ place: Int, _ count: Int) -> String {
      String(decoding: bytes[place..<(place + count)], as: UTF8.self)
    }
  }
}

/// Decompresses an entry piece by piece, and checks its size and checksum at the end.
final class ZipStream {
  private static let pieceSize = 1 << 16

  let entry: ZipArchive.Entry
  private let read: (Int, Int) throws -> [UInt8]
  private let inflater: UnsafeMutablePointer<z_stream>?
  private var input: [UInt8] = []
  private var used = 0
  private var offset: Int
  private var rest: Int
  private var size = 0
  private var checksum: UInt = 0
  private var isAtEnd = false

  fileprivate init(
    _ entry: ZipArchive.Entry, from offset: Int, _ read: @escaping (Int, Int) throws -> [UInt8]
  ) {
    (self.entry, self.offset, self.read) = (entry, offset, read)
    rest = entry.compressed
    guard entry.method == 8 else {
      inflater = nil
      return
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    precondition(czlib_inflate_init(stream) == Z_OK, "zlib is out of memory")
    inflater = stream
  }

  deinit {
    guard let inflater else { return }
    inflateEnd(inflater)
    inflater.deallocate()
  }

  /// Fills the buffer, perhaps partly; returns the number of bytes, or 0 at the end of the entry.
  func next(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    while !isAtEnd {
      if used == input.count, rest > 0 {
        input = try read(offset, min(rest, Self.pieceSize))
        guard !input.isEmpty else { throw damaged("it is truncated") }
        (used, offset, rest) = (0, offset + input.count, rest - input.count)
      }
      let count = try inflater == nil ? copy(buffer) : inflate(buffer)
      size += count
      guard size <= entry.size else {
        throw damaged("its size does not match the archive directory")
      }
      checksum = crc32(checksum, buffer.baseAddress, UInt32(count))
      if isAtEnd {
        guard size == entry.size else { throw damaged("it is truncated") }
        guard checksum == entry.checksum else { throw damaged("its checksum is wrong") }
      }
      if count > 0 { return count }
    }
    return 0
  }

  private func copy(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let count = min(buffer.count, input.count - used)
    for index in 0..<count { buffer[index] = input[used + index] }
    used += count
    isAtEnd = used == input.count && rest == 0
    return count
  }

  private func inflate(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    guard let inflater else { return 0 }
    let code = input.withUnsafeMutableBufferPointer { bytes in
      inflater.pointee.next_in = bytes.baseAddress.map { $0 + used }
      inflater.pointee.avail_in = UInt32(bytes.count - used)
      inflater.pointee.next_out = buffer.baseAddress
      inflater.pointee.avail_out = UInt32(buffer.count)
      let code = CZlib.inflate(inflater, Z_NO_FLUSH)
      used = bytes.count - Int(inflater.pointee.avail_in)
      return code
    }
    isAtEnd = code == Z_STREAM_END
    let count = buffer.count - Int(inflater.pointee.avail_out)
    guard isAtEnd || code == Z_OK, count > 0 || isAtEnd || rest > 0 else {
      throw damaged(
        rest == 0 && code != Z_DATA_ERROR ? "it is truncated" : "it cannot be decompressed")
    }
    return count
  }

  private func damaged(_ words: String) -> WorkbookError {
    WorkbookError(.damaged(words), in: entry.name)
  }
}

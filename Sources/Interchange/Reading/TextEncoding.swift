package enum TextEncoding: Hashable, Sendable, CaseIterable {
  case utf8
  /// Byte order from the byte order mark, by default little-endian.
  case utf16
  case utf16LittleEndian, utf16BigEndian
  /// Also used for Latin-1, as in browsers.
  case windows1252

  /// The preferred name first.
  package var names: [String] {
    switch self {
    case .utf8: ["utf-8", "utf8"]
    case .utf16: ["utf-16", "utf16"]
    case .utf16LittleEndian: ["utf-16le", "utf16le"]
    case .utf16BigEndian: ["utf-16be", "utf16be"]
    case .windows1252: ["windows-1252", "cp1252", "latin-1", "latin1", "iso-8859-1"]
    }
  }

  package init?(named name: String) {
    let name = name.lowercased()
    guard let found = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = found
  }
}

/// Decodes a file to UTF-8 incrementally.
///
/// Undecodable input becomes invalid UTF-8, so that the readers detect the error.
package struct TextDecoder {
  private var encoding: TextEncoding
  /// The bytes of an incomplete character or byte order mark.
  private var rest: [UInt8] = []
  private var hasBegun = false

  /// If nil, UTF-8, or UTF-16 if there is a UTF-16 byte order mark.
  package init(_ encoding: TextEncoding?) {
    self.encoding = encoding ?? .utf8
    isGuessing = encoding == nil
  }

  private var isGuessing: Bool

  var isWindows: Bool { encoding == .windows1252 }

  var isWide: Bool { [.utf16, .utf16LittleEndian, .utf16BigEndian].contains(encoding) }

  /// The UTF-8 pattern of a surrogate, which is invalid.
  private static let half: [UInt8] = [0xED, 0xA0, 0x80]

  package mutating func decode(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var bytes = rest.isEmpty ? bytes : rest + bytes
    rest = []
    if !hasBegun {
      guard bytes.count > 2 || isLast else {
        rest = bytes
        return []
      }
      hasBegun = true
      bytes.removeFirst(markLength(bytes))
    }
    switch encoding {
    case .utf8: return bytes
    case .windows1252:
      return Self.mapped(bytes) { byte in
        0x80...0x9F ~= byte ? Self.windows[Int(byte - 0x80)] : Unicode.Scalar(byte)
      }
    case .utf16, .utf16LittleEndian, .utf16BigEndian: return units(of: bytes, isLast: isLast)
    }
  }

  /// Also sets the encoding.
  private mutating func markLength(_ bytes: [UInt8]) -> Int {
    let isWide = isWide || isGuessing
    switch (encoding, bytes.first, bytes.dropFirst().first) {
    // A UTF-8 byte order mark overrides the option, because files of rejected rows have one.
    case (_, 0xEF, 0xBB) where bytes.count > 2 && bytes[2] == 0xBF:
      encoding = .utf8
      return 3
    case (_, 0xFF, 0xFE) where isWide && encoding != .utf16BigEndian:
      encoding = .utf16LittleEndian
      return 2
    case (_, 0xFE, 0xFF) where isWide && encoding != .utf16LittleEndian:
      encoding = .utf16BigEndian
      return 2
    default: return 0
    }
  }

  private mutating func units(of bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    func unit(_ place: Int) -> UInt16 {
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return encoding == .utf16BigEndian ? first << 8 | second : second << 8 | first
    }
    var place = 0
    while place + 1 < bytes.count {
      let first = unit(place)
      var units = [first]
      if UTF16.isLeadSurrogate(first) {
        // The trail surrogate may be in the next chunk.
        if place + 3 >= bytes.count, !isLast { break }
        if place + 3 < bytes.count { units.append(unit(place + 2)) }
      }
      let isPair = units.count == 2 && UTF16.isTrailSurrogate(units[1])
      if !isPair, UTF16.isSurrogate(first) {
        result += Self.half
      } else {
        result.append(contentsOf: String(decoding: isPair ? units : [first], as: UTF16.self).utf8)
      }
      place += isPair ? 4 : 2
    }
    rest = Array(bytes[place...])
    if isLast, !rest.isEmpty {
      rest = []
      result += Self.half
    }
    return result
  }

  private static func mapped(_ bytes: [UInt8], _ scalar: (UInt8) -> Unicode.Scalar?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        guard let scalar = scalar(byte), let units = UTF8.encode(scalar) else {
          // A lone byte above 0x7F is invalid UTF-8.
          result.append(byte)
          continue
        }
        result.append(contentsOf: units)
      }
    }
    return result
  }

  /// The characters of the bytes 0x80 to 0x9F.
  static let windows: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

/// Decodes a file to UTF-8, piece by piece.
struct ByteStream {
  static let longestRow = 32 << 20

  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false
  var position = 0
  private var decoder: TextDecoder
  private let read: () throws -> [UInt8]?

  init(encoding: TextEncoding?, _ read: @escaping () throws -> [UInt8]?) {
    decoder = TextDecoder(encoding)
    self.read = read
  }

  /// - Parameter byte: A byte that is invalid UTF-8 after decoding.
  func fault(_ byte: UInt8) -> RowError.Kind {
    decoder.isWide ? .halfCharacter : decoder.isWindows ? .notWindows1252(byte) : .notUTF8(byte)
  }

  /// Drops the bytes before the position, and reads at least as many bytes as remain, unless the
  /// input ends.
  ///
  /// Because the buffer doubles, rescanning an incomplete row takes time linear in its length.
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

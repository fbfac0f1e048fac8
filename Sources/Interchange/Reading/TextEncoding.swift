package enum TextEncoding: Hashable, Sendable, CaseIterable {
  case utf8
  /// In the byte order of the byte order mark, by default little-endian.
  case utf16
  case utf16LittleEndian, utf16BigEndian
  /// Also used for Latin-1, like in browsers; it has letters and signs in place of control
  /// characters.
  case windows1252

  /// The names, preferred one first.
  package var names: [String] {
    switch self {
    case .utf8: ["utf-8", "utf8"]
    case .utf16: ["utf-16", "utf16"]
    case .utf16LittleEndian: ["utf-16le", "utf16le"]
    case .utf16BigEndian: ["utf-16be", "utf16be"]
    case .windows1252: ["windows-1252", "cp1252", "latin-1", "latin1", "iso-8859-1"]
    }
  }

  /// The encoding by name, ignoring case; nil if there is none.
  package init?(named name: String) {
    let name = name.lowercased()
    guard let found = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = found
  }
}

/// Decodes a file to UTF-8 incrementally.
///
/// An unpaired surrogate becomes bytes that are invalid in UTF-8, and so does a byte that
/// Windows-1252 does not define.
package struct TextDecoder {
  private var encoding: TextEncoding
  /// The bytes of an incomplete character.
  private var rest: [UInt8] = []
  private var hasBegun = false

  /// By default UTF-8, or UTF-16 if there is its byte order mark.
  package init(_ encoding: TextEncoding?) {
    self.encoding = encoding ?? .utf8
    isGuessing = encoding == nil
  }

  private var isGuessing: Bool

  var isWindows: Bool { encoding == .windows1252 }

  var isWide: Bool { [.utf16, .utf16LittleEndian, .utf16BigEndian].contains(encoding) }

  /// The UTF-8 pattern of a surrogate, which is invalid.
  private static let half: [UInt8] = [0xED, 0xA0, 0x80]

  /// The complete characters so far as UTF-8; invalid UTF-8 is passed through.
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

  /// The length of the byte order mark; also sets the encoding.
  private mutating func markLength(_ bytes: [UInt8]) -> Int {
    let isWide = isWide || isGuessing
    switch (encoding, bytes.first, bytes.dropFirst().first) {
    case (.utf8, 0xEF, 0xBB) where bytes.count > 2 && bytes[2] == 0xBF: return 3
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
        // The trail surrogate may be in the next bytes.
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
          // Invalid alone.
          result.append(byte)
          continue
        }
        result.append(contentsOf: units)
      }
    }
    return result
  }

  /// Windows-1252 from 0x80 to 0x9F; nil for bytes without a character.
  private static let windows: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

/// Decodes a file to UTF-8, buffering about one row.
struct ByteStream {
  static let longestRow = 32 << 20

  /// The decoded bytes that have not been dropped.
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false
  var position = 0
  private var decoder: TextDecoder
  private let read: () throws -> [UInt8]?

  init(encoding: TextEncoding?, _ read: @escaping () throws -> [UInt8]?) {
    decoder = TextDecoder(encoding)
    self.read = read
  }

  /// The error for a byte that is not valid in UTF-8 after decoding.
  func fault(_ byte: UInt8) -> RowError.Kind {
    decoder.isWide ? .halfCharacter : decoder.isWindows ? .notWindows1252(byte) : .notUTF8(byte)
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

internal import Values

enum WireAnswer {
  /// With SQLite's extended result code, or a code of dqlite or ``ListenSocket``.
  case failure(code: Int, message: String)
  /// Nil if the node does not know a leader.
  case leader(Member?)
  case members([Member])
  case opened
  case prepared(UInt32)
  case done(lastInsertedID: Int, changedRows: Int)
  case rows([[SQLValue]])
  case files([(name: String, bytes: ArraySlice<UInt8>)])
  case description(failureDomain: UInt64, weight: UInt64)
  case empty
}

package struct Member: Hashable, Sendable {
  /// The raw values are the protocol's.
  package enum Role: UInt64, Hashable, Sendable {
    /// Votes and stores all data.
    case voter = 0
    /// Stores all data and can become a voter.
    case standby = 1
    /// Neither votes nor stores data.
    case spare = 2
  }

  package var id: UInt64
  package var address: String
  package var role: Role
}

struct WireReader {
  struct Malformed: Error {}

  let bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func word() throws(Malformed) -> UInt64 {
    guard place + 8 <= bytes.count else { throw Malformed() }
    defer { place += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
  }

  mutating func text() throws(Malformed) -> String {
    String(decoding: try rawText(), as: UTF8.self)
  }

  mutating func rawText() throws(Malformed) -> ArraySlice<UInt8> {
    guard let end = bytes[place...].firstIndex(of: 0) else { throw Malformed() }
    defer { place += (end - place) / 8 * 8 + 8 }
    return bytes[place..<end]
  }

  mutating func raw(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else { throw Malformed() }
    defer { place += (count + 7) / 8 * 8 }
    return bytes[place..<place + count]
  }

  /// Reads the values of a request; it may have none.
  mutating func skipValues() throws(Malformed) {
    guard place < bytes.count else { return }
    for type in try raw(1 + Int(bytes[place])).dropFirst() {
      switch WireType(rawValue: type) {
      case .integer, .real, .null: _ = try word()
      case .text: _ = try rawText()
      case .blob: _ = try raw(Int(clamping: try word()))
      case .time, .timeText, .boolean, nil: throw Malformed()
      }
    }
  }

  /// Whether a node can send a row after these column names: it has 4,096 bytes for the names and
  /// the types of the first row, and may crash if they need more.
  static func canSend(columnsWithNamesOf lengths: some Collection<Int>) -> Bool {
    let types = (lengths.count + 15) / 16 * 8
    return lengths.reduce(8 + types) { $0 + $1 / 8 * 8 + 8 } <= 4_088
  }

  /// Parses an answer. Collects rows that are spread over several messages, and returns nil if more
  /// messages follow.
  static func answer(
    _ type: UInt8, _ bytes: [UInt8], adding rows: inout [[SQLValue]]
  ) throws(Malformed) -> WireAnswer? {
    var reader = WireReader(bytes)
    switch type {
    case 0: return reader.failure()
    case 1: return .leader(try reader.leader())
    case 2: return .empty
    case 3: return .members(try reader.members())
    case 4: return .opened
    case 5: return .prepared(UInt32(try reader.word() >> 32))
    case 6:
      let id = Int(truncatingIfNeeded: try reader.word())
      return .done(lastInsertedID: id, changedRows: Int(truncatingIfNeeded: try reader.word()))
    case 7: return try reader.read(&rows) ? nil : .rows(rows)
    case 8: return .empty
    case 9: return .files(try reader.files())
    case 10: return .description(failureDomain: try reader.word(), weight: try reader.word())
    default: throw Malformed()
    }
  }

  /// Reads the code and the message from the end of the bytes, because a query that fails during
  /// execution sends columns and rows before them.
  private func failure() -> WireAnswer {
    let end = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    let before = bytes[..<end].lastIndex(of: 0) ?? -1
    let start = max(8, (before / 8 + 1) * 8)
    var reader = self
    reader.place = start - 8
    let code = Int(truncatingIfNeeded: (try? reader.word()) ?? 0)
    let message = start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
    return .failure(code: code, message: message)
  }

  private mutating func leader() throws(Malformed) -> Member? {
    let id = try word()
    let address = try text()
    return address.isEmpty ? nil : Member(id: id, address: address, role: .voter)
  }

  private mutating func members() throws(Malformed) -> [Member] {
    var members: [Member] = []
    for _ in 0..<(try word()) {
      let (id, address) = (try word(), try text())
      guard let role = Member.Role(rawValue: try word()) else { throw Malformed() }
      members.append(Member(id: id, address: address, role: role))
    }
    return members
  }

  private mutating func files() throws(Malformed) -> [(name: String, bytes: ArraySlice<UInt8>)] {
    var files: [(String, ArraySlice<UInt8>)] = []
    for _ in 0..<(try word()) {
      let name = try text()
      files.append((name, try raw(Int(clamping: try word()))))
    }
    return files
  }

  /// Returns whether more messages follow.
  private mutating func read(_ rows: inout [[SQLValue]]) throws(Malformed) -> Bool {
    let columns = Int(clamping: try word())
    guard columns <= 32_767 else { throw Malformed() }
    for _ in 0..<columns { _ = try text() }
    let former = rows.count
    let headSize = (columns + 15) / 16 * 8
    while true {
      guard place + 8 <= bytes.count else { throw Malformed() }
      switch bytes[place] {
      case 0xFF where bytes[place..<place + 8].allSatisfy { $0 == 0xFF }: return false
      case 0xEE where bytes[place..<place + 8].allSatisfy { $0 == 0xEE }:
        // If the column names fill its buffer, a node sends them endlessly without rows.
        guard rows.count > former else { throw Malformed() }
        return true
      default: break
      }
      // Rows without columns would take no bytes.
      guard columns > 0 else { throw Malformed() }
      let head = try raw(headSize)
      var row: [SQLValue] = []
      row.reserveCapacity(columns)
      for column in 0..<columns {
        let type = head[head.startIndex + column / 2] >> (column % 2 == 0 ? 0 : 4) & 15
        row.append(try value(WireType(rawValue: type)))
      }
      rows.append(row)
    }
  }

  private mutating func value(_ type: WireType?) throws(Malformed) -> SQLValue {
    switch type {
    case .integer, .time, .boolean: return .integer(Int(Int64(bitPattern: try word())))
    case .real: return .real(Double(bitPattern: try word()))
    case .text, .timeText: return .text(try text())
    case .blob: return .blob(Array(try raw(Int(clamping: try word()))))
    case .null:
      _ = try word()
      return .null
    case nil: throw Malformed()
    }
  }
}

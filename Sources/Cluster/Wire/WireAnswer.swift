internal import Values

/// What a node answers.
enum WireAnswer {
  /// Refused or failed, with SQLite's extended result code or one of dqlite's.
  case failure(code: Int, message: String)
  /// The leader, as far as the node knows one.
  case leader(Member?)
  case members([Member])
  case opened
  case prepared(UInt32)
  case done(lastInsertedID: Int, changedRows: Int)
  case rows([[SQLValue]])
  /// Files by their names, with what they have.
  case files([(name: String, bytes: ArraySlice<UInt8>)])
  case empty
}

/// A node of a cluster, as the cluster has it.
package struct Member: Hashable, Sendable {
  /// What a node does in the cluster; the numbers are the protocol's.
  package enum Role: UInt64, Hashable, Sendable {
    /// Votes, and keeps all data.
    case voter = 0
    /// Keeps all data, and may be given a vote.
    case standby = 1
    /// Neither.
    case spare = 2
  }

  /// The number of the node.
  package var id: UInt64
  /// Where the other nodes find it.
  package var address: String
  /// What it does.
  package var role: Role
}

/// Reads the parts of a message in order.
struct WireReader {
  /// A message that ends early, or that has what the protocol does not know.
  struct Malformed: Error {}

  let bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place >= bytes.count }

  mutating func word() throws(Malformed) -> UInt64 {
    guard place + 8 <= bytes.count else { throw Malformed() }
    defer { place += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
  }

  mutating func text() throws(Malformed) -> String {
    guard let end = bytes[place...].firstIndex(of: 0) else { throw Malformed() }
    defer { place += (end - place) / 8 * 8 + 8 }
    return String(decoding: bytes[place..<end], as: UTF8.self)
  }

  mutating func raw(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else { throw Malformed() }
    defer { place += (count + 7) / 8 * 8 }
    return bytes[place..<place + count]
  }

  // MARK: Answers

  /// What a message of a type says; `rows` gathers those that come in several messages.
  ///
  /// - Returns: nil where more rows follow.
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
    default: throw Malformed()
    }
  }

  /// A query that fails while it is stepped has its columns and rows before the code: the message is
  /// what comes last, and the code the word before it.
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

  /// Adds the rows of one message; true where more follow.
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
        // A node sends names that fill its buffer again and again, and no row.
        guard rows.count > former else { throw Malformed() }
        return true
      default: break
      }
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

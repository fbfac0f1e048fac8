internal import Values

/// A request of [dqlite's wire protocol](https://dqlite.io/docs/protocol), version 1: 8-byte
/// little-endian words.
struct WireRequest {
  enum Kind: UInt8 {
    case leader = 0
    case client = 1
    case open = 3
    case prepare = 4
    case execute = 5
    case query = 6
    case executeText = 8
    case queryText = 9
    case add = 12
    case assign = 13
    case remove = 14
    case dump = 15
    case members = 16
    case transfer = 17
    case describe = 18
    case weigh = 19
    /// Answered by the socket of a node, not by dqlite.
    case probe = 250
  }

  /// Set in the number of a client whose requests may change the nodes.
  static let changesNodes: UInt64 = 1 << 63
  static let emptyAnswer: [UInt8] = [1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  let kind: Kind
  private(set) var body: [UInt8] = []

  private init(_ kind: Kind) { self.kind = kind }

  var bytes: [UInt8] {
    var header = Self.bytes(of: UInt32(body.count / 8))
    header += [kind.rawValue, 0, 0, 0]
    return header + body
  }

  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  static var leader: WireRequest { WireRequest(.leader).adding(word: 0) }
  static func client(_ number: UInt64) -> WireRequest { WireRequest(.client).adding(word: number) }
  static var probe: WireRequest { WireRequest(.probe).adding(word: 0) }
  static var members: WireRequest { WireRequest(.members).adding(word: 1) }
  static func open(_ database: String) -> WireRequest {
    WireRequest(.open).adding(text: database).adding(word: 0).adding(text: "")
  }
  static func dump(_ database: String) -> WireRequest { WireRequest(.dump).adding(text: database) }
  static func prepare(_ sql: String) -> WireRequest {
    WireRequest(.prepare).adding(word: 0).adding(text: sql)
  }
  static func execute(_ statement: UInt32, _ values: [SQLValue]) -> WireRequest {
    WireRequest(.execute).adding(word: UInt64(statement) << 32).adding(values)
  }
  static func query(_ statement: UInt32, _ values: [SQLValue]) -> WireRequest {
    WireRequest(.query).adding(word: UInt64(statement) << 32).adding(values)
  }
  static func execute(_ sql: String, _ values: [SQLValue] = []) -> WireRequest {
    WireRequest(.executeText).adding(word: 0).adding(text: sql).adding(values)
  }
  static func query(_ sql: String, _ values: [SQLValue] = []) -> WireRequest {
    WireRequest(.queryText).adding(word: 0).adding(text: sql).adding(values)
  }
  static func add(_ node: UInt64, at address: String) -> WireRequest {
    WireRequest(.add).adding(word: node).adding(text: address)
  }
  static func assign(_ node: UInt64, _ role: Member.Role) -> WireRequest {
    WireRequest(.assign).adding(word: node).adding(word: role.rawValue)
  }
  static func remove(_ node: UInt64) -> WireRequest { WireRequest(.remove).adding(word: node) }
  static func transfer(to node: UInt64) -> WireRequest {
    WireRequest(.transfer).adding(word: node)
  }

  static var describe: WireRequest { WireRequest(.describe).adding(word: 0) }
  static func weigh(_ weight: UInt64) -> WireRequest { WireRequest(.weigh).adding(word: weight) }

  private func adding(word: UInt64) -> WireRequest {
    var request = self
    request.body += Self.bytes(of: word)
    return request
  }

  private func adding(text: String) -> WireRequest {
    var request = self
    request.append(text)
    return request
  }

  private mutating func append(_ text: String) {
    body += text.utf8
    body.append(0)
    fill()
  }

  private mutating func fill() { body += repeatElement(0, count: (8 - body.count % 8) % 8) }

  private func adding(_ values: [SQLValue]) -> WireRequest {
    guard !values.isEmpty else { return self }
    var request = self
    request.body.append(UInt8(values.count))
    request.body += values.map { WireType($0).rawValue }
    request.fill()
    for value in values {
      switch value {
      case .null: request.body += Self.bytes(of: UInt64(0))
      case .integer(let number): request.body += Self.bytes(of: Int64(number))
      case .real(let number): request.body += Self.bytes(of: number.bitPattern)
      case .text(let text): request.append(text)
      case .blob(let bytes):
        request.body += Self.bytes(of: UInt64(bytes.count))
        request.body += bytes
        request.fill()
      }
    }
    return request
  }
}

enum WireType: UInt8 {
  case integer = 1
  case real = 2
  case text = 3
  case blob = 4
  case null = 5
  /// From columns declared as dates or booleans; the store has none.
  case time = 9
  case timeText = 10
  case boolean = 11

  init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .blob: .blob
      }
  }
}

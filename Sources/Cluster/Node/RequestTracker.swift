/// Follows the messages between a session and a node, to know whether an answer is pending and
/// whether the session holds the database lock.
struct RequestTracker {
  private enum Effect { case none, locks, unlocks }

  private struct Messages {
    /// Maximum number of bytes kept per message; usually enough for a request that begins or ends a
    /// transaction.
    private static let mostKept = 4096
    private var header: [UInt8] = []
    private var kept: [UInt8] = []
    private var tail: [UInt8] = []
    private var rest = 0
    /// Whether a message was empty or in a format that our sessions do not use.
    private(set) var hasOddOne = false
    private var greeting: Int

    init(greeting: Int) { self.greeting = greeting }

    /// Calls the body for each complete message with its type, the start of its content, and its
    /// last 8 bytes.
    mutating func feed(_ bytes: [UInt8], _ body: (UInt8, [UInt8], [UInt8]) -> Void) {
      var bytes = bytes[...]
      while !bytes.isEmpty {
        if greeting > 0 {
          let count = min(greeting, bytes.count)
          greeting -= count
          bytes = bytes.dropFirst(count)
        } else if header.count < 8 {
          let count = min(8 - header.count, bytes.count)
          header += bytes.prefix(count)
          bytes = bytes.dropFirst(count)
          guard header.count == 8 else { return }
          rest = header.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } * 8
          if rest == 0 || header[5] != 0 { hasOddOne = true }
          (kept, tail) = ([], [])
        }
        guard header.count == 8 else { continue }
        let part = bytes.prefix(rest)
        kept += part.prefix(max(0, Self.mostKept - kept.count))
        tail = (tail + part.suffix(8)).suffix(8)
        rest -= part.count
        bytes = bytes.dropFirst(part.count)
        guard rest == 0 else { return }
        body(header[4], kept, tail)
        header = []
      }
    }
  }

  private var fromSession = Messages(greeting: Wire.greeting.count)
  private var fromNode = Messages(greeting: 0)
  private var effects: [Effect] = []
  private(set) var holdsLock = false

  /// Whether the client has sent a request that our sessions never send; some such requests crash a
  /// node.
  private(set) var isForeign = false

  var isWaiting: Bool { !effects.isEmpty }

  /// Returns the identifier of the node that the bytes request; 0 if they request the leader or
  /// none.
  mutating func feed(_ bytes: [UInt8]) -> UInt64 {
    var wanted: UInt64 = 0
    var further: [Effect] = []
    fromSession.feed(bytes) { type, body, _ in
      if WireRequest.Kind(rawValue: type) == nil { isForeign = true }
      if type == WireRequest.Kind.client.rawValue {
        wanted = body.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      further.append(Self.effect(type, body))
    }
    effects += further
    if fromSession.hasOddOne { isForeign = true }
    return wanted
  }

  private static func effect(_ type: UInt8, _ body: [UInt8]) -> Effect {
    guard type == WireRequest.Kind.executeText.rawValue else { return .none }
    let sql = String(decoding: body.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self).uppercased()
    if sql.hasPrefix("BEGIN IMMEDIATE") { return .locks }
    return sql.hasSuffix("COMMIT") || sql == "ROLLBACK" ? .unlocks : .none
  }

  mutating func feed(answers bytes: [UInt8]) {
    var answered: [(type: UInt8, isLast: Bool)] = []
    fromNode.feed(bytes) { type, _, tail in
      answered.append((type, type != 7 || !tail.allSatisfy { $0 == 0xEE }))
    }
    for answer in answered where answer.isLast && !effects.isEmpty {
      let effect = effects.removeFirst()
      guard answer.type == 6, effect != .none else { continue }
      holdsLock = effect == .locks
    }
  }
}

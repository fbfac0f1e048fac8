/// Checks the requests of a session, and follows their answers to know whether an answer is pending
/// and whether the session holds the database lock.
///
/// Only complete requests of the kinds and forms that sessions send are let through, because others
/// can crash a node.
struct RequestTracker {
  private enum Effect { case none, locks, commits, rollsBack }

  /// The messages of a node, of which only the type and the end are needed.
  private struct Answers {
    private var header: [UInt8] = []
    private var tail: [UInt8] = []
    private var rest = 0

    /// Calls the body for each complete message with its type and its last 8 bytes.
    mutating func feed(_ bytes: [UInt8], _ body: (UInt8, [UInt8]) -> Void) {
      var bytes = bytes[...]
      while !bytes.isEmpty {
        if header.count < 8 {
          let count = min(8 - header.count, bytes.count)
          header += bytes.prefix(count)
          bytes = bytes.dropFirst(count)
          guard header.count == 8 else { return }
          (rest, tail) = (RequestTracker.size(in: header[...]), [])
        }
        let part = bytes.prefix(rest)
        tail = (tail + part.suffix(8)).suffix(8)
        rest -= part.count
        bytes = bytes.dropFirst(part.count)
        guard rest == 0 else { return }
        body(header[4], tail)
        header = []
      }
    }
  }

  /// In bytes; more than the largest record.
  private static let longestRequest = 256 << 20
  private static let longestName = 100

  private var unchecked: [UInt8] = []
  private var isGreeted = false
  private var mayChangeNodes = false
  /// Whether the first request has arrived.
  private(set) var hasBegun = false
  /// Whether the client only wants to know whether the node runs.
  private(set) var isProbe = false
  /// The database that the session has opened.
  private(set) var database = ""
  /// The identifier of the node that the first request names; 0 for the leader.
  private(set) var node: UInt64 = 0

  private var answers = Answers()
  private var effects: [Effect] = []
  private(set) var holdsLock = false

  var isWaiting: Bool { !effects.isEmpty }

  static func size(in header: ArraySlice<UInt8>) -> Int {
    header.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) } * 8
  }

  /// Returns the bytes of complete requests, which the node may receive.
  ///
  /// - Throws: ``ConnectionRefusal`` if sessions never send such a request.
  mutating func feed(_ bytes: [UInt8]) throws(ConnectionRefusal) -> [UInt8] {
    unchecked += bytes
    var end = 0
    if !isGreeted {
      guard unchecked.count >= 8 else { return [] }
      guard unchecked.starts(with: Wire.greeting) else {
        throw Self.refusal("of another version of the protocol")
      }
      (isGreeted, end) = (true, 8)
    }
    while unchecked.count - end >= 8 {
      let header = unchecked[end..<end + 8]
      let size = Self.size(in: header)
      guard size <= Self.longestRequest else {
        throw Self.refusal(
          "of \(size >> 20) MiB; a request can have \(Self.longestRequest >> 20) MiB")
      }
      guard size > 0, header[(end + 5)...].allSatisfy({ $0 == 0 }),
        let kind = WireRequest.Kind(rawValue: header[end + 4])
      else { throw Self.refusal("of unknown kind \(header[end + 4])") }
      guard unchecked.count - end - 8 >= size else { break }
      try check(kind, Array(unchecked[end + 8..<end + 8 + size]))
      end += 8 + size
    }
    defer { unchecked.removeFirst(end) }
    return Array(unchecked[..<end])
  }

  private static func refusal(_ words: String) -> ConnectionRefusal {
    ConnectionRefusal(
      code: ListenSocket.unexpected,
      message: "the node has closed the connection because of a request \(words)")
  }

  private mutating func check(_ kind: WireRequest.Kind, _ body: [UInt8]) throws(ConnectionRefusal) {
    let isFirst = !hasBegun
    hasBegun = true
    var effect = Effect.none
    var reader = WireReader(body)
    do {
      switch kind {
      case .leader, .members, .describe: _ = try reader.word()
      case .client:
        let number = try reader.word()
        guard isFirst else { break }
        node = number & ~WireRequest.changesNodes
        mayChangeNodes = node != number
      case .probe:
        _ = try reader.word()
        guard isFirst else { throw WireReader.Malformed() }
        isProbe = true
      case .open:
        database = try reader.text()
        try Self.checkName(database)
        _ = try reader.word()
        _ = try reader.text()
      case .dump: try Self.checkName(reader.text())
      case .prepare:
        _ = try reader.word()
        _ = try reader.rawText()
      case .execute, .query:
        _ = try reader.word()
        try reader.skipValues()
      case .executeText, .queryText:
        _ = try reader.word()
        let sql = try reader.rawText()
        try reader.skipValues()
        if kind == .executeText { effect = Self.effect(of: sql) }
      case .assign:
        try checkMayChangeNodes()
        _ = try reader.word()
        guard try reader.word() == Member.Role.voter.rawValue else { throw WireReader.Malformed() }
      case .remove, .transfer:
        try checkMayChangeNodes()
        _ = try reader.word()
      case .weigh: throw Self.refusal("of unknown kind \(kind.rawValue)")
      case .add: throw Self.refusal("to add a node, which only the node itself may send")
      }
      guard reader.place == body.count else { throw WireReader.Malformed() }
    } catch let refusal as ConnectionRefusal {
      throw refusal
    } catch {
      throw Self.refusal("with malformed contents, of kind \(kind.rawValue)")
    }
    effects.append(effect)
  }

  private func checkMayChangeNodes() throws(ConnectionRefusal) {
    guard mayChangeNodes else {
      throw Self.refusal("to change the nodes; use workbench cluster add or remove")
    }
  }

  private static func checkName(_ name: String) throws(WireReader.Malformed) {
    guard !name.isEmpty, name.utf8.count <= longestName,
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
    else { throw WireReader.Malformed() }
  }

  private static func effect(of sql: ArraySlice<UInt8>) -> Effect {
    let start = String(decoding: sql.prefix(15), as: UTF8.self).uppercased()
    let end = String(decoding: sql.suffix(8), as: UTF8.self).uppercased()
    if start == "BEGIN IMMEDIATE" { return .locks }
    if end.hasSuffix("COMMIT") { return .commits }
    return start == "ROLLBACK" ? .rollsBack : .none
  }

  /// Returns the number of committed transactions.
  mutating func feed(answers bytes: [UInt8]) -> Int {
    var answered: [(type: UInt8, isLast: Bool)] = []
    answers.feed(bytes) { type, tail in
      answered.append((type, type != 7 || !tail.allSatisfy { $0 == 0xEE }))
    }
    var commits = 0
    for answer in answered where answer.isLast && !effects.isEmpty {
      let effect = effects.removeFirst()
      guard answer.type == 6, effect != .none else { continue }
      holdsLock = effect == .locks
      if effect == .commits { commits += 1 }
    }
    return commits
  }
}

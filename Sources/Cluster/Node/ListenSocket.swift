internal import Glibc
internal import Synchronization
internal import Values

/// The reason for which a node does not serve a connection, as an answer to its client.
struct ConnectionRefusal: Error {
  var code: Int
  var message: String
}

/// A node's socket for sessions; relays each session to the leader, or to the node that the session
/// names.
///
/// Only the user running the node and root may connect. A session that holds the database lock and
/// is silent for too long is disconnected if others wait for the lock.
struct ListenSocket: Sendable {
  static let noMajority = 90_001
  /// Error code of a session that was disconnected because of its silence.
  static let silent = 90_002
  /// Error code of a connection beyond the maximum.
  static let full = 90_003
  /// Error code of a request that sessions never send.
  static let unexpected = 90_004
  static let codes = [noMajority, silent, full, unexpected]

  /// How long a session may be silent in a write transaction if no other waits, in milliseconds.
  static let longestAlone = 600_000
  /// After this multiple of the maximum silence, an idle session is disconnected if others wait.
  private static let idleFactor = 10
  /// How long a refused connection counts as waiting, in milliseconds.
  private static let longestWait = 10_000
  private static let mostConnections = 1_000
  /// Descriptors for the data, the other nodes and the requests of the node itself.
  private static let reservedDescriptors = 64
  /// A session needs three at the leader, and one for each session at another node, of which there
  /// are up to four.
  private static let descriptorsOfConnection = 7

  let path: String
  let longestSilence: Int
  let finder: LeaderFinder
  let figures: NodeFigures
  let log: NodeLog

  var longestIdle: Int { longestSilence * Self.idleFactor }
  var othersWait: Bool {
    Pause.clock - figures.lastRefusal.load(ordering: .relaxed) < Self.longestWait
  }

  init(
    _ path: String, _ finder: LeaderFinder, longestSilence milliseconds: Int,
    _ figures: NodeFigures,
    _ log: @escaping NodeLog
  ) throws(ClusterError) {
    (self.path, self.finder, longestSilence) = (path, finder, milliseconds)
    (self.figures, self.log) = (figures, log)
    let handle: Int32
    do {
      handle = try Socket.listening(at: .path(path))
    } catch {
      let words = if case .unreachable(let words) = error { words } else { "no answer" }
      throw ClusterError(.folder("the socket \(path) cannot be created: \(words)"))
    }
    let door = self
    Threads.start { door.serve(handle) }
  }

  static var capacity: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return mostConnections
    }
    let free = Int(clamping: limit.rlim_cur) - reservedDescriptors
    return min(mostConnections, max(1, free / descriptorsOfConnection))
  }

  private func serve(_ handle: Int32) {
    let capacity = Self.capacity
    while true {
      let client = Socket.nextClient(of: handle)
      guard Self.isOurs(client) else {
        close(client)
        continue
      }
      let isServed =
        figures.connections.add(1, ordering: .relaxed).newValue <= capacity
        && Threads.start { [self] in
          Relay(Socket(client), self).run()
          figures.connections.subtract(1, ordering: .relaxed)
        }
      if !isServed { refuse(client, capacity) }
    }
  }

  private func refuse(_ client: Int32, _ capacity: Int) {
    figures.connections.subtract(1, ordering: .relaxed)
    figures.refusedConnections.add(1, ordering: .relaxed)
    if !othersWait { log(.warning, "connections are refused, because there are \(capacity)") }
    figures.lastRefusal.store(Pause.clock, ordering: .relaxed)
    Socket(client).refuse(
      ConnectionRefusal(
        code: Self.full,
        message:
          "the node serves \(capacity) connections, and cannot serve more; use the socket of "
          + "another node, or try again later"))
  }

  private static func isOurs(_ client: Int32) -> Bool {
    // The layout of `struct ucred`.
    var who: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: who))
    return getsockopt(client, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0
      && (who.user == getuid() || who.user == 0)
  }
}

final class Relay {
  /// How long a client may take for its first request, in milliseconds.
  private static let longestGreeting = 10_000
  /// How often an idle session is compared with the limits, in milliseconds.
  private static let look = 2_000
  /// How often a silent session in a write transaction is looked at, in milliseconds.
  private static let lookAtLock = 500
  /// How long a client may take to receive a part of an answer, in milliseconds.
  private static let longestReceipt = 10_000

  private let client: Socket
  private let door: ListenSocket
  private var requests = RequestTracker()
  /// A connection to the leader, to ask whether others wait.
  private var question: Wire?

  init(_ client: Socket, _ door: ListenSocket) { (self.client, self.door) = (client, door) }

  func run() {
    client.setPatience(Self.longestGreeting)
    client.setPatienceOfSending(Self.longestReceipt)
    do {
      // The first request names the node.
      var first: [UInt8] = []
      while !requests.hasBegun {
        var bytes: [UInt8] = []
        try client.receive(into: &bytes, upTo: 1 << 16)
        first += try requests.feed(bytes)
      }
      if requests.isProbe { return try client.send(WireRequest.emptyAnswer) }
      let (node, address) = try door.finder.connect(toNode: requests.node)
      try node.send(first)
      try pass(node, address)
    } catch let refusal as ConnectionRefusal {
      if refusal.code == ListenSocket.unexpected {
        door.figures.refusedRequests.add(1, ordering: .relaxed)
        door.log(.warning, refusal.message)
      }
      client.refuse(refusal)
    } catch {
      // The remaining peer sees that the connection is closed.
    }
  }

  private func pass(_ node: Socket, _ address: String) throws {
    var lastSpoken = Pause.clock
    var lastPassed = lastSpoken
    var doubts = 0
    while true {
      var ready = [
        pollfd(fd: client.handle, events: Int16(POLLIN), revents: 0),
        pollfd(fd: node.handle, events: Int16(POLLIN), revents: 0),
      ]
      let silence = Pause.clock - lastSpoken
      let patience =
        requests.isWaiting
        ? 500
        : requests.holdsLock
          ? max(Self.lookAtLock, door.longestSilence - silence) : Self.look
      node.acknowledgeAtOnce()
      let count = poll(&ready, 2, Int32(patience))
      if count < 0, errno == EINTR { continue }
      if count == 0 {
        if requests.isWaiting {
          // A slow answer is not an error while the node is the leader.
          doubts = door.finder.hasLost(address) ? doubts + 1 : 0
          if doubts >= 2 { return }
        } else {
          try checkSilence(Pause.clock - lastSpoken, address)
        }
        continue
      }
      if ready[0].revents != 0 {
        var bytes: [UInt8] = []
        try client.receive(into: &bytes, upTo: 1 << 16)
        let checked = try requests.feed(bytes)
        if !checked.isEmpty {
          try node.send(checked)
          lastPassed = Pause.clock
        } else if !requests.isWaiting, Pause.clock - lastPassed > Self.look {
          try showLife(to: node)
          lastPassed = Pause.clock
        }
        lastSpoken = Pause.clock
      }
      if ready[1].revents != 0 {
        var bytes: [UInt8] = []
        try node.receive(into: &bytes, upTo: 1 << 16)
        let commits = requests.feed(answers: bytes)
        if !requests.holdsLock { question = nil }
        if commits > 0 { door.figures.transactions.add(commits, ordering: .relaxed) }
        try client.send(bytes)
        lastSpoken = Pause.clock
      }
    }
  }

  private func checkSilence(_ silence: Int, _ address: String) throws(ConnectionRefusal) {
    if requests.holdsLock, silence >= door.longestSilence {
      let isAlone = !othersWaitToWrite(at: address)
      if !isAlone || silence >= ListenSocket.longestAlone {
        throw ConnectionRefusal(
          code: ListenSocket.silent,
          message: "the transaction was rolled back because the session was idle for "
            + "\(silence / 1000) s\(isAlone ? "" : " while it blocked other sessions")")
      }
    }
    if silence >= door.longestIdle, door.othersWait {
      throw ConnectionRefusal(
        code: ListenSocket.silent,
        message: "the session was disconnected because it was idle for "
          + "\(door.longestIdle / 1000) s while others waited to connect")
    }
  }
}

extension Relay {
  /// Asks the leader for something while a large request arrives slowly, because the leader ends
  /// silent connections.
  private func showLife(to node: Socket) throws(Socket.Failure) {
    try node.send(WireRequest.leader.bytes)
    var answer: [UInt8] = []
    let start = Pause.clock
    while answer.count < 8 || answer.count < 8 + RequestTracker.size(in: answer[..<8]) {
      do {
        try node.receive(into: &answer, upTo: 1 << 16)
      } catch {
        guard error == .late, Pause.clock - start < Self.longestReceipt else { throw error }
      }
    }
  }

  /// True also if the leader does not answer, or is too old to know.
  private func othersWaitToWrite(at leader: String) -> Bool {
    // The leader may have closed an older connection.
    for _ in 0..<2 {
      if question == nil {
        question = SocketAddress(network: leader).flatMap { try? Wire(to: $0, patience: 1_000) }
        question?.add(.client(0))
        question?.add(.open(requests.database))
      }
      question?.add(.query("SELECT \(NodeFunctions.waiting)()"))
      if case .rows(let rows) = try? question?.answers().last {
        return rows.first?.first != .integer(0)
      }
      question = nil
    }
    return true
  }
}

extension Socket {
  fileprivate func refuse(_ refusal: ConnectionRefusal) {
    var text = Array(refusal.message.utf8) + [0]
    text += repeatElement(0, count: (8 - text.count % 8) % 8)
    var body = withUnsafeBytes(of: UInt64(refusal.code).littleEndian) { Array($0) }
    body += text
    let header = withUnsafeBytes(of: UInt32(body.count / 8).littleEndian) { Array($0) }
    try? send(header + [0, 0, 0, 0] + body)
  }
}

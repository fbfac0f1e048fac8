internal import Glibc

/// The socket file of a node through which sessions come in: each is passed on to the leader.
///
/// Only the user whom the node runs as may pass. A session that holds the lock of the database and is
/// silent for some time is let go, for everybody else waits for it.
struct Door: Sendable {
  /// The code of the failure by which a door says that no majority of the nodes answers.
  static let noMajority = 90_001
  /// The code of the failure by which it says that it has let a session go.
  static let silent = 90_002
  /// The codes of the failures that are a door's own.
  static let codes = [noMajority, silent]

  let path: String
  /// How long a session may be silent while it holds the lock, in milliseconds.
  let longestSilence: Int
  let finder: LeaderFinder

  /// Opens the door of a node.
  ///
  /// - Parameters:
  ///   - finder: Finds the leader.
  ///   - milliseconds: How long a session may be silent while it holds the lock.
  init(
    _ path: String, _ finder: LeaderFinder, longestSilence milliseconds: Int
  ) throws(ClusterError) {
    (self.path, self.finder, longestSilence) = (path, finder, milliseconds)
    let handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    unlink(path)
    let result = SocketFile(path).withAddress { bind(handle, $0, $1) }
    // Nobody can connect before it listens.
    guard result == 0, chmod(path, 0o600) == 0, listen(handle, 64) == 0 else {
      throw ClusterError(
        .folder("the door \(path) cannot be made: \(String(cString: strerror(errno)))"))
    }
    let door = self
    Threads.start { door.serve(handle) }
  }

  private func serve(_ handle: Int32) {
    while true {
      let client = accept(handle, nil, nil)
      guard client >= 0 else {
        // Too many are inside.
        Pause.milliseconds(20)
        continue
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      guard Self.isOurs(client) else {
        close(client)
        continue
      }
      Threads.start { [self] in Relay(Socket(client), finder, longestSilence).run() }
    }
  }

  /// Whether who comes is the user whom the node runs as.
  private static func isOurs(_ client: Int32) -> Bool {
    // The number of the process, then those of the user and the group.
    var who: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: who))
    return getsockopt(client, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0
      && (who.user == getuid() || who.user == 0)
  }
}

/// Passes what a session says on to the leader, and the answers back.
final class Relay {
  private let client: Socket
  private let finder: LeaderFinder
  private let longestSilence: Int
  private var requests = RequestTracker()

  init(_ client: Socket, _ finder: LeaderFinder, _ longestSilence: Int) {
    (self.client, self.finder, self.longestSilence) = (client, finder, longestSilence)
  }

  func run() {
    // Which node is wanted is in the first message.
    var first: [UInt8] = []
    while first.count < 24 {
      guard receive(client, &first) else { return }
    }
    let wanted = requests.feed(first)
    if requests.isForeign { return }
    let node: Socket
    let address: String
    do {
      (node, address) = try finder.connect(toNode: wanted)
    } catch {
      return refuse(error.code, error.message)
    }
    do {
      try node.send(first)
      try pass(node, address)
    } catch {
      // Whoever is left sees that the other is gone.
    }
  }

  private func receive(_ socket: Socket, _ bytes: inout [UInt8]) -> Bool {
    while true {
      do {
        try socket.receive(into: &bytes, upTo: 1 << 16)
        return true
      } catch .late {
        continue
      } catch {
        return false
      }
    }
  }

  private func pass(_ node: Socket, _ address: String) throws(Socket.Failure) {
    var lastSpoken = Pause.clock
    var doubts = 0
    while true {
      var ready = [
        pollfd(fd: client.handle, events: Int16(POLLIN), revents: 0),
        pollfd(fd: node.handle, events: Int16(POLLIN), revents: 0),
      ]
      let patience =
        requests.isWaiting ? 500 : requests.holdsLock ? longestSilence : -1
      node.acknowledgeAtOnce()
      let count = poll(&ready, 2, Int32(patience))
      if count < 0, errno == EINTR { continue }
      if count == 0 {
        if requests.isWaiting {
          // What takes long is waited for as long as the node leads.
          doubts = finder.hasLost(address) ? doubts + 1 : 0
          if doubts >= 2 { return }
        } else if Pause.clock - lastSpoken >= longestSilence {
          return refuse(
            Door.silent,
            "ended by the cluster: nothing came for \(longestSilence / 1000) s while others "
              + "had to wait; nothing of it has happened")
        }
        continue
      }
      if ready[0].revents != 0 {
        var bytes: [UInt8] = []
        try client.receive(into: &bytes, upTo: 1 << 16)
        _ = requests.feed(bytes)
        if requests.isForeign { return }
        try node.send(bytes)
        lastSpoken = Pause.clock
      }
      if ready[1].revents != 0 {
        var bytes: [UInt8] = []
        try node.receive(into: &bytes, upTo: 1 << 16)
        requests.feed(answers: bytes)
        try client.send(bytes)
        lastSpoken = Pause.clock
      }
    }
  }

  private func refuse(_ code: Int, _ message: String) {
    var text = Array(message.utf8) + [0]
    text += repeatElement(0, count: (8 - text.count % 8) % 8)
    var body = withUnsafeBytes(of: UInt64(code).littleEndian) { Array($0) }
    body += text
    let header = withUnsafeBytes(of: UInt32(body.count / 8).littleEndian) { Array($0) }
    try? client.send(header + [0, 0, 0, 0] + body)
  }
}

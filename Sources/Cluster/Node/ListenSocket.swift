internal import Glibc

/// A node's socket for sessions; relays each session to the leader, or to the node that the session
/// names.
///
/// Only the user running the node and root may connect. A session that holds the database lock and
/// is silent for too long is disconnected, because others wait for the lock.
struct ListenSocket: Sendable {
  static let noMajority = 90_001
  /// Error code of a session that was disconnected because of its silence.
  static let silent = 90_002
  static let codes = [noMajority, silent]

  let path: String
  let longestSilence: Int
  let finder: LeaderFinder

  init(
    _ path: String, _ finder: LeaderFinder, longestSilence milliseconds: Int
  ) throws(ClusterError) {
    (self.path, self.finder, longestSilence) = (path, finder, milliseconds)
    let handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    unlink(path)
    let result = SocketFile(path).withAddress { bind(handle, $0, $1) }
    // No client can connect before listen(), so the permissions are set in time.
    guard result == 0, chmod(path, 0o600) == 0, listen(handle, 64) == 0 else {
      throw ClusterError(
        .folder("the socket \(path) cannot be created: \(String(cString: strerror(errno)))"))
    }
    let door = self
    Threads.start { door.serve(handle) }
  }

  private func serve(_ handle: Int32) {
    while true {
      let client = accept(handle, nil, nil)
      guard client >= 0 else {
        // Too many open files; waits for connections to end.
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

  private static func isOurs(_ client: Int32) -> Bool {
    // The layout of `struct ucred`.
    var who: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: who))
    return getsockopt(client, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0
      && (who.user == getuid() || who.user == 0)
  }
}

final class Relay {
  private let client: Socket
  private let finder: LeaderFinder
  private let longestSilence: Int
  private var requests = RequestTracker()

  init(_ client: Socket, _ finder: LeaderFinder, _ longestSilence: Int) {
    (self.client, self.finder, self.longestSilence) = (client, finder, longestSilence)
  }

  func run() {
    // The first message names the requested node.
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
      // The remaining peer sees that the connection is closed.
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
      let patience = requests.isWaiting ? 500 : requests.holdsLock ? longestSilence : -1
      node.acknowledgeAtOnce()
      let count = poll(&ready, 2, Int32(patience))
      if count < 0, errno == EINTR { continue }
      if count == 0 {
        if requests.isWaiting {
          // A slow answer is not an error while the node is the leader.
          doubts = finder.hasLost(address) ? doubts + 1 : 0
          if doubts >= 2 { return }
        } else if Pause.clock - lastSpoken >= longestSilence {
          return refuse(
            ListenSocket.silent,
            "the transaction was rolled back because the session was idle for "
              + "\(longestSilence / 1000) s while it blocked other sessions")
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

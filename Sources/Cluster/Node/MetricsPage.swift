internal import Glibc
internal import Synchronization

/// Serves the figures of a node in the
/// [text format of Prometheus](https://prometheus.io/docs/instrumenting/exposition_formats/).
struct MetricsPage: Sendable {
  /// Time for one request, in milliseconds.
  private static let patience = 1_000
  private static let longestRequest = 8_192

  private let own: NodeFolder.Identity
  private let folder: NodeFolder
  private let figures: NodeFigures

  init(
    at text: String, _ own: NodeFolder.Identity, _ folder: NodeFolder, _ figures: NodeFigures
  ) throws(ClusterError) {
    (self.own, self.folder, self.figures) = (own, folder, figures)
    let place = try NodeAddress.local(text)
    let handle: Int32
    do {
      handle = try Socket.listening(at: place)
    } catch {
      let words = if case .unreachable(let words) = error { words } else { "no answer" }
      throw ClusterError(.address("the metrics cannot be served at \(text): \(words)"))
    }
    let page = self
    Threads.start { page.serve(handle) }
  }

  private func serve(_ handle: Int32) {
    while true {
      let socket = Socket(Socket.nextClient(of: handle))
      socket.setPatience(Self.patience)
      if let line = Self.request(on: socket) { try? socket.send(answer(to: line).utf8) }
    }
  }

  /// Reads a request, and returns its first line.
  private static func request(on socket: Socket) -> Substring? {
    var bytes: [UInt8] = []
    let start = Pause.clock
    while bytes.count < longestRequest, Pause.clock - start < patience,
      (try? socket.receive(into: &bytes, upTo: 1_024)) != nil
    {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\r\n\r\n") { return text.prefix { $0 != "\r\n" } }
    }
    return nil
  }

  private func answer(to line: Substring) -> String {
    let isKnown = line.hasPrefix("GET /metrics ")
    let body = isKnown ? text : "the metrics are at /metrics\n"
    return """
      HTTP/1.1 \(isKnown ? "200 OK" : "404 Not Found")\r
      Content-Type: text/plain; version=0.0.4; charset=utf-8\r
      Content-Length: \(body.utf8.count)\r
      Connection: close\r
      \r
      \(body)
      """
  }

  private var text: String {
    let view = figures.view.withLock { $0 }
    var lines: [String] = []
    func add(_ name: String, _ help: String, _ samples: [(labels: String, value: Int)]) {
      lines.append("# HELP workbench_node_\(name) \(help)")
      lines.append(
        "# TYPE workbench_node_\(name) \(name.hasSuffix("_total") ? "counter" : "gauge")")
      lines += samples.map { "workbench_node_\(name)\($0.labels) \($0.value)" }
    }
    func add(_ name: String, _ help: String, _ value: Int) { add(name, help, [("", value)]) }
    add("up", "1 while the node runs.", 1)
    add("is_leader", "1 if this node leads.", view.leader == own.id ? 1 : 0)
    add("has_leader", "1 if a leader is known.", view.leader == nil ? 0 : 1)
    add(
      "members", "Number of nodes by role.",
      [Member.Role.voter, .standby, .spare].map { role in
        ("{role=\"\(role)\"}", view.members.count { $0.role == role })
      })
    add(
      "member_up", "1 if the other node answers this one.",
      view.members.map(\.address).filter { $0 != own.address }.map {
        ("{address=\"\($0)\"}", view.absent.contains($0) ? 0 : 1)
      })
    add(
      "connections", "Open connections at the socket.", figures.connections.load(ordering: .relaxed)
    )
    add("connections_max", "Connections that the socket serves at most.", ListenSocket.capacity)
    add(
      "refused_connections_total", "Connections refused because of the maximum.",
      figures.refusedConnections.load(ordering: .relaxed))
    add(
      "refused_requests_total", "Connections closed because of a request that sessions never send.",
      figures.refusedRequests.load(ordering: .relaxed))
    add(
      "transactions_total", "Transactions committed through the socket.",
      figures.transactions.load(ordering: .relaxed))
    add("folder_bytes", "Disk space that the data uses.", folder.size)
    if let room = folder.room {
      add("free_bytes", "Free disk space for the data.", Int(clamping: room))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Counts of a node's connections and requests, and the last view of its cluster.
///
/// The threads of ``ListenSocket`` write the counts, ``NodeWatch`` writes the view, and
/// ``MetricsPage`` reads both.
final class NodeFigures: Sendable {
  struct View: Sendable {
    var leader: UInt64?
    var members: [Member] = []
    /// Addresses of nodes that do not answer.
    var absent: Set<String> = []
  }

  let connections = Atomic(0)
  let refusedConnections = Atomic(0)
  let refusedRequests = Atomic(0)
  /// Committed through the node's socket.
  let transactions = Atomic(0)
  /// Time at which the last connection was refused, by ``Pause/clock``.
  let lastRefusal = Atomic(Int.min / 2)
  let view = Mutex(View())
}

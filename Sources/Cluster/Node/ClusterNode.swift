#if Cluster
  internal import CDqlite
  internal import Glibc
  internal import SQLEngine
  package import Values

  /// A cluster node: dqlite on one address, a data folder, and a socket for local sessions.
  package final class ClusterNode {
    package struct Options {
      package var folder: NodeFolder
      package var address: String
      /// The address of a node of the cluster to join; ignored if the node is a member already.
      package var join: String?
      /// Whether to create a cluster.
      package var begins = false
      /// Maximum time of a message between two nodes, in milliseconds. An election takes 15 times
      /// as long.
      package var latency = 100
      /// How long a session may be silent in a write transaction, which blocks others, in
      /// milliseconds.
      package var longestSilence = 2_000
      package var isEnded: () -> Bool = { false }
      /// Loopback address or path of a socket at which to serve metrics.
      package var metrics: String?
      /// The version of the program, such as 0.3.0.
      package var version = ""
      package var log: NodeLog = { _, _ in }
      package var functions: @Sendable () -> [SQLFunction]

      package init(
        _ folder: NodeFolder, address: String, join: String? = nil,
        functions: @escaping @Sendable () -> [SQLFunction]
      ) {
        (self.folder, self.address, self.join) = (folder, address, join)
        self.functions = functions
      }
    }

    /// Number of commits between snapshots. The log also keeps the last ``keptAfterSnapshot``
    /// commits, which can contain erased data.
    static let snapshotAfter: UInt32 = 512
    static let keptAfterSnapshot: UInt32 = 1_024
    /// In milliseconds.
    private static let longestHandover = 2_000
    /// How much later than the node of a session its leader ends it, in milliseconds.
    private static let longestRelease = 10_000
    /// Time to connect to another node, in milliseconds.
    private static let longestDial = 3_000
    /// Of a node that is the only one of its cluster, in milliseconds.
    private static let longestElection = 10_000
    /// The address of a socket that is replaced.
    private static let placeholder = "127.86.66.1"

    private let options: Options
    private let identity: NodeFolder.Identity
    private let figures = NodeFigures()
    private var watch: NodeWatch
    private var functions: cdqlite
    private var node: OpaquePointer?
    private var reported: UInt64?

    package var cluster: String { identity.cluster }
    package var id: UInt64 { identity.id }

    /// Starts the node and joins the cluster.
    ///
    /// - Throws: ``ClusterError`` if the address, the folder or the cluster is wrong, or if the
    ///   node cannot be started or admitted.
    package init(_ options: Options) throws(ClusterError) {
      self.options = options
      try NodeAddress.check(options.address)
      if let metrics = options.metrics { _ = try NodeAddress.local(metrics) }
      functions = try Self.library()
      try options.folder.make()
      try options.folder.checkRoom()
      let admission = JoinProcedure(
        options.folder, address: options.address, join: options.join, begins: options.begins,
        isEnded: options.isEnded, log: options.log)
      identity = try admission.identity()
      watch = NodeWatch(identity, options.folder, figures, options.log)
      try NodeAddress.checkIsFree(identity.address)
      let cluster = identity.cluster
      let more = options.functions
      NodeConnections.prepareAll(by: functions.auto_extension, election: options.latency * 15) {
        more() + NodeFunctions.all(of: cluster)
      }
      try options.folder.write(identity)
      try start()
      do throws(ClusterError) {
        options.log(.info, "node \(identity.address) of the cluster \(cluster) is started")
        report()
        if try admission.admit(identity) { options.log(.info, "the node has joined its cluster") }
        try noteMembers()
        warnOfDifferences()
        watch.look()
        if let metrics = options.metrics {
          _ = try MetricsPage(at: metrics, identity, options.folder, figures)
        }
        _ = try ListenSocket(
          options.folder.door, LeaderFinder(own: identity.address, folder: options.folder),
          longestSilence: options.longestSilence, figures, options.log)
      } catch {
        stop()
        throw error
      }
    }

    private static func library() throws(ClusterError) -> cdqlite {
      var functions = cdqlite()
      if let words = cdqlite_load(&functions) {
        throw ClusterError(
          .refused(
            "dqlite cannot be loaded (Debian package libdqlite0): \(String(cString: words))"))
      }
      // A disconnected peer would otherwise end this process.
      signal(SIGPIPE, SIG_IGN)
      raiseLimitOfFiles()
      return functions
    }

    /// A node without free file descriptors could still lead, but could not answer any session.
    private static func raiseLimitOfFiles() {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
      limit.rlim_cur = limit.rlim_max
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private func start() throws(ClusterError) {
      try check(functions.node_create(identity.id, identity.address, options.folder.data, &node))
      Self.reportNewest(of: node, by: functions)
      try check(functions.node_set_connect_func(node, Self.connect, nil))
      try bind()
      try check(functions.node_set_network_latency_ms(node, UInt32(options.latency)))
      try check(
        functions.node_set_snapshot_params(node, Self.snapshotAfter, Self.keptAfterSnapshot))
      try check(
        functions.node_start(node),
        hint: "; if its data is damaged, remove the node, and let it join with an empty folder")
    }

    private static let connect:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int32>?
      ) -> Int32 = { _, address, handle in
        guard let address, let handle,
          let place = SocketAddress(network: String(cString: address)),
          let socket = try? Socket(to: place, patience: longestDial)
        else { return DQLITE_ERROR }
        handle.pointee = fcntl(socket.handle, F_DUPFD_CLOEXEC, 0)
        return handle.pointee < 0 ? DQLITE_ERROR : 0
      }

    private func bind() throws(ClusterError) {
      guard case .network(let host, let port) = SocketAddress(network: identity.address) else {
        return
      }
      let code = functions.node_set_bind_address(node, identity.address)
      do {
        if code != 0, host.contains(":") {
          // dqlite 1.11 can use any socket, but parses only IPv4 addresses.
          try check(functions.node_set_bind_address(node, "\(Self.placeholder):\(port)"))
          try Socket.move(from: Self.placeholder, to: host, port)
        } else {
          try check(code)
        }
        try Socket.prepareConnections(of: host, port)
      } catch let error as ClusterError {
        throw error
      } catch {
        throw ClusterError(.address("a node cannot listen on \(identity.address)"))
      }
    }

    private static func reportNewest(of node: OpaquePointer?, by functions: cdqlite) {
      typealias Report = @convention(c) @Sendable (OpaquePointer?, UInt64) -> Int32
      let report = unsafeBitCast(functions.node_set_failure_domain, to: Report.self)
      let place = UInt(bitPattern: node)
      NodeConnections.reportNewest { _ = report(OpaquePointer(bitPattern: place), $0) }
    }

    private var ownReport: NodeReport.Options {
      NodeReport.Options(
        latency: options.latency, version: options.version, room: options.folder.room ?? 0)
    }

    /// The nodes work together, but not as their operator wants.
    private func warnOfDifferences() {
      for other in options.folder.members where other.id != identity.id {
        guard let report = NodeReport(at: other.address) else { continue }
        if report.latency != options.latency {
          options.log(
            .warning,
            "this node has --latency \(options.latency), but the node at \(other.address) has "
              + "\(report.latency); use the same value on all nodes")
        }
        if report.version != options.version {
          options.log(
            .warning,
            "this node has version \(options.version) of the program, but the node at "
              + "\(other.address) has \(report.version)")
        }
      }
    }

    private func check(_ code: Int32, hint: String = "") throws(ClusterError) {
      guard code != 0 else { return }
      let words = node.flatMap { functions.node_errmsg($0) }.map { String(cString: $0) } ?? ""
      throw ClusterError(
        .refused(
          "the node at \(identity.address) cannot be started: "
            + (words.isEmpty ? "dqlite error \(code)" : words) + hint))
    }

    /// To be called often: dqlite crashes soon after it has used the files that it has preallocated.
    ///
    /// - Throws: ``ClusterError`` if the node must end.
    package func checkRoom() throws(ClusterError) { try options.folder.checkRoom() }

    /// Checks the node and its cluster, and logs changes; to be called about once a second.
    ///
    /// - Throws: ``ClusterError`` if the node must end.
    package func look() throws(ClusterError) {
      report()
      try? noteMembers()
      try checkIsMember()
      watch.look()
      endStoppedWriters()
    }

    /// Releases the database lock if the node through which a session holds it does not do so,
    /// because it is stopped. Idle sessions that are disconnected too reconnect.
    private func endStoppedWriters() {
      // A statement can run for 12 times the latency, and its text may arrive slowly.
      let longest = max(options.longestSilence, 12 * options.latency) + Self.longestRelease
      guard
        NodeConnections.isLocked(for: longest, alone: ListenSocket.longestAlone + longest),
        case .network(let host, let port) = SocketAddress(network: identity.address)
      else { return }
      options.log(
        .warning, "a transaction is rolled back, because the node of its session is silent")
      Socket.endSilentConnections(of: host, port, after: longest)
    }

    /// Tells dqlite what this node reports to others, if that has changed.
    private func report() {
      let report = ownReport.word
      guard report != reported, let place = SocketAddress(network: identity.address),
        let wire = try? Wire(to: place, patience: 1_000),
        case .empty = try? wire.ask(.weigh(report))
      else { return }
      reported = report
    }

    private func noteMembers() throws(ClusterError) {
      // A node that has just joined may not have received the list of nodes yet.
      guard let members = Membership.members(asKnownAt: identity.address),
        members.contains(where: { $0.id == identity.id })
      else { return }
      try options.folder.write(members)
    }

    /// Throws if the other nodes have removed this node, which would otherwise never find out.
    private func checkIsMember() throws(ClusterError) {
      guard LeaderFinder.leader(as: identity.address) == nil else { return }
      for other in options.folder.members.map(\.address) where other != identity.address {
        guard let leader = LeaderFinder.leader(as: other),
          let members = Membership.members(asKnownAt: leader), !members.isEmpty
        else { continue }
        guard members.contains(where: { $0.id == identity.id }) else {
          throw ClusterError(.removed(options.folder))
        }
        return
      }
    }

    /// If this node leads, lets another node lead, so that sessions need not wait for an election.
    package func handOver() {
      guard let place = SocketAddress(network: identity.address),
        let wire = try? Wire(to: place, patience: Self.longestHandover),
        case .leader(let leader) = try? wire.ask(.leader), leader?.id == identity.id,
        case .members(let members) = try? wire.ask(.members)
      else { return }
      let next = members.first {
        $0.id != identity.id && $0.role == .voter
          && Membership.members(asKnownAt: $0.address) != nil
      }
      if let next {
        options.log(.info, "the node \(next.address) takes over")
        _ = try? wire.ask(.transfer(to: next.id))
      }
    }

    package func stop() {
      guard let node else { return }
      _ = functions.node_stop(node)
      functions.node_destroy(node)
      self.node = nil
      options.log(.info, "the node is stopped")
    }

    /// Makes a stopped node the only node of its cluster, if a majority is lost for good.
    ///
    /// The cluster gets a new identifier, so that the other nodes are recognized as outdated. They
    /// can join again with empty folders.
    ///
    /// - Parameters:
    ///   - isTrial: Whether to report the transactions only.
    ///   - report: Receives the newest transaction of the node, before anything is changed.
    /// - Throws: ``ClusterError`` if another node still answers.
    package static func recover(
      _ folder: NodeFolder, isTrial: Bool, functions more: @escaping @Sendable () -> [SQLFunction],
      report: (_ address: String, NodeReport.Transaction?) -> Void
    ) throws(ClusterError) {
      guard let identity = try folder.identity(), folder.hasData else {
        throw ClusterError(.folder("\(folder.path) is not the folder of a node"))
      }
      let functions = try library()
      try folder.make()
      NodeConnections.prepareAll(by: functions.auto_extension, election: longestElection) {
        more() + NodeFunctions.all(of: identity.cluster)
      }
      report(identity.address, try newest(in: folder, of: identity, by: functions))
      if isTrial { return }
      let others = folder.members.map(\.address).filter { $0 != identity.address }
      if let other = others.first(where: LeaderFinder.answers) {
        throw ClusterError(
          .refused(
            "the node at \(other) still answers; stop all other nodes, or let \(identity.address) "
              + "join them with an empty folder"))
      }
      // Written first, so that a recovery that is interrupted can be repeated.
      try folder.write(former: folder.former + others)
      var recovered = identity
      recovered.cluster = JoinProcedure.newCluster()
      try folder.write(recovered)
      functions.node_destroy(try alone(identity.id, at: identity.address, folder.data, functions))
      try folder.write([Member(id: identity.id, address: identity.address, role: .voter)])
    }

    /// Returns a node, not yet started, that is the only one of its cluster.
    private static func alone(
      _ id: UInt64, at address: String, _ data: String, _ functions: cdqlite
    ) throws(ClusterError) -> OpaquePointer? {
      var node: OpaquePointer?
      var code = functions.node_create(id, address, data, &node)
      if code == 0 {
        code = address.withCString { address in
          var info = dqlite_node_info(id: id, address: address)
          return functions.node_recover(node, &info, 1)
        }
      }
      guard code == 0 else {
        let words = node.flatMap { functions.node_errmsg($0) }.map { String(cString: $0) }
        functions.node_destroy(node)
        throw ClusterError(.refused("\(data) cannot be recovered: \(words ?? "\(code)")"))
      }
      return node
    }

    /// Recovers a copy of the data, which finds damage before the data is changed.
    private static func newest(
      in folder: NodeFolder, of identity: NodeFolder.Identity, by functions: cdqlite
    ) throws(ClusterError) -> NodeReport.Transaction? {
      let copy = try folder.copyOfData()
      defer { folder.removeCopyOfData() }
      let address = NodeAddress.freeOnLoopback()
      let node = try alone(identity.id, at: address, copy, functions)
      defer { functions.node_destroy(node) }
      reportNewest(of: node, by: functions)
      guard functions.node_set_bind_address(node, address) == 0, functions.node_start(node) == 0
      else {
        let words = functions.node_errmsg(node).map { String(cString: $0) } ?? "dqlite error"
        throw ClusterError(.refused("\(folder.path) cannot be recovered: \(words)"))
      }
      defer { _ = functions.node_stop(node) }
      let start = Pause.clock
      while LeaderFinder.leader(as: address) == nil, Pause.clock - start < longestElection {
        Pause.milliseconds(20)
      }
      guard let place = SocketAddress(network: address),
        let wire = try? Wire(to: place, patience: longestElection),
        case .empty = try? wire.ask(
          .weigh(NodeReport.Options(latency: 0, version: "", room: 0).word)),
        let report = try? NodeReport(wire)
      else { throw ClusterError(.refused("the copy of \(folder.data) does not answer")) }
      return report.newest
    }
  }
#endif

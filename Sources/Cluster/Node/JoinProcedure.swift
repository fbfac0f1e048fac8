internal import Values

struct JoinProcedure {
  private let folder: NodeFolder
  private let address: String
  private let join: String?
  private let begins: Bool
  private let isEnded: () -> Bool
  private let log: NodeLog
  private static let votersAtFirst = 3
  /// In milliseconds.
  private static let patience = 60_000
  private static let firstNumber: UInt64 = 1

  init(
    _ folder: NodeFolder, address: String, join: String?, begins: Bool,
    isEnded: @escaping () -> Bool, log: @escaping NodeLog
  ) {
    (self.folder, self.address, self.join) = (folder, address, join)
    (self.begins, self.isEnded, self.log) = (begins, isEnded, log)
  }

  static func newCluster() -> String { String(UInt64.random(in: 1...UInt64.max), radix: 16) }

  func identity() throws(ClusterError) -> NodeFolder.Identity {
    // If there is no data and the node is not a member, an earlier start has failed.
    if let known = try folder.identity(), folder.hasData || isMember(known) {
      try check(known)
      return known
    }
    guard !folder.hasData else {
      throw ClusterError(
        .folder("\(folder.path) has data of an unknown node; expected an empty folder")
      )
    }
    guard let join else {
      guard begins else {
        throw ClusterError(
          .folder(
            "\(folder.path) has no data of a node; use --begin to create a cluster, or --join "
              + "HOST:PORT to join one; if this node had data, check that its disk is mounted"))
      }
      return NodeFolder.Identity(cluster: Self.newCluster(), id: Self.firstNumber, address: address)
    }
    let (cluster, members) = try clusterAfterElection(at: join)
    guard !members.contains(where: { $0.address == address }) else {
      throw ClusterError(
        .refused(
          "the cluster at \(join) already has a node \(address); remove it first if its data is lost"
        ))
    }
    return NodeFolder.Identity(
      cluster: cluster, id: UInt64.random(in: 2...UInt64(Int64.max)), address: address)
  }

  private func isMember(_ known: NodeFolder.Identity) -> Bool {
    folder.members.contains { $0.id == known.id } || known.id == Self.firstNumber && folder.hasData
  }

  private func check(_ known: NodeFolder.Identity) throws(ClusterError) {
    guard known.address == address else {
      throw ClusterError(
        .folder(
          "\(folder.path) belongs to the node \(known.address); start the node with this address"))
    }
    // A node that has forgotten its votes could elect a second leader.
    guard folder.hasData else {
      throw ClusterError(
        .folder(
          "the data of the node is missing from \(folder.data); check that its disk is mounted; if "
            + "the data is lost, remove the node, and let it join with an empty folder"))
    }
    guard !begins else {
      throw ClusterError(
        .folder("\(folder.path) already belongs to a cluster; start the node without --begin"))
    }
    if isMember(known) { return try checkCluster(of: known) }
    guard let join else {
      throw ClusterError(
        .folder("the node in \(folder.path) has not joined its cluster yet; use --join HOST:PORT"))
    }
    try checkIsSame(known, clusterAfterElection(at: join).cluster, at: join)
  }

  private func checkIsSame(
    _ known: NodeFolder.Identity, _ cluster: String, at other: String
  ) throws(ClusterError) {
    guard cluster == known.cluster else {
      throw ClusterError(
        .folder(
          "\(folder.path) belongs to a different cluster than the node at \(other); start "
            + "this node with an empty folder"))
    }
  }

  /// Throws if a node from before a recovery answers, or if the first node that answers belongs to
  /// another cluster or no longer knows this node.
  private func checkCluster(of known: NodeFolder.Identity) throws(ClusterError) {
    // A node from before the recovery still considers this one a member, and would replicate its
    // old data.
    if let other = folder.former.first(where: { Membership.members(asKnownAt: $0) != nil }) {
      throw ClusterError(
        .refused(
          "the node at \(other) has data from before the cluster was recovered; stop it, and start "
            + "it with an empty folder"))
    }
    for other in folder.members.map(\.address) where other != address {
      let found: (cluster: String, members: [Member])
      do {
        found = try Self.cluster(at: other)
      } catch {
        continue
      }
      try checkIsSame(known, found.cluster, at: other)
      guard found.members.contains(where: { $0.id == known.id }) else {
        throw ClusterError(.removed(folder))
      }
      return
    }
  }

  /// Waits for a leader, if a node answers at the address.
  private func clusterAfterElection(
    at address: String
  ) throws(ClusterError) -> (cluster: String, members: [Member]) {
    let start = Pause.clock
    var hasSaid = false
    while true {
      do {
        return try Self.cluster(at: address)
      } catch {
        guard case .unreachable = error.kind, LeaderFinder.answers(at: address), !isEnded() else {
          throw error
        }
        guard Pause.clock - start < Self.patience else {
          throw ClusterError(
            .unreachable(
              "the cluster at \(address) has had no leader for \(Self.patience / 1000) s; start "
                + "more of its nodes"))
        }
      }
      if !hasSaid {
        log(
          .info,
          "the cluster at \(address) has no leader yet; waiting for up to "
            + "\(Self.patience / 1000) s")
        hasSaid = true
      }
      Pause.milliseconds(200)
    }
  }

  private static func cluster(
    at address: String
  ) throws(ClusterError) -> (cluster: String, members: [Member]) {
    guard SocketAddress(network: address) != nil else {
      throw ClusterError(
        .address("\(address) is not an address; expected one such as 10.0.0.1:9601"))
    }
    guard let leader = LeaderFinder.leader(as: address), let place = SocketAddress(network: leader),
      let wire = try? Wire(to: place, patience: 5_000)
    else { throw ClusterError(.unreachable("no cluster answers at \(address)")) }
    wire.add(.client(0))
    wire.add(.open(ClusterPlace.ordinaryDatabase))
    wire.add(.query("SELECT \(NodeFunctions.version)(), \(NodeFunctions.cluster)()"))
    wire.add(.members)
    guard let answers = try? wire.answers(), answers.count == 4 else {
      throw ClusterError(.unreachable("no cluster answers at \(address)"))
    }
    if case .failure(_, let message) = answers[2], message.contains("no such function") {
      throw ClusterError(
        .refused("the server at \(address) is not a workbench node, or is too old"))
    }
    guard case .rows(let rows) = answers[2], let cluster = rows.first?.last?.text,
      let version = rows.first?.first?.integer, case .members(let members) = answers[3]
    else { throw ClusterError(.unreachable("the cluster at \(address) has no leader")) }
    guard version == NodeFunctions.presentVersion else {
      throw ClusterError(
        .refused(
          "the nodes of the cluster at \(address) have version \(version); this program needs "
            + "version \(NodeFunctions.presentVersion)"))
    }
    return (cluster, members)
  }

  /// Joins the cluster, and returns true, if the node is no member yet.
  func admit(_ identity: NodeFolder.Identity) throws(ClusterError) -> Bool {
    guard let join, !isMember(identity) else { return false }
    let start = Pause.clock
    var last = "no leader answers"
    while Pause.clock - start < Self.patience, !isEnded() {
      do {
        if try admitOnce(identity, through: join) { return true }
      } catch {
        last = error.message
      }
      Pause.milliseconds(100)
    }
    throw ClusterError(
      .refused("the cluster at \(join) does not accept \(identity.address): \(last)"))
  }

  private func admitOnce(
    _ identity: NodeFolder.Identity, through address: String
  ) throws(ClusterError) -> Bool {
    guard let leader = LeaderFinder.leader(as: address), let place = SocketAddress(network: leader),
      let wire = try? Wire(to: place, patience: Self.patience)
    else { return false }
    wire.isInterrupted = isEnded
    let membership = Membership(wire)
    let members = try membership.members()
    let known = members.first { $0.id == identity.id }
    if known == nil { try membership.add(identity.id, at: identity.address) }
    if known?.role != .voter { try assignRole(to: identity, known, among: members, by: membership) }
    try folder.write(membership.members())
    return true
  }

  private func assignRole(
    to identity: NodeFolder.Identity, _ known: Member?, among members: [Member],
    by membership: Membership
  ) throws(ClusterError) {
    if members.count(where: { $0.role == .voter }) < Self.votersAtFirst {
      try membership.assign(.voter, to: identity.id)
    } else if known?.role != .standby {
      try membership.assign(.standby, to: identity.id)
    }
  }
}

internal import Values

struct JoinProcedure {
  private let folder: NodeFolder
  private let address: String
  private let join: String?
  private let isEnded: () -> Bool
  private static let votersAtFirst = 3
  /// In milliseconds.
  private static let patience = 60_000
  private static let firstNumber: UInt64 = 1

  init(_ folder: NodeFolder, address: String, join: String?, isEnded: @escaping () -> Bool) {
    (self.folder, self.address, self.join, self.isEnded) = (folder, address, join, isEnded)
  }

  static func newCluster() -> String { String(UInt64.random(in: 1...UInt64.max), radix: 16) }

  func identity() throws(ClusterError) -> NodeFolder.Identity {
    let known = try folder.identity()
    if let known {
      guard known.address == address else {
        throw ClusterError(
          .folder(
            "\(folder.path) belongs to the node \(known.address); start the node with this address")
        )
      }
      try checkCluster(of: known)
      return known
    }
    guard !folder.hasData else {
      throw ClusterError(
        .folder("\(folder.path) has data of an unknown node; expected an empty folder")
      )
    }
    guard let join else {
      return NodeFolder.Identity(cluster: Self.newCluster(), id: Self.firstNumber, address: address)
    }
    let (cluster, members) = try Self.cluster(at: join)
    guard !members.contains(where: { $0.address == address }) else {
      throw ClusterError(
        .refused(
          "the cluster at \(join) already has a node \(address); remove it first if its data is lost"
        ))
    }
    return NodeFolder.Identity(
      cluster: cluster, id: UInt64.random(in: 2...UInt64(Int64.max)), address: address)
  }

  /// Throws if the reachable nodes belong to another cluster or no longer know the node.
  private func checkCluster(of known: NodeFolder.Identity) throws(ClusterError) {
    // A node from before the recovery still considers this one a member, and would replicate its
    // old data.
    if let other = folder.former.first(where: { Membership.members(asKnownAt: $0) != nil }) {
      throw ClusterError(
        .refused(
          "the node at \(other) has data from before the cluster was recovered; stop it, and start "
            + "it with an empty folder"))
    }
    let others = (join.map { [$0] } ?? []) + folder.members.map(\.address)
    for other in others where other != address {
      let found: (cluster: String, members: [Member])
      do {
        found = try Self.cluster(at: other)
      } catch {
        continue
      }
      guard found.cluster == known.cluster else {
        throw ClusterError(
          .folder(
            "\(folder.path) belongs to a different cluster than the node at \(other); start the "
              + "node with an empty folder"))
      }
      guard found.members.contains(where: { $0.id == known.id }) else {
        throw ClusterError(
          .folder(
            "the node in \(folder.path) was removed from its cluster; start it with an empty folder"
          ))
      }
      return
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
    guard let answers = try? wire.answers(), case .rows(let rows) = answers[2],
      let cluster = rows.first?.last?.text, let version = rows.first?.first?.integer,
      case .members(let members) = answers[3]
    else {
      throw ClusterError(
        .unreachable("the server at \(address) is not a workbench node, or is too old"))
    }
    guard version == NodeFunctions.presentVersion else {
      throw ClusterError(
        .refused(
          "the nodes of the cluster at \(address) have version \(version); this program needs "
            + "version \(NodeFunctions.presentVersion)"))
    }
    return (cluster, members)
  }

  func admit(_ identity: NodeFolder.Identity) throws(ClusterError) {
    guard let join else { return }
    let start = Pause.clock
    var last = "no leader answers"
    while Pause.clock - start < Self.patience, !isEnded() {
      do {
        if try admitOnce(identity, through: join) { return }
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
    if known?.role == .voter { return true }
    if members.count(where: { $0.role == .voter }) < Self.votersAtFirst {
      try membership.assign(.voter, to: identity.id)
    } else if known == nil {
      try membership.assign(.standby, to: identity.id)
    }
    return true
  }
}

internal import Glibc

/// The state of a cluster and all its nodes, as far as they answer.
package struct ClusterStatus: Sendable {
  package struct Node: Sendable {
    package let member: Member
    package fileprivate(set) var answers = false
    package fileprivate(set) var report: NodeReport?
    /// The reason that there is no report.
    package var failure: String? {
      !answers
        ? "does not answer" : report == nil ? "does not report its state (older version)" : nil
    }
  }

  /// How long a node may take to store the transactions that the leader has, in milliseconds.
  private static let longestDelay = 2_000
  /// In bytes.
  private static let littleRoom = 512 << 20

  package let leader: UInt64?
  package private(set) var nodes: [Node] = []
  /// In milliseconds since 1970.
  package let lastBackup: Int?
  /// The reason that the cluster does not work.
  package private(set) var failure: String?
  package private(set) var problems: [String] = []

  /// The leader's newest transaction; without a leader, the newest that any node has.
  package var newest: NodeReport.Transaction? {
    (nodes.first { $0.member.id == leader }?.report ?? nil)?.newest
      ?? nodes.compactMap(\.report?.newest).max()
  }

  package init(through place: ClusterPlace) throws(ClusterError) {
    let membership = try Membership(through: place, needsLeader: false)
    guard let door = membership.door else { preconditionFailure("there is a socket") }
    failure = membership.failure?.message
    leader = failure == nil ? try membership.leader() : nil
    lastBackup = failure == nil ? membership.lastBackup() : nil
    nodes = try membership.members().map { Node(member: $0) }
    // The leader comes first, so that the other nodes can only have more.
    for index in nodes.indices where nodes[index].member.id == leader { ask(index, through: door) }
    for index in nodes.indices where nodes[index].member.id != leader { ask(index, through: door) }
    let start = Pause.clock
    while leader != nil, nodes.contains(where: lags), Pause.clock - start < Self.longestDelay {
      Pause.milliseconds(50)
      for index in nodes.indices where lags(nodes[index]) { ask(index, through: door) }
    }
    // A leader notices only after an election timeout that it has lost the majority.
    let voters = nodes.filter { $0.member.role == .voter }
    failure =
      failure
      ?? LeaderFinder.lackOfMajority(
        of: voters.map(\.member), voters.filter { !$0.answers }.map(\.member))
    problems = allProblems()
  }

  private mutating func ask(_ index: Int, through door: String) {
    let wire = try? Membership.wire(door, node: nodes[index].member.id)
    nodes[index].answers = wire != nil
    wire?.patience = 3_000
    // An older node at the socket refuses to pass the request on.
    nodes[index].report = wire.flatMap { try? NodeReport($0) }
  }

  package func transactionsMissing(on node: Node) -> Int {
    guard let report = node.report, node.member.role != .spare else { return 0 }
    return (newest?.number ?? 0) - (report.newest?.number ?? 0)
  }

  private func lags(_ node: Node) -> Bool { transactionsMissing(on: node) > 0 }

  private func allProblems() -> [String] {
    var problems: [String] = []
    for node in nodes {
      let address = node.member.address
      if let failure = node.failure { problems.append("\(address) \(failure)") }
      let missing = transactionsMissing(on: node)
      if missing > 0 {
        problems.append(
          "\(address) lacks the last \(missing == 1 ? "transaction" : "\(missing) transactions")")
      }
      if let room = node.report?.room, room < Self.littleRoom {
        problems.append("\(address) has less than \(Self.littleRoom >> 20) MB of free disk space")
      }
    }
    let voters = nodes.count { $0.member.role == .voter }
    if voters.isMultiple(of: 2) { problems.append(Membership.evenVotes(voters)) }
    problems += differences("values of --latency") { String($0.latency) }
    return problems + differences("versions of the program", \.version)
  }

  private func differences(_ name: String, _ value: (NodeReport) -> String) -> [String] {
    let values = nodes.compactMap { node in node.report.map { (node.member.address, value($0)) } }
    guard Set(values.map(\.1)).count > 1 else { return [] }
    let list = values.map { "\($0) has \($1)" }.joined(separator: ", ")
    return ["the nodes have different \(name): \(list)"]
  }
}

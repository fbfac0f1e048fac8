struct LeaderFinder: Sendable {
  /// In milliseconds.
  private static let longestElection = 30_000
  /// Time without a leader before a check for a majority, in milliseconds.
  private static let shortestDoubt = 400
  /// Maximum wait for a node's answer, in milliseconds.
  private static let patience = 300

  /// The address of this node, which reports the leader.
  let own: String
  let folder: NodeFolder

  /// Connects to the leader if `number` is 0, otherwise to the node with that identifier.
  func connect(toNode number: UInt64) throws(ConnectionRefusal) -> (Socket, address: String) {
    if number != 0 { return try connect(toMember: number) }
    let start = Pause.clock
    while true {
      if let leader = leader(), let socket = Self.socket(leader) {
        return (socket, leader)
      }
      let waited = Pause.clock - start
      if waited > Self.shortestDoubt { try checkMajority() }
      guard waited < Self.longestElection else {
        throw ConnectionRefusal(
          code: ListenSocket.noMajority, message: "the nodes have not agreed on a leader")
      }
      Pause.milliseconds(20)
    }
  }

  /// A standby does not know the leader, but other nodes do.
  func leader() -> String? {
    Self.leader(as: own) ?? leaderAsKnownToOthers()
  }

  private func leaderAsKnownToOthers() -> String? {
    for other in folder.members.map(\.address) where other != own {
      if let leader = Self.leader(as: other) { return leader }
    }
    return nil
  }

  private func connect(toMember number: UInt64) throws(ConnectionRefusal) -> (
    Socket, address: String
  ) {
    // The list in the folder may be older than the node's list.
    let members = folder.members + (Membership.members(asKnownAt: own) ?? [])
    guard let member = members.first(where: { $0.id == number }) else {
      throw ConnectionRefusal(code: 1, message: "there is no node \(number)")
    }
    guard let socket = Self.socket(member.address) else {
      throw ConnectionRefusal(code: 1, message: "the node at \(member.address) does not answer")
    }
    return (socket, member.address)
  }

  /// Whether the nodes no longer report this address as the leader; false if the local node does
  /// not answer.
  func hasLost(_ address: String) -> Bool {
    guard case .leader(let leader) = Self.answer(of: own) else { return false }
    return (leader?.address ?? leaderAsKnownToOthers()) != address
  }

  private func checkMajority() throws(ConnectionRefusal) {
    let voters = folder.members.filter { $0.role == .voter }
    let present = voters.filter { Self.answer(of: $0.address) != nil }
    guard !voters.isEmpty, present.count * 2 <= voters.count else { return }
    let silent = voters.filter { !present.contains($0) }.map(\.address).joined(separator: ", ")
    throw ConnectionRefusal(
      code: ListenSocket.noMajority,
      message: "no majority: \(present.count) of \(voters.count) nodes "
        + "\(present.count == 1 ? "answers" : "answer") (\(silent) "
        + "\(silent.contains(",") ? "do" : "does") not answer); no data is lost")
  }

  private static func socket(_ address: String) -> Socket? {
    SocketAddress(network: address).flatMap { try? Socket(to: $0, patience: patience) }
  }

  static func leader(as address: String) -> String? {
    if case .leader(let leader) = answer(of: address) { leader?.address } else { nil }
  }

  static func answers(_ address: String) -> Bool { answer(of: address) != nil }

  private static func answer(of address: String) -> WireAnswer? {
    guard let place = SocketAddress(network: address),
      let wire = try? Wire(to: place, patience: patience)
    else { return nil }
    return try? wire.ask(.leader)
  }
}

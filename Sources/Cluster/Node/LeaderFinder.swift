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

  /// Stands for the identifier of the node itself.
  static let ownNode = UInt64(Int64.max)

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
    guard let address = number == Self.ownNode ? own : address(ofMember: number) else {
      throw ConnectionRefusal(code: 1, message: "there is no node \(number)")
    }
    guard let socket = Self.socket(address) else {
      throw ConnectionRefusal(code: 1, message: "the node at \(address) does not answer")
    }
    return (socket, address)
  }

  private func address(ofMember number: UInt64) -> String? {
    func address(in members: [Member]?) -> String? {
      members?.first { $0.id == number }?.address
    }
    // Each list may be newer than the one before; the leader's is the first with a node that has just
    // joined.
    return address(in: folder.members) ?? address(in: Membership.members(asKnownAt: own))
      ?? Self.leader(as: own).flatMap { address(in: Membership.members(asKnownAt: $0)) }
  }

  /// Whether the nodes no longer report this address as the leader; false if the local node does
  /// not answer.
  func hasLost(_ address: String) -> Bool {
    guard case .leader(let leader) = Self.answer(of: own) else { return false }
    return (leader?.address ?? leaderAsKnownToOthers()) != address
  }

  private func checkMajority() throws(ConnectionRefusal) {
    let voters = folder.members.filter { $0.role == .voter }
    let silent = voters.filter { Self.answer(of: $0.address) == nil }
    guard let message = Self.lackOfMajority(of: voters, silent) else { return }
    throw ConnectionRefusal(code: ListenSocket.noMajority, message: message)
  }

  static func lackOfMajority(of voters: [Member], _ silent: [Member]) -> String? {
    let present = voters.count - silent.count
    guard !voters.isEmpty, present * 2 <= voters.count else { return nil }
    return "no majority: \(present) of \(voters.count) nodes "
      + "\(present == 1 ? "answers" : "answer") "
      + "(\(silent.map(\.address).joined(separator: ", ")) "
      + "\(silent.count == 1 ? "does" : "do") not answer); no data is lost"
  }

  private static func socket(_ address: String) -> Socket? {
    SocketAddress(network: address).flatMap { try? Socket(to: $0, patience: patience) }
  }

  static func answers(at address: String) -> Bool { answer(of: address) != nil }

  static func leader(as address: String) -> String? {
    if case .leader(let leader) = answer(of: address) { leader?.address } else { nil }
  }

  private static func answer(of address: String) -> WireAnswer? {
    guard let place = SocketAddress(network: address),
      let wire = try? Wire(to: place, patience: patience)
    else { return nil }
    return try? wire.ask(.leader)
  }
}

internal import SQLEngine
internal import Values

package final class Membership {
  private let wire: Wire
  let door: String?
  /// The reason that no leader answers; ``members()`` is the list of the node at the socket then.
  package let failure: ClusterError?

  init(_ wire: Wire) { (self.wire, door, failure) = (wire, nil, nil) }

  /// - Parameters:
  ///   - needsLeader: Whether the node at a socket must not answer instead of the leader.
  ///   - changes: Whether requests change the nodes.
  package init(
    through place: ClusterPlace, needsLeader: Bool = true, changes: Bool = false
  ) throws(ClusterError) {
    var last: ClusterError?
    let leader = changes ? WireRequest.changesNodes : 0
    for node in needsLeader ? [leader] : [leader, LeaderFinder.ownNode] {
      for door in place.doors {
        do {
          wire = try Self.wire(door, node: node)
          (self.door, failure) = (door, node == leader ? nil : last)
          return
        } catch {
          if node == leader { last = error }
        }
      }
    }
    throw last ?? ClusterError(.unreachable("\(place.name) has no socket"))
  }

  static func wire(_ door: String, node: UInt64) throws(ClusterError) -> Wire {
    let wire: Wire
    do {
      wire = try Wire(to: .path(door), patience: 10_000)
    } catch {
      if case .unreachable(let words) = error {
        throw ClusterError(.unreachable("no node listens on \(door): \(words)"))
      }
      throw ClusterError(.unreachable("no node listens on \(door)"))
    }
    wire.isPeerAlive = { Wire.isServed(door) }
    if case .failure(_, let message) = try answer(wire, .client(node)) {
      throw ClusterError(.unreachable(message))
    }
    wire.patience = 60_000
    return wire
  }

  package static func evenVotes(_ voters: Int) -> String {
    "\(voters) nodes have a vote, but no more of them may fail than with \(voters - 1); use an odd "
      + "number"
  }

  private static func answer(_ wire: Wire, _ request: WireRequest) throws(ClusterError)
    -> WireAnswer
  {
    do {
      return try wire.ask(request)
    } catch {
      throw ClusterError(
        .unreachable(
          error == .late ? "the node does not answer" : "the connection to the node was lost"))
    }
  }

  func done(_ request: WireRequest) throws(ClusterError) {
    if case .failure(_, let message) = try Self.answer(wire, request) {
      throw ClusterError(.refused(message))
    }
  }

  package func members() throws(ClusterError) -> [Member] {
    switch try Self.answer(wire, .members) {
    case .members(let members): return members.sorted { $0.address < $1.address }
    case .failure(_, let message): throw ClusterError(.refused(message))
    default: throw ClusterError(.refused("the leader did not list the nodes"))
    }
  }

  package func leader() throws(ClusterError) -> UInt64? {
    if case .leader(let leader) = try Self.answer(wire, .leader) { leader?.id } else { nil }
  }

  /// How long to wait for a writer, in milliseconds.
  private static let patience = 60_000

  /// Runs statements on the leader, each as a transaction.
  func execute(_ sql: String) throws(ClusterError) {
    let start = Pause.clock
    var hasWaited = false
    defer { if hasWaited { _ = try? Self.answer(wire, WriteWait.leaving) } }
    while case .failure(let code, let message) = try Self.answer(wire, .execute(sql)) {
      guard EngineError(sqlite: code, message).kind == .busy else {
        throw ClusterError(.refused(message))
      }
      guard Pause.clock - start < Self.patience else {
        throw ClusterError(
          .refused("another program has been writing for more than \(Self.patience / 1000) s"))
      }
      // A waiting writer ends an idle transaction.
      _ = try Self.answer(wire, WriteWait.turn(of: ""))
      hasWaited = true
      Pause.milliseconds(20)
    }
  }

  func integer(_ question: String) throws(ClusterError) -> Int {
    guard case .rows(let rows) = try Self.answer(wire, .query(question)),
      let number = rows.first?.first?.integer
    else { throw ClusterError(.refused("the leader does not answer \(question)")) }
    return number
  }

  /// The time of the last backup, in milliseconds since 1970, if known.
  func lastBackup() -> Int? {
    wire.add(.open(ClusterPlace.ordinaryDatabase))
    wire.add(.query("SELECT v FROM wb_state WHERE k = '\(DqliteEngine.backup)'"))
    guard case .rows(let rows) = try? wire.answers().last else { return nil }
    return rows.first?.first?.integer
  }

  static func members(asKnownAt address: String) -> [Member]? {
    guard let place = SocketAddress(network: address),
      let wire = try? Wire(to: place, patience: 1_000),
      case .members(let members) = try? wire.ask(.members)
    else { return nil }
    return members
  }

  func add(_ id: UInt64, at address: String) throws(ClusterError) {
    try done(.add(id, at: address))
  }

  func assign(_ role: Member.Role, to id: UInt64) throws(ClusterError) {
    try done(.assign(id, role))
  }

  package func giveVote(to address: String) throws(ClusterError) {
    let member = try member(at: address)
    guard member.role != .voter else {
      throw ClusterError(.refused("\(address) already has a vote"))
    }
    try assign(.voter, to: member.id)
  }

  /// Removes a node; if the node is the leader, only transfers its leadership.
  ///
  /// - Returns: True if leadership was transferred; the connection is then closed, and the call
  ///   must be repeated.
  package func remove(_ address: String) throws(ClusterError) -> Bool {
    let member = try member(at: address)
    let members = try members()
    if try leader() == member.id {
      let others = members.filter { $0.role == .voter && $0.id != member.id }
      guard let first = others.first else {
        throw ClusterError(.refused("\(address) is the only node with a vote; a cluster needs one"))
      }
      let next = others.first(where: answers) ?? first
      try done(.transfer(to: next.id))
      return true
    }
    try done(.remove(member.id))
    return false
  }

  private func answers(_ member: Member) -> Bool {
    guard let door else { return false }
    return (try? Self.wire(door, node: member.id)) != nil
  }

  private func member(at address: String) throws(ClusterError) -> Member {
    let members = try members()
    guard let member = members.first(where: { $0.address == address }) else {
      let known = members.map(\.address).joined(separator: ", ")
      throw ClusterError(.refused("the cluster has no node \(address); it has \(known)"))
    }
    return member
  }
}

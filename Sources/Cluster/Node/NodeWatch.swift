internal import Synchronization

/// Importance of a line of a node's log.
package enum LogLevel: String, CaseIterable, Sendable {
  case error
  case warning
  case info

  /// As in syslog: smaller numbers are more important.
  package var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .info: 6
    }
  }
}

package typealias NodeLog = @Sendable (LogLevel, String) -> Void

/// Looks at a node's cluster repeatedly, and logs changes.
struct NodeWatch {
  /// Number of questions in a row without an answer after which a node is absent.
  private static let mostSilences = 2

  let own: NodeFolder.Identity
  let folder: NodeFolder
  let figures: NodeFigures
  let log: NodeLog
  private var silences: [String: Int] = [:]
  private var hasLooked = false

  init(
    _ own: NodeFolder.Identity, _ folder: NodeFolder, _ figures: NodeFigures,
    _ log: @escaping NodeLog
  ) {
    (self.own, self.folder, self.figures, self.log) = (own, folder, figures, log)
  }

  mutating func look() {
    let members = folder.members
    let address = LeaderFinder(own: own.address, folder: folder).leader()
    let leader = members.first { $0.address == address }?.id
    for other in members.map(\.address) where other != own.address {
      silences[other] = LeaderFinder.answers(at: other) ? 0 : silences[other, default: 0] + 1
    }
    let absent = Set(
      members.map(\.address).filter { silences[$0, default: 0] >= Self.mostSilences })
    let former = figures.view.withLock { view in
      defer { view = NodeFigures.View(leader: leader, members: members, absent: absent) }
      return view
    }
    logLeader(leader, address, before: former.leader)
    for other in absent.subtracting(former.absent).sorted() {
      log(.warning, "the node \(other) does not answer")
    }
    for other in former.absent.subtracting(absent).sorted() {
      log(
        .info,
        "the node \(other) \(members.contains { $0.address == other } ? "answers again" : "was removed")"
      )
    }
    hasLooked = true
  }

  private func logLeader(_ leader: UInt64?, _ address: String?, before former: UInt64?) {
    guard leader != former || !hasLooked else { return }
    if former == own.id { log(.warning, "this node no longer leads") }
    switch (leader, address) {
    case (own.id, _): log(.info, "this node leads")
    case (_, let address?): log(.info, "the node \(address) leads")
    default: log(.warning, "no leader is known")
    }
  }
}

/// Makes the nodes replace their logs by snapshots, so that the logs no longer contain erased data.
///
/// Only a leader answers queries. So a last commit changes the user version of a small database, of
/// which each node sends its copy.
package struct LogCompaction {
  private static let marks = "compaction"
  /// The entries that a node keeps, and the entries until it has replaced both of its snapshots.
  private static let commits = ClusterNode.keptAfterSnapshot + 2 * ClusterNode.snapshotAfter
  private static let commitsOfRequest: UInt32 = 64
  /// How long a node may take to store the commits, in milliseconds.
  private static let patience = 60_000

  private let place: ClusterPlace
  private let mark: Int

  package init(through place: ClusterPlace, isEnded: () -> Bool) throws(ClusterError) {
    self.place = place
    let membership = try Membership(through: place)
    try membership.done(.open(ClusterPlace.ordinaryDatabase))
    let commit = """
      INSERT INTO wb_state VALUES('compaction', 1) ON CONFLICT(k) DO UPDATE SET v = v + 1
      """
    let request = Array(repeating: commit, count: Int(Self.commitsOfRequest))
      .joined(separator: ";\n")
    for _ in 0..<Self.commits / Self.commitsOfRequest where !isEnded() {
      try membership.execute(request)
    }
    let marking = try Membership(through: place)
    try marking.done(.open(Self.marks))
    try marking.execute(WriteWait.begin)
    mark = try marking.integer("PRAGMA user_version") + 1
    try marking.execute("PRAGMA user_version = \(mark);\nCOMMIT")
  }

  /// Waits until a node has stored all commits; returns false if it takes too long.
  package func isStored(by node: UInt64, isEnded: () -> Bool) -> Bool {
    let start = Pause.clock
    while !isEnded() {
      if let stored = mark(on: node), stored >= mark { return true }
      guard Pause.clock - start < Self.patience else { return false }
      Pause.milliseconds(100)
    }
    return false
  }

  private func mark(on node: UInt64) -> Int? {
    for door in place.doors {
      guard let wire = try? Membership.wire(door, node: node),
        case .files(let files) = try? wire.ask(.dump(Self.marks)), let file = files.first
      else { continue }
      return DatabaseImage(file: file.bytes, log: files.dropFirst().first?.bytes ?? []).userVersion
    }
    return nil
  }
}

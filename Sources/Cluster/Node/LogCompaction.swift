/// Makes the nodes replace their logs by snapshots, so that the logs no longer contain erased data.
package enum LogCompaction {
  /// The entries that a node keeps, and the entries until it has replaced both of its snapshots.
  private static let commits = ClusterNode.keptAfterSnapshot + 2 * ClusterNode.snapshotAfter
  private static let commitsOfRequest: UInt32 = 64

  package static func run(
    through place: ClusterPlace, isEnded: () -> Bool
  ) throws(ClusterError) {
    let membership = try Membership(through: place)
    try membership.done(.open(ClusterPlace.ordinaryDatabase))
    let commit = """
      INSERT INTO wb_state VALUES('compaction', 1) ON CONFLICT(k) DO UPDATE SET v = v + 1
      """
    let request = Array(repeating: commit, count: Int(commitsOfRequest)).joined(separator: ";\n")
    for _ in 0..<commits / commitsOfRequest where !isEnded() { try membership.execute(request) }
  }
}

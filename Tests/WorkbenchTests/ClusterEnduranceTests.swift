import Foundation
import TestSupport
import Testing

/// Sessions write while nodes are killed, restarted, or upgraded; nothing acknowledged is lost or done
/// twice.
@Suite(.waitsForNodes) struct ClusterEnduranceTests {
  /// Four sessions add to one value; in the end the value is the acknowledged sum.
  @Test func whatWasAnsweredIsThereHoweverOftenNodesAreKilled() throws {
    let cluster = try TestCluster()
    let most = Seeded.isLong ? Seeded.kills : 19
    var (kills, rounds) = (0, 0)
    while kills < most {
      let adders = try Adders(to: cluster)
      let pause = min(kills + 100, most)
      while kills < pause {
        rounds += 1
        try adders.waitForAnswer()
        usleep(UInt32.random(in: 0...300_000))
        let victims =
          rounds.isMultiple(of: 4) ? Array(cluster.addresses.indices) : [try cluster.leader()]
        for victim in victims { cluster.kill(victim) }
        for victim in victims { try cluster.start(victim) }
        kills += victims.count
      }
      try adders.expectSum(in: cluster, after: "\(kills) kills")
    }
  }

  @Test func nodesAreStartedAnewOneAfterTheOther() throws {
    let cluster = try TestCluster()
    let adders = try Adders(to: cluster)
    for index in cluster.addresses.indices {
      try adders.waitForAnswer()
      cluster.end(index)
      try cluster.start(index)
      try cluster.waitUntilComplete(asSeenBy: index)
    }
    try adders.expectSum(in: cluster)
    try expectEqual(cluster.workbench("cluster", "status", TestCluster.name).status, 0)
  }

  private static let older = ProcessInfo.processInfo.environment["WORKBENCH_OLDER"]

  /// As the guide says, the leader last.
  @Test(.enabled(if: older != nil, "WORKBENCH_OLDER is the path of an older program"))
  func nodesAreUpgradedOneAfterTheOther() throws {
    let older = URL(fileURLWithPath: try #require(Self.older))
    let cluster = try TestCluster(executable: older)
    let adders = try Adders(to: cluster, by: [older, Program.executable])
    let leader = try cluster.leader()
    for index in cluster.addresses.indices.filter({ $0 != leader }) + [leader] {
      try adders.waitForAnswer()
      cluster.end(index)
      try cluster.start(index, with: Program.executable)
      try cluster.waitUntilComplete(asSeenBy: index)
    }
    try adders.expectSum(in: cluster, after: "upgrades")
    let status = try cluster.workbench("cluster", "status", TestCluster.name)
    expectEqual(status.status, 0, "\(status.errors)")
  }

  @Test(.enabled(if: TestDisk.canBeMade, "it needs the rights of root"))
  func nodesWhoseDisksAreFullEndAndGoOnWhenThereIsRoom() throws {
    let cluster = try TestCluster(room: 120)
    let adders = try Adders(to: cluster)
    try adders.waitForAnswer()
    let words = "MiB of disk space left; a node needs 48 MiB"
    let leader = try cluster.leader()
    let full = [leader, (leader + 1) % 3]
    for (count, index) in full.enumerated() {
      cluster.disks[index].fill()
      try cluster.waitForExit(of: index)
      try cluster.waitForLog(of: index, words)
      let refused = try cluster.refusal(of: index)
      expectEqual(refused.status, 1)
      #expect(refused.errors.contains(words), "\(refused.errors)")
      if count == 0 { try adders.waitForAnswer() }
    }
    // A leader lets sessions begin until it notices that it is alone.
    for _ in 0..<600 {
      if try cluster("-c", "get C/1.n").status == 3 { break }
      usleep(100_000)
    }
    for command in ["new C", "get C/1.n"] {
      let run = try cluster("-c", command)
      expectEqual(run.status, 3, "\(run.output)")
      #expect(run.errors.contains("no majority: 1 of 3 nodes answers"), "\(run.errors)")
    }
    for index in full {
      cluster.disks[index].makeRoom()
      try cluster.start(index)
    }
    try adders.expectSum(in: cluster, after: "full disks")
    try cluster.waitUntilComplete(asSeenBy: full[0])
  }

  /// Large transactions go through the log in parts, while snapshots are taken.
  @Test(.enabled(if: Seeded.isLong, "it takes long"))
  func aMillionChangesAreKeptAndTakenBack() throws {
    let cluster = try TestCluster(latency: 100)
    let lines = (1...250_000).map { "\($0),note \($0),\($0 % 7),\($0 % 11)\n" }.joined()
    try cluster.program.write("n,note,a,b\n" + lines, to: "c.csv")
    let define = "define C { n: Integer, note: Text, a: Integer, b: Integer }"
    let imported = try cluster("-c", define, "-c", "import c.csv into C", "-c", "count C")
    #expect(imported.output.hasSuffix("250000\n"), "\(imported.output) \(imported.errors)")
    try expectEqual(cluster("-c", "check").status, 0)
    let undone = try cluster("-c", "undo", "-c", "count C", "-c", "redo", "-c", "count C")
    expectEqual(undone.lines.suffix(1), ["250000"], "\(undone.output) \(undone.errors)")
    #expect(undone.lines.contains("0"))
  }
}

import Foundation
import TestSupport
import Testing

/// What a node lets through, answers and reports.
@Suite(.waits) struct NodeTests {
  private static let define = Adders.define

  // MARK: Connections

  @Test func theSocketOfAStandbyAnswers() throws {
    let cluster = try TestCluster(4)
    let members = try cluster.workbench("cluster", "members", "cluster:" + cluster.door(3))
    expectEqual(members.lines.count { $0.contains("stands by") }, 1, "\(members.errors)")
    let door = "cluster:" + cluster.door(3)
    let run = try cluster.workbench(door, "-c", Self.define, "-c", "new C n=7", "-c", "get C/1.n")
    expectEqual(run.output, "C/1\n7\n", "\(run.errors)")
    cluster.kill(try cluster.leader())
    try expectEqual(cluster.workbench(door, "-c", "set C/1.n 8", "-c", "get C/1.n").output, "8\n")
  }
}

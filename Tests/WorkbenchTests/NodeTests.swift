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

  // MARK: Addresses, log and metrics

  @Test func nodesHaveIPv6Addresses() throws {
    let cluster = try TestCluster(host: "[::1]")
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let members = try cluster.workbench("cluster", "members", TestCluster.name)
    expectEqual(members.lines.count { $0.hasPrefix("[::1]:") && $0.contains("votes") }, 3)
    cluster.kill(try cluster.leader())
    try expectEqual(cluster("-c", "set C/1.n 8", "-c", "get C/1.n").output, "8\n")
    let run = try cluster.workbench("node", "n", "--address", "::1:9601", "--begin")
    #expect(run.errors.contains("10.0.0.1:9601 or [fd00::1]:9601"), "\(run.errors)")
  }
}

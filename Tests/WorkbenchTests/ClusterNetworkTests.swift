import Foundation
import TestSupport
import Testing

/// Nodes with slow networks between them.
@Suite(
  .waits, .serialized,
  .enabled(if: TestNetwork.canBeMade, "it needs the rights of root and TUN devices"))
struct ClusterNetworkTests {
  /// Nodes in separate networks with slow and lossy cables, some of them disconnected.
  @Test(
    .enabled(if: Seeded.isLong && TestNetwork.canBeMade, "it takes long, and the rights of root"))
  func aNetworkThatIsCutLosesNothing() throws {
    let network = try TestNetwork(3, delay: 5, variation: 10, loss: 0.01)
    let cluster = try TestCluster(latency: 100, in: network)
    var cuts = 0
    while cuts < Seeded.cuts {
      let adders = try Adders(to: cluster)
      let pause = min(cuts + 20, Seeded.cuts)
      while cuts < pause {
        try adders.waitForAnswer()
        let victim = cuts.isMultiple(of: 2) ? try cluster.leader() : Int.random(in: 0..<3)
        network.setCable(of: victim, isIn: false)
        usleep(UInt32.random(in: 500_000...6_000_000))
        network.setCable(of: victim, isIn: true)
        usleep(UInt32.random(in: 500_000...3_000_000))
        cuts += 1
      }
      try adders.expectSum(in: cluster, after: "\(cuts) cuts")
    }
  }

  /// The machine of the session's node is cut off, so that no other machine learns of its end.
  @Test(.enabled(if: TestNetwork.canBeMade, "it needs the rights of root"))
  func aMachineThatIsCutOffKeepsNoLock() throws {
    let network = try TestNetwork(3, delay: 1)
    let cluster = try TestCluster(latency: 100, in: network)
    _ = try cluster("-c", Adders.define, "-c", "new C")
    let leader = try cluster.leader()
    let (cut, other) = ((leader + 1) % 3, (leader + 2) % 3)
    let session = try TestSession(cluster, at: cluster.door(cut))
    expectEqual(session("begin"), "")
    expectEqual(session("set C/1.n 1"), "")
    network.setCable(of: cut, isIn: false)
    try cluster.write(2, at: other)
    network.setCable(of: cut, isIn: true)
    session.end()
  }
}

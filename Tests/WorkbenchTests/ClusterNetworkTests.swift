import Foundation
import TestSupport
import Testing

/// Nodes with slow networks between them.
@Suite(
  .waitsForNodes, .serialized,
  .enabled(if: TestNetwork.canBeMade, "it needs the rights of root and TUN devices"))
struct ClusterNetworkTests {
  /// A session at a node that does not lead, 20 ms from the leader; and the time of a round trip in
  /// milliseconds.
  private static func distantSession() throws -> (TestSession, TestCluster, trip: Double) {
    let network = try TestNetwork(3, delay: 20)
    let cluster = try TestCluster(latency: 100, in: network)
    let made = try cluster("-c", Adders.define, "-c", "for i in 1...1000 { new C n=:i }")
    expectEqual(made.status, 0, "\(made.errors)")
    let leader = try cluster.leader()
    let session = try TestSession(cluster, at: cluster.door((leader + 1) % 3))
    expectEqual(session("get C/1.n"), "1\n")
    return (session, cluster, 40)
  }

  /// Nagle's algorithm and delayed acknowledgements would add 40 ms to each trip. Includes the trip
  /// of the command that marks the end of the output.
  @Test func aCommandOfADistantSessionTakesFewTrips() throws {
    let (session, cluster, trip) = try Self.distantSession()
    func trips(of commands: (Int) -> String) -> Double {
      let times = (0..<5).map { number in
        let start = Date.now
        let said = session(commands(number))
        #expect(!said.contains("error"), "\(said)")
        return Date.now.timeIntervalSince(start) * 1_000
      }
      // Other tests may delay some of the commands.
      return (times.min() ?? 0) / trip
    }
    // A set takes five: begin, change, commit, the leader's trip to another node, and the mark.
    let set = trips { "set C/1.n \($0 + 5)" }
    let get = trips { _ in "get C/2.n" }
    let list = trips { _ in "list C" }
    let new = trips { number in
      "begin\n" + (1...10).map { "new C n=\(number * 10 + $0)\n" }.joined() + "commit"
    }
    let figures = "\(set) \(get) \(list) \(new)"
    #expect(set < 8, "\(figures)")
    #expect(get < 7, "\(figures)")
    #expect(list < 8, "\(figures)")
    #expect(new < 40, "\(figures)")
    session.end()
    try expectEqual(cluster("-c", "check").status, 0)
  }

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
    // Until the leader's last answer is acknowledged, only --silence ends a connection, because
    // TCP repeats the answer instead of asking whether the machine is there.
    usleep(500_000)
    network.setCable(of: cut, isIn: false)
    try cluster.write(2, at: other)
    network.setCable(of: cut, isIn: true)
    session.end()
  }
}

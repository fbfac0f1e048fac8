import Foundation
import TestSupport
import Testing

/// The commands for operators of a cluster.
@Suite(.waitsForNodes) struct ClusterOperationTests {
  private func status(_ cluster: TestCluster, _ index: Int, _ more: String...) throws
    -> Program.Run
  {
    try cluster.program.run(
      Program.executable, ["cluster", "status", "cluster:" + cluster.door(index)] + more, Data(),
      [:])
  }

  @Test func statusShowsTheLastTransactionOfEachNodeEvenWithoutAMajority() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Adders.define, "-c", "new C n=7", "-c", "set C/1.n 8")
    let healthy = try status(cluster, 1)
    expectEqual(healthy.status, 0, "\(healthy.errors)")
    expectEqual(healthy.lines.count { $0.contains("  #3 of 2") }, 3, "\(healthy.output)")
    #expect(healthy.lines.contains("last backup: none"))
    try expectEqual(cluster("-c", "backup a.db").status, 0)
    let json = try status(cluster, 1, "--json").output
    #expect(
      json.hasPrefix(#"{"health":"healthy","error":null,"problems":[],"lastBackup":"2"#), "\(json)")
    #expect(json.contains(#""leads":true,"answers":true,"transaction":3,"#), "\(json)")
    cluster.kill(2)
    let impaired = try status(cluster, 1)
    expectEqual(impaired.status, 1)
    expectEqual(impaired.errors, "warning: \(cluster.addresses[2]) does not answer\n")
    cluster.kill(0)
    let alone = try status(cluster, 1)
    expectEqual(alone.status, 3, "\(alone.output) \(alone.errors)")
    #expect(alone.errors.contains("error: no majority: 1 of 3 nodes answers"), "\(alone.errors)")
    let own = alone.lines.first { $0.hasPrefix(cluster.addresses[1]) }
    #expect(own?.contains("  #3 of 2") == true, "\(alone.output)")
    #expect(
      try status(cluster, 1, "--json").output.hasPrefix(#"{"health":"no majority","error":"no maj"#)
    )
    for _ in 0..<600 {
      // The node may consider itself the leader until an election timeout has passed.
      let members = try cluster.workbench("cluster", "members", "cluster:" + cluster.door(1))
      expectEqual(members.lines.count, 3)
      if members.status == 3 {
        #expect(members.lines.contains { $0.contains("  #3 of 2") }, "\(members.output)")
        return
      }
      usleep(100_000)
    }
    Issue.record("the list of nodes does not say that there is no majority")
  }

  @Test func statusPrintsAnObjectEvenIfNoNodeCanBeReached() throws {
    let program = try Program()
    defer { program.remove() }
    let run = try program("cluster", "status", "cluster:./door", "--json")
    expectEqual(run.status, 3)
    let error = "no node listens on ./door: No such file or directory"
    expectEqual(
      run.output,
      #"{"health":"unreachable","error":"\#(error)","problems":[],"lastBackup":null,"nodes":[]}"#
        + "\n")
    expectEqual(run.errors, "error: \(error)\n")
  }

  @Test func statusReportsAnEvenNumberOfVotes() throws {
    let cluster = try TestCluster(2)
    let run = try status(cluster, 0)
    expectEqual(run.status, 1)
    #expect(run.errors.contains("warning: 2 nodes have a vote"), "\(run.errors)")
  }

  @Test func recoverShowsTheTransactionsOfANodeBeforeItChangesAnything() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Adders.define, "-c", "new C n=7")
    try cluster.waitUntilKnown(to: 0)
    cluster.kill(0)
    cluster.kill(2)
    let words = "  #2 of 2"
    let refused = try cluster.workbench("cluster", "recover", cluster.folder(0))
    expectEqual(refused.status, 1)
    // Without a leader, a node may not know its newest transactions.
    expectEqual(refused.lines.count, 1)
    #expect(refused.output.hasPrefix(cluster.addresses[0] + words), "\(refused)")
    #expect(refused.errors.contains("still answers"))
    cluster.kill(1)
    let shown = try cluster.workbench("cluster", "recover", cluster.folder(1), "--dry-run")
    #expect(shown.output.hasPrefix(cluster.addresses[1] + words), "\(shown)")
    expectEqual(shown.lines.count, 1)
    #expect(!FileManager.default.fileExists(atPath: cluster.folder(1) + "/trial"))
    // Nothing has been changed: these nodes still belong to one cluster.
    for index in 0..<3 { try cluster.start(index) }
    try expectEqual(cluster("-c", "get C/1.n").output, "7\n")
    for index in 0..<3 { cluster.kill(index) }
    let identity = try String(contentsOfFile: cluster.folder(0) + "/node", encoding: .utf8)
    let files = try FileManager.default.contentsOfDirectory(atPath: cluster.folder(0) + "/data")
    for name in files where name.hasPrefix("0") {
      try Data(repeating: 7, count: 4096).write(
        to: URL(fileURLWithPath: cluster.folder(0) + "/data/" + name))
    }
    let damaged = try cluster.workbench("cluster", "recover", cluster.folder(0))
    expectEqual(damaged.status, 1, "\(damaged)")
    try expectEqual(String(contentsOfFile: cluster.folder(0) + "/node", encoding: .utf8), identity)
  }

  @Test func aNodeWaitsForALeaderToJoinAndWarnsOfAnotherLatency() throws {
    let cluster = try TestCluster(2)
    cluster.kill(1)
    // The other node gives up its leadership after an election timeout.
    for _ in 0..<600 {
      let door = "cluster:" + cluster.door(0)
      if try cluster.workbench("cluster", "members", door).status == 3 { break }
      usleep(100_000)
    }
    let address = try "127.0.0.1:\(TestCluster.freePorts(1)[0])"
    let joiner = Process()
    joiner.executableURL = Program.executable
    joiner.arguments = [
      "node", cluster.program.folder.appending(path: "late").path, "--address", address,
      "--join", cluster.addresses[0], "--latency", "50",
    ]
    let (said, errors) = (Pipe(), Pipe())
    (joiner.standardOutput, joiner.standardError) = (said, errors)
    try joiner.run()
    defer {
      joiner.terminate()
      joiner.waitUntilExit()
    }
    let first = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(first.contains("has no leader yet; waiting for up to 60 s"), "\(first)")
    try cluster.start(1)
    let ready = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
    #expect(ready.hasPrefix("node \(address) of the cluster "), "\(ready)")
    let second = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(
      second.contains("this node has --latency 50, but the node at \(cluster.addresses[0]) has 40"),
      "\(second)")
    // A node that has just joined knows all others.
    let run = try cluster.workbench(
      "cluster", "status", "cluster:" + cluster.program.folder.appending(path: "late/door").path)
    expectEqual(run.status, 1)
    expectEqual(run.lines.count { $0.contains("  #0  ") }, 3, "\(run.output)")
    #expect(run.errors.contains("the nodes have different values of --latency: "), "\(run.errors)")
    #expect(!run.errors.contains("does not answer"), "\(run.errors)")
  }

  @Test func compactRemovesErasedValuesFromTheFilesOfAllNodes() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Adders.define, "-c", "new C note=\"a secret word\"")
    func nodesWithIt() throws -> [Int] {
      try cluster.addresses.indices.filter { index in
        let search = ["-rqsaF", "a secret word", cluster.folder(index) + "/data"]
        return try cluster.program.run(
          URL(fileURLWithPath: "/bin/grep"), search, Data(), [:]
        ).status == 0
      }
    }
    try expectEqual(nodesWithIt(), [0, 1, 2])
    let erased = try cluster("-c", "erase C/1.note \"asked for\"")
    expectEqual(erased.status, 1)
    #expect(erased.errors.contains("workbench cluster compact"), "\(erased.errors)")
    try expectEqual(nodesWithIt(), [0, 1, 2])
    let run = try cluster.workbench("cluster", "compact", TestCluster.name)
    expectEqual(run.output, "all 3 nodes have replaced their logs\n", "\(run.errors)")
    for _ in 0..<600 {
      if try nodesWithIt().isEmpty { break }
      usleep(100_000)
    }
    try expectEqual(nodesWithIt(), [])
    cluster.kill(cluster.addresses.indices.last ?? 0)
    let two = try cluster.workbench("cluster", "compact", TestCluster.name)
    expectEqual(two.status, 1)
    #expect(
      two.errors.contains("\(cluster.addresses[2]) does not answer, so its logs may still"),
      "\(two.errors)")
    try expectEqual(cluster("-c", "check").status, 0)
  }

  @Test func aBackupIsNotedOnceTheOtherWriterIsDone() throws {
    let cluster = try TestCluster(1, silence: 2)
    _ = try cluster("-c", Adders.define, "-c", "new C")
    let writer = try TestSession(cluster)
    expectEqual(writer("begin"), "")
    expectEqual(writer("set C/1.n 1"), "")
    try expectEqual(cluster("-c", "backup a.db").status, 0)
    writer.end()
    let status = try status(cluster, 0)
    #expect(status.output.contains("last backup: 2"), "\(status.output)")
  }

  @Test func aNodeThatBecameSpareInAFailedJoinStandsBy() throws {
    let cluster = try TestCluster(4)
    let members = URL(fileURLWithPath: cluster.folder(3) + "/members")
    try cluster.waitUntilKnown(to: 3)
    let line = try String(contentsOf: members, encoding: .utf8).split(separator: "\n").first {
      $0.contains(cluster.addresses[3])
    }
    let number = try #require(line?.split(separator: " ").first.flatMap { UInt64($0) })
    cluster.end(3)
    let leader = try NodeClient(to: cluster.addresses[cluster.leader()])
    leader.send(NodeClient.greeting)
    let word = NodeClient.word
    expectEqual(leader.ask(NodeClient.request(1, word(0)))?.kind, 2)
    let spare: UInt64 = 2
    expectEqual(leader.ask(NodeClient.request(13, word(number) + word(spare)))?.kind, 8)
    try FileManager.default.removeItem(at: members)
    try cluster.start(3, joining: cluster.addresses[0])
    let list = try cluster.workbench("cluster", "members", TestCluster.name)
    #expect(list.lines.contains("\(cluster.addresses[3])  stands by"), "\(list.output)")
  }

  @Test func aLeaderThatIsRemovedHandsOverToANodeThatAnswers() throws {
    let cluster = try TestCluster(4)
    let added = try cluster.workbench("cluster", "add", TestCluster.name, cluster.addresses[3])
    expectEqual(added.status, 0, "\(added.errors)")
    let leader = try cluster.leader()
    let next = cluster.addresses.indices.sorted { cluster.addresses[$0] < cluster.addresses[$1] }
      .first { $0 != leader }
    cluster.kill(try #require(next))
    let removed = try cluster.workbench(
      "cluster", "remove", TestCluster.name, cluster.addresses[leader])
    expectEqual(removed.status, 0, "\(removed.errors)")
    try cluster.waitForExit(of: leader)
  }

  @Test func aNodeThatCannotStartSaysSoInItsLog() throws {
    let program = try Program()
    defer { program.remove() }
    func errors(_ stream: String) throws -> String {
      let script =
        "exec 2>err; JOURNAL_STREAM=\(stream) \"$0\" node n --address 8.8.8.8:1; cat err"
      return try program.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", script, Program.executable.path]
      ).output
    }
    try #expect(errors("$(stat -Lc %d:%i err)").hasPrefix("<3>8.8.8.8:1 is a public address"))
    try #expect(errors("1:2").contains("Z error 8.8.8.8:1 is a public address"))
  }

  /// The leader computes the text, and a node would cut it at U+0000.
  @Test func aTextWithU0000MadeByAnExpressionIsRefused() throws {
    let cluster = try TestCluster(1)
    _ = try cluster("-c", Adders.define, "-c", "new C note=\"a\"")
    for command in [
      "set C/1.note (note || char(0, 66))", "set C where true : note=(note || char(0))",
      "list C (note || char(0)) as x",
    ] {
      let run = try cluster("-c", command)
      expectEqual(run.status, 1, "\(run.output)")
      #expect(run.errors.contains("cannot contain the character U+0000"), "\(run.errors)")
    }
    try expectEqual(
      cluster("-c", "get C/1.note", "-c", "list C (char(66, 233)) as x").output,
      "a\nref  x\nC/1  Bé\n")
  }

  @Test func aCheckOfABackupLeavesNoFileBesideIt() throws {
    let program = try Program()
    defer { program.remove() }
    let made = try program("a.db", "-c", Adders.define, "-c", "backup b.db")
    expectEqual(made.status, 0, "\(made.errors)")
    try expectEqual(program("b.db", "--readonly", "-c", "check").status, 0)
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter {
        $0.hasPrefix("b.db")
      }, ["b.db"])
  }

  /// The shell commands of a section of the guide, in a folder of the test instead of `/srv`.
  private static func commands(_ section: String, _ folder: String, _ port: UInt16) throws
    -> [String]
  {
    let page = try String(
      contentsOf: Program.root.appending(path: "Sources/workbench/Guide/Tasks/several-machines.md"),
      encoding: .utf8)
    let parts = page.components(separatedBy: "\n## ")
    let text = try #require(parts.first { $0.hasPrefix(section + "\n") })
    let blocks = text.components(separatedBy: "```sh\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    return blocks.map {
      $0.replacing("sudo -u workbench ", with: "").replacing("sudo ", with: "")
        .replacing("/srv/workbench", with: folder).replacing("9699", with: "\(port)")
    }
  }

  @Test func theRestoreOfTheGuideWorks() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Adders.define, "-c", "new C n=7 note=\"it's\"")
    let folder = cluster.program.folder.path
    try FileManager.default.createDirectory(
      atPath: folder + "/backup", withIntermediateDirectories: true)
    try expectEqual(cluster("-c", "backup backup/2026-11-30-0900.db").status, 0)
    let blocks = try Self.commands("Practise a restore", folder, TestCluster.freePorts(1)[0])
    try #require(blocks.count == 3)
    let script = """
      set -eu
      workbench() { "$program" "$@"; }
      ( exec \(blocks[0].replacing("workbench node", with: "\"$program\" node").dropLast()) ) >said &
      until grep -q 'is ready' said; do kill -0 $!; sleep 0.1; done
      \(blocks[1])
      workbench "cluster:\(folder)/drill/door" -c 'get C/1.note'
      kill $!
      wait $! || true
      \(blocks[2])
      """
    let run = try cluster.program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script], Data(), ["program": Program.executable.path])
    expectEqual(run.status, 0, "\(run.errors)")
    #expect(run.lines.first == "2 transactions copied", "\(run.output)")
    #expect(run.output.contains("new C n=7"), "\(run.output)")
    expectEqual(run.lines.last, "it's")
    #expect(!FileManager.default.fileExists(atPath: folder + "/drill"))
  }

  @Test func unitsWaitForTheDiskOfTheData() throws {
    let folder = Program.root.appending(path: ".ci/systemd")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let services = names.filter { $0.hasSuffix(".service") }
    expectEqual(services.sorted(), ["workbench-backup.service", "workbench-node.service"])
    for name in services {
      let unit = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(unit.contains("\nRequiresMountsFor=/srv/workbench\n"), "\(name)")
    }
    let node = try String(
      contentsOf: folder.appending(path: "workbench-node.service"), encoding: .utf8)
    #expect(node.contains("\nRestartPreventExitStatus=4\n"))
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waitsForNodes) struct ClusterTests {
  private static let define = Adders.define

  /// `questions.wb` differs on purpose: a node does not count the steps of scans.
  private static let examples: [String] = {
    let folder = Program.root.appending(path: "Examples")
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let names = all.filter { $0.hasSuffix(".wb") && $0 != "questions.wb" }.sorted()
    return Seeded.isLong
      ? names : names.filter { ["tour.wb", "club.wb", "shows.wb", "workshop.wb"].contains($0) }
  }()

  @Test(arguments: examples)
  func anExamplePrintsWhatItPrintsOnAFile(name: String) throws {
    let cluster = try TestCluster()
    for folder in ["Schemas", "Examples"] {
      try FileManager.default.copyItem(
        at: Program.root.appendingPathComponent(folder),
        to: cluster.program.folder.appendingPathComponent(folder))
    }
    for turn in 1...2 {
      var run = try cluster("--actor", "tester", "-f", "Examples/\(name)")
      if turn == 1 { run.errors = "x.db: new database\n" + run.errors }
      try Transcript.verify(run, as: "\(name.dropLast(3))-\(turn)")
    }
  }

  // MARK: Nodes that end

  /// A cluster with one record, behind a socket that can lose the answers to commits.
  private static func behindLossyDoor() throws -> (TestCluster, LossyDoor) {
    let cluster = try TestCluster()
    let made = try cluster("-c", define, "-c", "new C")
    try #require(made.output == "C/1\n", "\(made.errors)")
    let path = cluster.program.folder.appending(path: "lossy").path
    return (cluster, try LossyDoor(before: cluster.door(0), at: path))
  }

  @Test func aCommitThatNobodyAnswersIsFoundOut() throws {
    let (cluster, door) = try Self.behindLossyDoor()
    defer { door.shut() }
    let session = try TestSession(cluster, at: door.path)
    expectEqual(session("get C/1.n"), "0\n")
    door.loseNextCommit()
    expectEqual(session("set C/1.n (C/1.n + 1)"), "")
    expectEqual(session("get C/1.n"), "1\n")
    // The outcome cannot be known, so no message may claim a rollback.
    door.loseNextCommit(refusing: .max)
    let said = session("set C/1.n (C/1.n + 1)")
    #expect(said.contains("was saved; check the log"), "\(said)")
    #expect(!said.contains("rolled back") && !said.contains("nothing"), "\(said)")
    #expect(session.hasEnded)
    try expectEqual(cluster("-c", "get C/1.n").output, "2\n")
  }

  /// Another session has written before, so the command runs a second time and commits by itself.
  @Test func aCommandThatMayBeSavedIsNotRunAgain() throws {
    let (cluster, door) = try Self.behindLossyDoor()
    defer { door.shut() }
    // The program tries to connect 40 times.
    for refusals in [0, 2, 42] {
      try expectEqual(cluster("-c", "set C/1.n 0").status, 0)
      let session = try TestSession(cluster, at: door.path)
      expectEqual(session("get C/1.n"), "0\n")
      try expectEqual(cluster("-c", "set C/1.n 10").status, 0)
      door.loseNextCommit(refusing: refusals)
      let said = session("set C/1.n (C/1.n + 1)")
      #expect(
        refusals < 40 ? said.isEmpty : said.contains("was saved; check the log"), "\(said)")
      session.end()
      try expectEqual(cluster("-c", "get C/1.n").output, "11\n", "\(refusals) refusals")
    }
  }

  @Test func aCommandWhoseConnectionIsLostSaysWhetherItIsDone() throws {
    let (cluster, door) = try Self.behindLossyDoor()
    defer { door.shut() }
    var number = 0
    var outcomes: Set<Bool> = []
    repeat {
      number += 1
      let session = try TestSession(cluster, at: door.path)
      #expect(session("new C n=6").hasPrefix("C/"))
      let before = session("count C where n = 6")
      door.loseRequest(number)
      let said = session("delete C where n = 6")
      session.end()
      let isDone = !said.contains("error")
      outcomes.insert(isDone)
      let left = try cluster("-c", "count C where n = 6").output
      expectEqual(left, isDone ? "0\n" : before, "\(number): \(said)")
    } while !door.losesRequest
    expectEqual(outcomes, [true, false])
    try expectEqual(cluster("-c", "check").status, 0)
  }

  @Test(arguments: ["begin\nset C/1.n 5\ncommit", "undo", "set C/1.n 5"])
  func aCommandWhoseLeaderFailsAfterBeginIsRunAgain(commands: String) throws {
    let (cluster, door) = try Self.behindLossyDoor()
    defer { door.shut() }
    try expectEqual(cluster("-c", "set C/1.n 4", "-c", "set C/1.n 3").status, 0)
    // The first transaction of an author sends the name after BEGIN.
    let actor = commands == "undo" ? "tester" : "newcomer"
    let session = try TestSession(cluster, at: door.path, "--actor", actor)
    expectEqual(session("get C/1.n"), "3\n")
    door.loseNextBegin()
    let said = session(commands)
    #expect(!said.contains("error"), "\(said)")
    expectEqual(session("get C/1.n"), commands == "undo" ? "4\n" : "5\n")
    session.end()
    #expect(!door.losesNextBegin)
    try expectEqual(cluster("-c", "get C/1.n").output, commands == "undo" ? "4\n" : "5\n")
  }

  /// No message may claim a rollback of the whole run either.
  @Test func aRunWhoseCommitNobodyAnswersIsFoundOutToo() throws {
    let (cluster, door) = try Self.behindLossyDoor()
    defer { door.shut() }
    door.loseNextCommit(refusing: .max)
    let run = try cluster.workbench(
      "cluster:" + door.path, "--atomic", "-c", "set C/1.n 1", "-c", "set C/1.note \"a\"")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("was saved; check the log"), "\(run.errors)")
    for words in ["rolled back", "no transaction"] {
      #expect(!run.errors.contains(words), "\(run.errors)")
    }
    try expectEqual(cluster("-c", "get C/1.n").output, "1\n")
  }

  /// The first node is dead while the others start.
  @Test func aMemberNeedsNoNodeToJoin() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    for index in cluster.addresses.indices { cluster.kill(index) }
    try cluster.start(1, joining: cluster.addresses[0])
    let alone = try cluster.workbench("cluster:" + cluster.door(1), "-c", "get C/1.n")
    #expect(alone.errors.contains("no majority: 1 of 3 nodes answers"), "\(alone.errors)")
    try cluster.start(2, joining: cluster.addresses[0])
    try expectEqual(cluster("-c", "set C/1.n 8", "-c", "get C/1.n").output, "8\n")
    // A recovered node keeps the options of its unit.
    cluster.kill(1)
    cluster.kill(2)
    let recovered = try cluster.workbench("cluster", "recover", cluster.folder(2))
    expectEqual(recovered.status, 0, "\(recovered.errors)")
    try cluster.start(2, joining: cluster.addresses[0])
    try expectEqual(cluster("-c", "get C/1.n").output, "8\n")
  }

  @Test func onlyBeginCreatesACluster() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    cluster.kill(0)
    let again = try cluster.refusal(of: 0, "--begin")
    #expect(again.errors.contains("start the node without --begin"), "\(again.errors)")
    // The disk with the data is not mounted yet.
    let (data, kept) = (cluster.folder(0) + "/data", cluster.folder(0) + "/kept")
    try FileManager.default.moveItem(atPath: data, toPath: kept)
    let unmounted = try cluster.refusal(of: 0)
    #expect(unmounted.errors.contains("check that its disk is mounted"), "\(unmounted.errors)")
    try FileManager.default.removeItem(atPath: cluster.folder(0))
    let empty = try cluster.refusal(of: 0)
    expectEqual(empty.status, 1)
    #expect(empty.errors.contains("use --begin to create a cluster, or --join"), "\(empty.errors)")
    _ = try cluster.leader()
    let known = try cluster.refusal(of: 0, "--join", cluster.addresses[1])
    #expect(known.errors.contains("remove it first if its data is lost"), "\(known.errors)")
    try expectEqual(cluster("-c", "get C/1.n").output, "7\n")
    let removed = try cluster.workbench(
      "cluster", "remove", TestCluster.name, cluster.addresses[0])
    expectEqual(removed.status, 0, "\(removed.errors)")
    try cluster.start(0, joining: cluster.addresses[1])
    try cluster.waitUntilKnown(to: 0)
    try expectEqual(
      cluster.workbench("cluster:" + cluster.door(0), "-c", "get C/1.n").output, "7\n")
  }

  @Test func aRemovedNodeExits() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    try cluster.waitUntilKnown(to: 2)
    let removed = try cluster.workbench(
      "cluster", "remove", "cluster:" + cluster.door(0), cluster.addresses[2])
    #expect(removed.errors.contains("warning: 2 nodes have a vote"), "\(removed.errors)")
    try cluster.waitForExit(of: 2)
    let again = try cluster.refusal(of: 2)
    expectEqual(again.status, 4)
    #expect(again.errors.contains("was removed from its cluster"), "\(again.errors)")
    try expectEqual(cluster("-c", "get C/1.n").output, "7\n")
  }

  @Test func aLeaderThatIsStoppedHandsOver() throws {
    // An election would take 150 s, and a session waits 30 s for a leader.
    let cluster = try TestCluster(latency: 10_000)
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    cluster.end(try cluster.leader())
    try expectEqual(cluster("-c", "set C/1.n 8", "-c", "get C/1.n").output, "8\n")
  }

  @Test func aNodeRaisesItsLimitOfOpenFiles() throws {
    let program = try Program()
    defer { program.remove() }
    let script = """
      ulimit -S -n 256
      "$0" node n --address "127.0.0.1:$1" --begin > said &
      until grep -q ready said; do kill -0 $! || exit 1; sleep 0.1; done
      grep "open files" /proc/$!/limits
      kill $!
      wait
      """
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", script, Program.executable.path, "\(TestCluster.freePorts(1)[0])"], Data(), [:])
    let limits = run.output.split(separator: " ").dropFirst(3).prefix(2)
    #expect(limits.count == 2 && limits.first == limits.last, "\(run.output) \(run.errors)")
    #expect(limits.first != "256")
  }

  @Test func whatIsCopiedFromAClusterIsPrivate() throws {
    let cluster = try TestCluster(1)
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let run = try cluster("-c", "backup a.db", "-c", "export C to c.csv")
    expectEqual(run.status, 0, "\(run.errors)")
    try expectEqual(cluster.workbench("copy", TestCluster.name, "b.db").status, 0)
    for name in ["a.db", "b.db", "c.csv"] {
      let path = cluster.program.folder.appending(path: name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      expectEqual(attributes[.posixPermissions] as? Int, 0o600, "\(name)")
    }
  }

  @Test func aStoppedNodeKeepsNoLock() throws {
    let cluster = try TestCluster(silence: 2)
    _ = try cluster("-c", Self.define, "-c", "new C")
    let leader = try cluster.leader()
    let (stopped, other) = ((leader + 1) % 3, (leader + 2) % 3)
    let session = try TestSession(cluster, at: cluster.door(stopped))
    expectEqual(session("begin"), "")
    expectEqual(session("set C/1.n 1"), "")
    try cluster.pause(stopped)
    try cluster.write(2, at: other)
    cluster.resume(stopped)
    try expectEqual(cluster("-c", "get C/1.n").output, "2\n")
    session.end()
  }

  @Test func withoutAMajorityNothingIsDoneAndOneNodeCanBeRecovered() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    let session = try TestSession(cluster)
    expectEqual(session("get C/1.n"), "7\n")
    cluster.kill(1)
    cluster.kill(2)
    #expect(session("set C/1.n 8").contains("error"))
    let opened = try cluster("-c", "get C/1.n")
    expectEqual(opened.status, 3)
    #expect(opened.errors.contains("no majority: 1 of 3 nodes answers"))
    #expect(opened.errors.contains("no data is lost"))
    cluster.kill(0)
    let recovered = try cluster.workbench("cluster", "recover", cluster.folder(0))
    expectEqual(recovered.status, 0, "\(recovered.errors)")
    try cluster.start(0)
    let run = try cluster("-c", "get C/1.n", "-c", "set C/1.n 9", "-c", "check")
    #expect(["7\n", "8\n"].contains(run.output), "\(run.errors)")
    // The other nodes still belong to the cluster before the recovery.
    let old = try cluster.refusal(of: 1)
    expectEqual(old.status, 1)
    #expect(old.errors.contains("belongs to a different cluster than the node at"), "\(old.errors)")
    try FileManager.default.removeItem(atPath: cluster.folder(1))
    try cluster.start(1, joining: cluster.addresses[0])
    let members = try cluster.workbench("cluster", "members", TestCluster.name)
    expectEqual(members.lines.count, 2)
  }

  /// A node that was given up must not overwrite changes acknowledged after a recovery.
  @Test func nodesThatComeBackAfterARecoveryAreKeptOut() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C n=7")
    try cluster.waitUntilKnown(to: 0)
    let running = try cluster.workbench("cluster", "recover", cluster.folder(0))
    #expect(running.errors.contains("is in use by a running node"))
    cluster.kill(0)
    let others = try cluster.workbench("cluster", "recover", cluster.folder(0))
    #expect(others.errors.contains("still answers"), "\(others.errors)")
    cluster.kill(1)
    cluster.kill(2)
    try expectEqual(cluster.workbench("cluster", "recover", cluster.folder(0)).status, 0)
    try cluster.start(0)
    try expectEqual(cluster("-c", "set C/1.n 8").status, 0)
    cluster.kill(0)
    try cluster.start(1)
    try cluster.start(2)
    let between = try cluster.refusal(of: 0)
    #expect(between.errors.contains("before the cluster was recovered"), "\(between.errors)")
    cluster.kill(1)
    cluster.kill(2)
    try cluster.start(0)
    try expectEqual(cluster("-c", "get C/1.n").output, "8\n")
  }

  @Test func aTransactionIsLostWithItsLeader() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C")
    let session = try TestSession(cluster)
    expectEqual(session("begin"), "")
    expectEqual(session("set C/1.n 5"), "")
    let leader = try cluster.leader()
    cluster.kill(leader)
    let said = session("commit\nrollback")
    #expect(
      said.contains("the transaction was lost with the leader; nothing was changed"), "\(said)")
    try expectEqual(cluster("-c", "get C/1.n", "-c", "set C/1.n 6").output, "0\n")
  }

  // MARK: Several sessions

  @Test func aSessionThatIsSilentInATransactionIsLetGo() throws {
    let cluster = try TestCluster(silence: 2)
    _ = try cluster("-c", Self.define, "-c", "new C")
    let sleeper = try TestSession(cluster, "--actor", "sleeper")
    expectEqual(sleeper("begin"), "")
    expectEqual(sleeper("set C/1.n 1"), "")
    // This session waits until the other one's lock is released.
    let other = try cluster("--actor", "vera", "-c", "set C/1.n 2", "-c", "get C/1.n")
    expectEqual(other.errors, "")
    expectEqual(other.output, "2\n")
    let said = sleeper("set C/1.n 3\nrollback")
    #expect(said.contains("s while it blocked other sessions"), "\(said)")
    try expectEqual(cluster("-c", "get C/1.n").output, "2\n")
  }

  @Test func whatAnotherSessionDefinesAndChangesIsFollowed() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C as c")
    let session = try TestSession(cluster)
    expectEqual(session("label n on C/1.n"), "n: 0\n")
    _ = try cluster("-c", "set C/1.n 4")
    expectEqual(session("get C/1.n"), "n: 4\n4\n")
    _ = try cluster("-c", "alter C { add colour: Text = \"red\" }")
    expectEqual(session("get C/1.colour"), "red\n")
    expectEqual(session("define D { of: C }"), "")
    try expectEqual(cluster("-c", "new D of=C/1", "-c", "undo", "-c", "check").output, "D/1\n")
    session.end()
  }

  @Test func aTrialHoldsNobodyUp() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C")
    let run = try cluster("--dry-run", "-c", "set C/1.n 5", "-c", "get C/1.n")
    expectEqual(run.lines.first, "5")
    try expectEqual(cluster("-c", "get C/1.n").output, "0\n")
    let readOnly = try cluster("--readonly", "-c", "set C/1.n 5")
    #expect(readOnly.errors.contains("read-only"))
  }

  // MARK: Copies

  @Test func aStoreMovesInAndOutWithItsHistory() throws {
    let cluster = try TestCluster()
    let program = cluster.program
    let file = try cluster.workbench(
      "a.db", "-c", Self.define, "-c", "define K { name: Text key, c: C?, twice: Integer := (2) }",
      "-c", "new C n=1", "-c", "new K name=\"x\" c=C/1", "-c", "set C/1.note \"it's — 'so'\"",
      "-c", "new C n=2", "-c", "delete C/2")
    expectEqual(file.errors, "a.db: new database\n")
    try expectEqual(cluster("-c", "types").status, 0)
    let moved = try cluster.workbench("copy", "a.db", TestCluster.name)
    expectEqual(moved.output, "7 transactions copied\n", "\(moved.errors)")
    try expectEqual(cluster("-c", "check").status, 0)
    try expectEqual(cluster("-c", "log").output, cluster.workbench("a.db", "-c", "log").output)
    try expectEqual(cluster("-c", "new C n=3").output, "C/3\n")
    let again = try cluster.workbench("copy", "a.db", TestCluster.name)
    #expect(again.errors.contains("already contains a database"))
    try expectEqual(cluster.workbench("copy", TestCluster.name, "b.db").status, 0)
    try expectEqual(cluster.workbench("b.db", "-c", "check").status, 0)
    try expectEqual(
      cluster.workbench("b.db", "-c", "history").output, cluster("-c", "history").output)
    #expect(program.hasFile("b.db"))
    // Every node gives the same copy, but not at the same time.
    for index in cluster.addresses.indices {
      let name = "node\(index).db"
      let run = try cluster.workbench("cluster:" + cluster.door(index), "-c", "backup \(name)")
      expectEqual(run.status, 0, "\(run.errors)")
      try expectEqual(cluster.workbench(name, "-c", "check", "-c", "count C").output, "2\n")
    }
    let status = try cluster.workbench("cluster", "status", TestCluster.name)
    expectEqual(status.lines.count, 4)
    #expect(status.output.contains("leads"))
  }

  @Test func whatIsErasedIsSaidToBeInTheLogsYet() throws {
    let cluster = try TestCluster()
    _ = try cluster("-c", Self.define, "-c", "new C note=\"a secret\"")
    let run = try cluster("-c", "erase C/1.note \"asked for\"", "-c", "history C/1")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("C/1.note is erased, but the logs of the nodes"))
    #expect(!run.output.contains("a secret"))
  }

  // MARK: Wrong input

  @Test func whatCannotBeAClusterIsSaidSo() throws {
    let program = try Program()
    defer { program.remove() }
    let cases: [([String], Int32, String)] = [
      (["cluster:./nowhere/door", "-c", "types"], 3, "no node listens on ./nowhere/door"),
      (["cluster:shed", "-c", "types"], 2, "there is no cluster shed"),
      (["cluster:", "-c", "types"], 2, "expected the path of a socket"),
      (["node", "n", "--address", "8.8.8.8:9601"], 1, "is a public address"),
      (
        ["node", "n", "--address", "10.213.78.9:9601", "--begin"], 1,
        "cannot listen on 10.213.78.9:9601: Cannot assign requested address"
      ),
      (["node", "n", "--address", "nine"], 1, "is not an address"),
      (["node", "n", "--address", "127.0.0.1:9", "--latency", "0"], 2, "expected 5 to 10000"),
      (["node", "n", "--address", "127.0.0.1:9", "--silence", "0"], 2, "expected 1 to 3600"),
      (["node", "", "--address", "127.0.0.1:9"], 2, "expected a folder"),
      (["node", "n", "--address", "127.0.0.1:19998"], 1, "use --begin to create a cluster"),
      (
        ["node", "n", "--address", "127.0.0.1:9", "--begin", "--join", "127.0.0.1:8"], 2,
        "cannot be used together"
      ),
      (["cluster", "demo", "n", "--port", "0"], 2, "expected 1 to 65533"),
      (["cluster", "demo", "n", "--port", "\(Int.max)"], 2, "expected 1 to 65533"),
      (["cluster", "demo", "n", "--port=-\(Int.max)"], 2, "expected 1 to 65533"),
      (["node", "n", "--address", "127.0.0.1:\(Int.max)"], 1, "is not an address"),
      (["node", "n", "--address", "127.0.0.1:9", "--latency", "\(Int.max)"], 2, "expected 5"),
      (["node", "n", "--address", "127.0.0.1:9", "--silence", "\(Int.max)"], 2, "expected 1"),
      (
        ["node", "n", "--address", "127.0.0.1:19998", "--join", "127.0.0.1:19999"], 1,
        "no cluster answers"
      ),
      (["cluster", "recover", "."], 1, "is not the folder of a node"),
      (["cluster", "members", "cluster:./nowhere/door"], 3, "no node listens"),
      (["cluster", "add", "shed", "127.0.0.1:9"], 2, "there is no cluster shed"),
      (["cluster", "remove", "shed"], 2, "Missing expected argument '<host:port>'"),
      (["cluster", "grow"], 2, "grow"),
      (["copy", "nothing.db", "cluster:./nowhere/door"], 1, "there is no file nothing.db"),
    ]
    for (arguments, status, words) in cases {
      let run = try program.run(
        Program.executable, arguments, Data(), ["XDG_CONFIG_HOME": program.folder.path])
      expectEqual(run.status, status, "\(arguments)")
      #expect(run.errors.contains(words), "\(arguments): \(run.errors)")
    }
  }

  @Test func nodesOfTwoClustersAreKeptApart() throws {
    let one = try TestCluster(1)
    let other = try TestCluster(1)
    let run = try one.workbench(
      "node", one.folder(0), "--address", one.addresses[0], "--join", other.addresses[0])
    #expect(run.errors.contains("is in use by a running node"))
    one.kill(0)
    try one.start(0, joining: other.addresses[0])
    _ = try one("-c", Self.define, "-c", "new C n=7")
    let members = try other.workbench("cluster", "members", TestCluster.name)
    expectEqual(members.lines.count, 1)
    try expectEqual(one("-c", "get C/1.n").output, "7\n")
    try expectEqual(other("-c", "types").output, "type  records\n")
    one.kill(0)
    let moved = try one.workbench("node", one.folder(0), "--address", "127.0.0.1:1")
    #expect(moved.errors.contains("start the node with this address"))
  }
}

import Foundation
import Synchronization
import Testing

/// Nodes on this machine, as processes that can be killed.
final class TestCluster {
  let program: Program
  let addresses: [String]
  private let latency: Int
  private let silence: Int
  private let network: TestNetwork?
  private let options: [String]
  private var programs: [URL]
  private(set) var disks: [TestDisk] = []
  private var nodes: [Process?]

  /// - Parameters:
  ///   - latency: A fifteenth of the election timeout, in milliseconds.
  ///   - silence: The maximum idle time of a session after `begin`, in seconds.
  ///   - host: The address of the nodes on the loopback interface.
  ///   - network: The network of the nodes; nil for the loopback interface.
  ///   - options: More options of the nodes.
  ///   - executable: The program of the nodes.
  ///   - room: The size of the disk of each node, in MiB; nil for the disk of the test.
  init(
    _ count: Int = 3, latency: Int = 40, silence: Int = 600, host: String = "127.0.0.1",
    in network: TestNetwork? = nil, options: [String] = [],
    executable: URL = Program.executable, room: Int? = nil
  ) throws {
    program = try Program()
    addresses = try network?.addresses ?? Self.freePorts(count).map { "\(host):\($0)" }
    (self.latency, self.silence, self.network, self.options) = (latency, silence, network, options)
    nodes = addresses.map { _ in nil }
    programs = addresses.map { _ in executable }
    if let room { disks = try addresses.indices.map { try TestDisk(at: folder($0), room) } }
    for index in addresses.indices {
      try start(index, joining: index == 0 ? nil : addresses[0], begins: index == 0)
    }
    let doors = addresses.indices.map { door($0) }.joined(separator: " ")
    try FileManager.default.createDirectory(
      at: program.folder.appending(path: "workbench"), withIntermediateDirectories: true)
    try program.write("# name, doors\nshed \(doors)\n", to: "workbench/clusters")
  }

  deinit {
    for index in addresses.indices { kill(index) }
    program.remove()
  }

  static func freePorts(_ count: Int) throws -> [UInt16] {
    var handles: [Int32] = []
    defer { for handle in handles { close(handle) } }
    return try (0..<count).map { _ in
      let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      handles.append(handle)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(handle, $0, size) + getsockname(handle, $0, &size)
        }
      }
      try #require(code == 0)
      return UInt16(bigEndian: address.sin_port)
    }
  }

  func folder(_ index: Int) -> String { program.folder.appending(path: "node\(index)").path }
  func door(_ index: Int) -> String { folder(index) + "/door" }
  func log(_ index: Int) -> String { program.folder.appending(path: "log\(index)").path }
  static let name = "cluster:shed"
  var environment: [String: String] { ["XDG_CONFIG_HOME": program.folder.path] }

  func callAsFunction(_ arguments: String...) throws -> Program.Run {
    try program.run(Program.executable, [Self.name] + arguments, Data(), environment)
  }

  func workbench(_ arguments: String...) throws -> Program.Run {
    try program.run(Program.executable, arguments, Data(), environment)
  }

  // MARK: The nodes

  /// - Parameter executable: The program of the node from now on; nil for the one before.
  func start(
    _ index: Int, joining other: String? = nil, begins: Bool = false, with executable: URL? = nil
  ) throws {
    if let executable { programs[index] = executable }
    let node = Process()
    let place = network?.prefix(of: index) ?? []
    node.executableURL = place.first.map { URL(fileURLWithPath: $0) } ?? programs[index]
    var words = Array(place.dropFirst())
    if !place.isEmpty { words.append(programs[index].path) }
    words += ["node", folder(index), "--address", addresses[index]]
    words += ["--latency", "\(latency)", "--silence", "\(silence)"]
    words += options
    if let other { words += ["--join", other] }
    // Before this option, a node without --join created a cluster.
    if begins, try program.run(programs[index], ["node", "--help"]).output.contains("--begin") {
      words.append("--begin")
    }
    node.arguments = words
    node.currentDirectoryURL = program.folder
    let said = Pipe()
    node.standardOutput = said
    if !FileManager.default.fileExists(atPath: log(index)) {
      try program.write("", to: "log\(index)")
    }
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: log(index)))
    try log.seekToEnd()
    node.standardError = log
    try node.run()
    nodes[index] = node
    try #require(!said.fileHandleForReading.availableData.isEmpty, "the node has not started")
  }

  /// Starts a node that should be refused; a timeout ends it otherwise.
  func refusal(of index: Int, _ more: String...) throws -> Program.Run {
    try program.run(
      URL(fileURLWithPath: "/usr/bin/timeout"),
      ["60", Program.executable.path, "node", folder(index), "--address", addresses[index]] + more,
      Data(), environment)
  }

  func waitUntilKnown(to index: Int) throws {
    for _ in 0..<600 {
      let members = try String(contentsOfFile: folder(index) + "/members", encoding: .utf8)
      if members.count(where: \.isNewline) == addresses.count { return }
      usleep(100_000)
    }
    throw Program.Failure(words: "node \(index) does not know the others")
  }

  /// Waits until all nodes answer and none lacks transactions.
  func waitUntilComplete(asSeenBy index: Int) throws {
    var status = ""
    for _ in 0..<600 {
      let run = try workbench("cluster", "status", "cluster:" + door(index))
      status = run.output + run.errors
      if run.status < 2, !status.contains("does not answer"), !status.contains("lacks") { return }
      usleep(100_000)
    }
    throw Program.Failure(words: status)
  }

  func waitForLog(of index: Int, _ words: String) throws {
    for _ in 0..<600 {
      let text = try String(contentsOfFile: log(index), encoding: .utf8)
      if text.contains(words) { return }
      usleep(100_000)
    }
    throw Program.Failure(words: "node \(index) has not logged \(words)")
  }

  /// Like a power cut.
  func kill(_ index: Int) { end(index, by: SIGKILL) }

  /// Like a system shutdown.
  func end(_ index: Int, by signal: Int32 = SIGTERM) {
    guard let node = nodes[index] else { return }
    Foundation.kill(node.processIdentifier, signal)
    node.waitUntilExit()
    nodes[index] = nil
  }

  func waitForExit(of index: Int) throws {
    for _ in 0..<1200 where nodes[index]?.isRunning == true { usleep(100_000) }
    try #require(nodes[index]?.isRunning == false, "the node still runs")
    nodes[index] = nil
  }

  /// Stops a node, and waits until all its threads have stopped.
  func pause(_ index: Int) throws {
    guard let node = nodes[index]?.processIdentifier else { return }
    Foundation.kill(node, SIGSTOP)
    let tasks = "/proc/\(node)/task"
    for _ in 0..<6_000 {
      let states = try FileManager.default.contentsOfDirectory(atPath: tasks).map {
        try String(contentsOfFile: "\(tasks)/\($0)/stat", encoding: .utf8)
      }
      if states.allSatisfy({ $0.contains(") T ") }) { return }
      usleep(10_000)
    }
    throw Program.Failure(words: "node \(index) has not stopped")
  }
  func resume(_ index: Int) {
    nodes[index].map { _ = Foundation.kill($0.processIdentifier, SIGCONT) }
  }

  /// Waits for other sessions.
  func write(_ number: Int, at index: Int) throws {
    let run = try workbench(
      "cluster:" + door(index), "-c", "set C/1.n \(number)", "-c", "get C/1.n")
    #expect(run.output == "\(number)\n", "\(run.errors)")
  }

  func leader() throws -> Int {
    for _ in 0..<600 {
      for index in addresses.indices where nodes[index] != nil {
        let run = try workbench("cluster", "members", "cluster:" + door(index))
        let line = run.lines.first { $0.hasSuffix("leads") }
        let address = line?.split(separator: " ").first.map(String.init)
        if let found = addresses.firstIndex(where: { $0 == address }), nodes[found] != nil {
          return found
        }
      }
      usleep(100_000)
    }
    throw Program.Failure(words: "no node leads")
  }
}

extension Program {
  struct Failure: Error {
    var words: String
  }
}

/// A session that runs one command at a time, each after the answer to the one before.
final class TestSession {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = ""
  private var count = 0
  /// An error of the store ends the program.
  private(set) var hasEnded = false

  init(
    _ cluster: TestCluster, at door: String? = nil, executable: URL = Program.executable,
    _ arguments: String...
  ) throws {
    process.executableURL = executable
    process.arguments =
      [door.map { "cluster:" + $0 } ?? TestCluster.name, "--keep-going"] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "USER": "tester"]
      .merging(cluster.environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// Begins the command that marks the end of another command's output.
  static let mark = "echo \"answered "

  func callAsFunction(_ command: String) -> String {
    count += 1
    let mark = "answered \(count)"
    let text = Data("\(command)\n\(Self.mark)\(count)\"\n".utf8)
    do { try input.fileHandleForWriting.write(contentsOf: text) } catch { hasEnded = true }
    while true {
      if let end = rest.range(of: mark + "\n") {
        defer { rest = String(rest[end.upperBound...]) }
        return String(rest[..<end.lowerBound])
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty {
        hasEnded = true
        return rest
      }
      rest += String(decoding: data, as: UTF8.self)
    }
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

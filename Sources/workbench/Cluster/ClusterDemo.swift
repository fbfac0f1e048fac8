#if Cluster
  internal import ArgumentParser
  internal import FoundationEssentials
  internal import Glibc

  extension ClusterCommand {
    struct Demo: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Runs three nodes on this machine until you press Ctrl-C.",
        discussion: "The data of the nodes stays in FOLDER for the next run.")

      @Argument(help: "The folder for the data of the nodes.", completion: .directory)
      var folder = "cluster-demo"

      @Option(help: "The port of the first node; the other nodes use the next two ports.")
      var port = 9601

      @Option(help: "The maximum latency of a message between two nodes, in milliseconds.")
      var latency = 100

      @Option(help: "The maximum idle time of a session in a transaction, in seconds.")
      var silence = 2

      func validate() throws {
        guard (1...65_533).contains(port) else {
          throw ValidationError("--port is \(port); expected 1 to 65533")
        }
      }

      func run() throws {
        let signals = EndingSignals()
        let root = URL(fileURLWithPath: folder)
        try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let addresses = (0..<3).map { "127.0.0.1:\(port + $0)" }
        var nodes: [pid_t] = []
        defer {
          for node in nodes {
            kill(node, SIGTERM)
            waitpid(node, nil, 0)
          }
        }
        for (number, address) in addresses.enumerated() {
          let folder = root.appendingPathComponent("\(number + 1)").path
          let isNew = !FileManager.default.fileExists(atPath: folder + "/data/metadata1")
          let words =
            [program, "node", folder]
            + ["--address", address, "--latency", "\(latency)", "--silence", "\(silence)"]
            + ["--log", "error"]
            + (number > 0 ? ["--join", addresses[0]] : isNew ? ["--begin"] : [])
          // Wait until the node is ready before starting the next one.
          let said = try Self.start(words, &nodes)
          var byte: UInt8 = 0
          guard read(said, &byte, 1) == 1 else {
            throw Failed("the node \(address) has not started")
          }
        }
        let door = root.appendingPathComponent("1/door").path
        Output.print(
          "three nodes are running; in another terminal: workbench cluster:\(door)\npress Ctrl-C to stop\n"
        )
        while !signals.wait(milliseconds: 1000) {}
      }

      private static func start(_ words: [String], _ nodes: inout [pid_t]) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failed(String(cString: strerror(errno))) }
        defer { close(ends[1]) }
        let spawning = Spawning(words: words, environment: Environment.variables, isApart: true)
        guard let node = spawning.start(with: ends[1], of: ends, as: STDOUT_FILENO) else {
          throw Failed("\(words[0]) cannot be started")
        }
        nodes.append(node)
        return ends[0]
      }
    }
  }
#endif

#if Cluster
  internal import ArgumentParser
  internal import Foundation
  internal import Glibc

  extension ClusterCommand {
    /// Three nodes on this machine, which end with the command.
    struct Demo: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Runs three nodes on this machine until it is ended.",
        discussion: "What they keep is in FOLDER, and found again the next time.")

      @Argument(help: "Where the nodes keep their data.", completion: .directory)
      var folder = "cluster-demo"

      @Option(help: "The port of the first node; the others have the next ones.")
      var port = 9601

      @Option(help: "How long a message between two nodes takes at most, in milliseconds.")
      var latency = 100

      func run() throws {
        let signals = EndingSignals()
        let root = URL(fileURLWithPath: folder)
        try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let addresses = (0..<3).map { "127.0.0.1:\(port + $0)" }
        var nodes: [Process] = []
        defer { for node in nodes { Self.end(node) } }
        for (number, address) in addresses.enumerated() {
          let node = Process()
          node.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
          node.arguments =
            ["node", root.appendingPathComponent("\(number + 1)").path]
            + ["--address", address, "--latency", "\(latency)"]
            + (number == 0 ? [] : ["--join", addresses[0]])
          let said = Pipe()
          node.standardOutput = said
          try node.run()
          nodes.append(node)
          // Each waits for the one before it.
          guard !said.fileHandleForReading.availableData.isEmpty else {
            throw Failed("the node \(address) has not started")
          }
        }
        let door = root.appendingPathComponent("1/door").path
        let output = Output(STDOUT_FILENO)
        output.write(
          "three nodes run; in another terminal: workbench cluster:\(door)\nCtrl-C ends them\n")
        output.flush()
        while !signals.wait(seconds: 1) {}
      }

      private static func end(_ node: Process) {
        node.terminate()
        node.waitUntilExit()
      }
    }
  }
#endif

import Foundation

/// Commands on a cluster of three nodes on this machine, compared with a file.
func clusters(_ table: Table) throws {
  table.begin(
    "A cluster of three nodes",
    """
    Elapsed time of runs of the program, including its start. The nodes run on the same machine.
    Each set is written to the disks of two nodes before the reply, which takes most of the time.
    """)
  let cluster = Cluster()
  // Each set is a separate command, so that none waits for another's commit.
  let sets = (0..<200).flatMap { ["-c", "set T/1.n \($0)"] }
  for (name, commands, most) in [
    ("200 sets", sets, 40.0), ("list of 1,000 records", ["-c", "list T"], 4),
  ] {
    try table.compare(name, to: "a file", atMost: most) {
      try leastTime(of: commands, on: cluster.store.get())
    } _: {
      try leastTime(of: commands, on: prepared(Place.new()))
    }
  }
}

private func leastTime(of commands: [String], on store: String) throws -> Double {
  try (0..<5).map { _ in try Child(program: [store] + commands).time }.min() ?? 0
}

/// Three nodes, started when `store` is first read.
private final class Cluster {
  private let nodes = Process()
  private(set) lazy var store = Result {
    let folder = try Place.new("nodes")
    nodes.executableURL = URL(fileURLWithPath: Place.program)
    nodes.arguments = ["cluster", "demo", folder, "--port", "29601"]
    let said = Pipe()
    nodes.standardOutput = said
    try nodes.run()
    // The nodes report when they are running.
    _ = said.fileHandleForReading.availableData
    return try prepared("cluster:\(folder)/1/door")
  }

  deinit {
    guard nodes.isRunning else { return }
    nodes.terminate()
    nodes.waitUntilExit()
  }
}

private func prepared(_ store: String) throws -> String {
  try Child(
    program: [store, "-c", "define T { n: Integer = 0 }", "-c", "for i in 1...1000 { new T }"])
  return store
}

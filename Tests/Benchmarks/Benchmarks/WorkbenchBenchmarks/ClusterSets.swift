import Benchmark
import Foundation

/// 200 commands that each set a value, and a list of 1,000 records, on a cluster of three nodes of this
/// machine beside a file.
func clusterSets() {
  for place in ["cluster", "file"] {
    let suffix = place == "file" ? ": file" : ""
    Benchmark("200 sets on a cluster\(suffix)") { benchmark in
      guard let program = releaseProgram(benchmark) else { return }
      let database = try preparedDatabase(place, program, benchmark)
      // Each is a run of its own, so that none waits for another's commit.
      let sets = (0..<200).flatMap { ["-c", "set T/1.n \($0)"] }
      try run(program, ["--no-init", database] + sets, benchmark)
    }
    Benchmark("a list of 1,000 records on a cluster\(suffix)") { benchmark in
      guard let program = releaseProgram(benchmark) else { return }
      let database = try preparedDatabase(place, program, benchmark)
      try run(program, ["--no-init", database, "-c", "list T"], benchmark)
    }
  }
}

private let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("cluster-\(getpid())")
private nonisolated(unsafe) var nodes: Process?
private nonisolated(unsafe) var prepared: Set<String> = []

/// The database at a place, which has 1,000 records.
private func preparedDatabase(
  _ place: String, _ program: String, _ benchmark: Benchmark
) throws -> String {
  let database =
    place == "file"
    ? folder.appendingPathComponent("file.db").path
    : "cluster:" + folder.appendingPathComponent("nodes/1/door").path
  guard prepared.insert(place).inserted else { return database }
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  if place == "cluster" {
    let demo = Process()
    demo.executableURL = URL(fileURLWithPath: program)
    demo.arguments = [
      "cluster", "demo", folder.appendingPathComponent("nodes").path, "--port", "29601",
    ]
    let said = Pipe()
    demo.standardOutput = said
    try demo.run()
    _ = said.fileHandleForReading.availableData
    nodes = demo
    atexit {
      nodes?.terminate()
      nodes?.waitUntilExit()
    }
  }
  try run(
    program,
    [
      "--no-init", database, "-c", "define T { n: Integer = 0 }", "-c",
      "for i in 1...1000 { new T }",
    ],
    benchmark)
  return database
}

import Benchmark
import Foundation

/// The start and end of the program, one command between them, against the start and end of the
/// barest Python. Build the program first: `swift build -c release` at the top of the package.
func startUp() {
  Benchmark("start-up") { benchmark in
    guard let program = releaseProgram(benchmark) else { return }
    try run(program, ["-c", "exit"], benchmark)
  }

  Benchmark("start-up: python3 -S -c pass") { benchmark in
    try run(try interpreter(), ["-S", "-c", "pass"], benchmark)
  }
}

/// The path of the program as it is used; where it has not been built, the benchmark says so.
func releaseProgram(_ benchmark: Benchmark) -> String? {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let program = root.appendingPathComponent(".build/release/workbench").path
  guard FileManager.default.isExecutableFile(atPath: program) else {
    benchmark.error("there is no \(program); build it with: swift build -c release")
    return nil
  }
  return program
}

func run(_ program: String, _ arguments: [String], _ benchmark: Benchmark) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  benchmark.startMeasurement()
  try process.run()
  process.waitUntilExit()
  benchmark.stopMeasurement()
}

/// The interpreter itself, for what stands first in the path may be a script that looks for it.
private func interpreter() throws -> String {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", "import sys; print(sys.executable)"]
  process.standardOutput = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

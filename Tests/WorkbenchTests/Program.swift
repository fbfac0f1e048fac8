import Foundation
import Testing

/// The program under test, run as a separate process in a temporary folder.
struct Program {
  struct Run {
    var output: String
    var errors: String
    var status: Int32

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    var objects: [[String: Any]] {
      lines.map { line in
        (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
      }
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("workbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: folder.appendingPathComponent(name))
  }

  @discardableResult
  func writeScript(_ text: String, to name: String) throws -> String {
    // Another process writes the script: a process started here meanwhile would inherit the open
    // file, and files open for writing cannot be executed.
    let run = try run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-ec", "mkdir -p \"$(dirname \"$1\")\"; cat >\"$1\"; chmod 755 \"$1\"", "sh", name],
      Data("#!/bin/sh\n\(text)\n".utf8))
    try #require(run.status == 0, "\(run.errors)")
    return folder.appendingPathComponent(name).path
  }

  func hasFile(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  func callAsFunction(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(Self.executable, arguments, Data(input.utf8), environment)
  }

  func callAsFunction(_ arguments: [String], input: Data) throws -> Run {
    try run(Self.executable, arguments, input, [:])
  }

  func run(
    _ executable: URL, _ arguments: [String], _ input: Data = Data(),
    _ environment: [String: String] = [:]
  ) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin", "USER": "tester", "TZ": "UTC"]
      .merging(environment) { $1 }
    // Files, not pipes, so that no reader must keep pace with the program.
    let streams = ["in", "out", "err"].map { folder.appendingPathComponent(".\($0)-\(UUID())") }
    defer { for url in streams { try? FileManager.default.removeItem(at: url) } }
    try input.write(to: streams[0])
    for url in streams.dropFirst() {
      try Data().write(to: url)
    }
    process.standardInput = try FileHandle(forReadingFrom: streams[0])
    process.standardOutput = try FileHandle(forWritingTo: streams[1])
    process.standardError = try FileHandle(forWritingTo: streams[2])
    try process.run()
    // A program that waits forever fails its test instead of stopping the whole run.
    let id = process.processIdentifier
    let end = DispatchWorkItem { kill(id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 900, execute: end)
    process.waitUntilExit()
    end.cancel()
    return Run(
      output: try String(decoding: Data(contentsOf: streams[1]), as: UTF8.self),
      errors: try String(decoding: Data(contentsOf: streams[2]), as: UTF8.self),
      status: process.terminationStatus)
  }

  /// Runs a shell command that finds the program as `workbench`.
  func shell(_ command: String) throws -> Run {
    try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command], Data(),
      ["PATH": "\(Self.executable.deletingLastPathComponent().path):/usr/bin:/bin"])
  }

  /// The program next to the test bundle; `WORKBENCH_PROGRAM` selects another build.
  static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["WORKBENCH_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("workbench")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    preconditionFailure("the program is built with its tests")
  }()
}

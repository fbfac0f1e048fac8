import Foundation

struct Child {
  struct Failure: Error {
    var command: [String]
    var code: Int32
  }

  /// By the clock, in seconds.
  let time: Double
  /// In seconds.
  let processorTime: Double
  /// In bytes.
  let peak: Double

  @discardableResult
  init(_ command: [String], to file: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var words = command.map { strdup($0) } + [nil]
    var settings = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + settings { free(pointer) } }
    var process: pid_t = 0
    let start = ContinuousClock.now
    var code = posix_spawnp(&process, command[0], &actions, nil, &words, &settings)
    var usage = rusage()
    guard code == 0, wait4(process, &code, 0, &usage) == process, code == 0 else {
      throw Failure(command: command, code: code)
    }
    time = (ContinuousClock.now - start) / .seconds(1)
    processorTime = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    peak = Double(usage.ru_maxrss) * 1024
  }

  @discardableResult
  init(program arguments: [String], to file: String = "/dev/null") throws {
    try self.init([Place.program, "--no-init"] + arguments, to: file)
  }

  @discardableResult
  init(sqlite3 arguments: [String], to file: String = "/dev/null") throws {
    try self.init(["sqlite3"] + arguments, to: file)
  }

  /// The least processor time of several runs, each on newly created input.
  static func least<Made>(
    of times: Int = 3, on make: () throws -> Made, _ run: (Made) throws -> Child
  ) rethrows -> Double {
    try (0..<times).map { _ in try run(make()).processorTime }.min() ?? 0
  }

  static func least(of times: Int = 3, _ run: () throws -> Child) rethrows -> Double {
    try least(of: times, on: {}, { _ in try run() })
  }
}

import Foundation
import Glibc
import Testing

/// Runs a program on a pseudo-terminal, with a simulated user.
///
/// The program leads a session with this controlling terminal, so Ctrl-C, Ctrl-Z and hangups work.
/// All waiting is limited.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ what: String, _ terminal: PseudoTerminal, _ location: SourceLocation) {
      let screen = terminal.screen
      let place = "line \(screen.cursor.row), column \(screen.cursor.column)"
      description = """
        \(location.fileName):\(location.line): \(what)
        --- screen (cursor: \(place))
        \(screen.transcript)
        --- last bytes
        \(String(decoding: terminal.raw.suffix(400), as: UTF8.self).debugDescription)
        """
    }
  }

  /// In seconds; long, because the machine may be busy.
  static let patience = 300.0

  private let process: pid_t
  /// Whether `TERM` is `dumb`, so there is no line editing.
  private let isDumb: Bool
  private var master: Int32
  private var ending: Int32?
  private var bytes: [UInt8] = []
  private var shown: Screen
  private var hasHungUp = false

  /// Starts a program in a folder with its own `home`, `state` and `config`.
  ///
  /// - Parameter environment: Changes to the default environment; nil removes a variable.
  init(
    _ program: Program, _ arguments: [String] = [], environment: [String: String?] = [:],
    columns: Int = 80, rows: Int = 24, breaksLinesAnew: Bool = false,
    executable: String = Program.executable.path
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    try Self.check(master < 0 ? errno : 0)
    isDumb = environment["TERM"] == "dumb"
    shown = Screen(columns: columns, rows: rows)
    shown.breaksLinesAnew = breaksLinesAnew
    do {
      try Self.setSize(master, columns, rows)
      process = try Self.spawn(
        ["/usr/bin/env", "-C", program.folder.path, executable] + arguments,
        Self.environment(in: program.folder, environment), on: try Self.unlock(master))
    } catch {
      close(master)
      throw error
    }
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    if master >= 0 { close(master) }
  }

  // MARK: The person

  func send(_ text: String, sourceLocation location: SourceLocation = #_sourceLocation) throws {
    try send(bytes: Array(text.utf8), sourceLocation: location)
  }

  /// The bytes need not be valid UTF-8.
  func send(bytes: [UInt8], sourceLocation location: SourceLocation = #_sourceLocation) throws {
    var rest = bytes[...]
    let deadline = Deadline(Self.patience)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno != EAGAIN, errno != EINTR {
        throw Failure("the terminal takes no keys: \(Self.message(errno))", self, location)
      } else if deadline.isOver {
        throw Failure("the program reads no keys", self, location)
      } else {
        take(within: 0.01)
      }
    }
  }

  @discardableResult
  func wait(
    for text: String, within seconds: Double = patience,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> Screen {
    try wait("\(text.debugDescription) to be shown", within: seconds, sourceLocation: location) {
      $0.text.contains(text)
    }
  }

  @discardableResult
  func wait(
    _ what: String, within seconds: Double = patience,
    sourceLocation location: SourceLocation = #_sourceLocation,
    until isWanted: (Screen) throws -> Bool
  ) throws -> Screen {
    let deadline = Deadline(seconds)
    while true {
      let screen = screen
      if try isWanted(screen) { return screen }
      if deadline.isOver || hasHungUp {
        throw Failure("waited in vain for \(what)", self, location)
      }
      take(within: 0.05)
    }
  }

  @discardableResult
  func waitForPrompt(
    _ prompt: String = "> ", below depth: Int = -1, within seconds: Double = patience,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> Screen {
    try wait("the prompt \(prompt.debugDescription)", within: seconds, sourceLocation: location) {
      // Keys sent while the terminal is cooked would be echoed twice.
      $0.depth > depth && $0.beforeCursor == prompt && $0.afterCursor.isEmpty
        && (isDumb || !isCooked)
    }
  }

  /// Enters a line, waits for the next prompt, and returns the lines in between.
  ///
  /// If the line wraps, its rest is included.
  @discardableResult
  func run(
    _ line: String, prompt: String = "> ", within seconds: Double = patience,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let depth = screen.depth
    try send(line + "\r", sourceLocation: location)
    let screen = try waitForPrompt(prompt, below: depth, within: seconds, sourceLocation: location)
    return Array((screen.scrolledOff + screen.lines)[..<screen.depth].dropFirst(depth + 1))
  }

  func resize(columns: Int, rows: Int) throws {
    take(within: 0)
    shown.resize(columns: columns, rows: rows)
    try Self.setSize(master, columns, rows)
  }

  func signal(_ number: Int32) {
    if ending == nil { kill(process, number) }
  }

  func hangUp() {
    take(within: 0)
    close(master)
    master = -1
    hasHungUp = true
  }

  // MARK: What is seen

  var screen: Screen {
    take(within: 0)
    return shown
  }

  /// The screen after the output has paused.
  ///
  /// Use this only for exploring; tests should wait for known contents.
  var stillScreen: Screen {
    var count = -1
    while count != bytes.count {
      count = bytes.count
      take(within: 0.05)
    }
    return shown
  }

  /// Replays the screen after each byte since `start`.
  ///
  /// The window size must not have changed.
  func replay(from start: Int, _ look: (Screen) -> Void) {
    let bytes = raw
    var screen = Screen(columns: shown.columns, rows: shown.rows)
    screen.write(bytes[..<start])
    for byte in bytes[start...] {
      screen.write(CollectionOfOne(byte))
      look(screen)
    }
  }

  var raw: [UInt8] {
    take(within: 0)
    return bytes
  }

  /// Whether the terminal's line discipline echoes and edits, as for plain programs.
  var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(master, &settings) == 0 else { return false }
    let flags = tcflag_t(ECHO | ICANON)
    return settings.c_lflag & flags == flags
  }

  func exitStatus(
    within seconds: Double = patience, sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> Int32 {
    let deadline = Deadline(seconds)
    while ending == nil {
      var status: Int32 = 0
      // Read pending output, or the program may block.
      take(within: 0.01)
      if waitpid(process, &status, WNOHANG) == process {
        ending = status
      } else if deadline.isOver {
        throw Failure("the program does not end", self, location)
      }
    }
    take(within: 0)
    let status = ending ?? 0
    guard status & 0x7F == 0 else {
      throw Failure("the program was killed by signal \(status & 0x7F)", self, location)
    }
    return status >> 8 & 0xFF
  }

  // MARK: The machine

  private struct Deadline {
    private let end: ContinuousClock.Instant

    init(_ seconds: Double) { end = .now + .seconds(seconds) }

    var isOver: Bool { .now >= end }
  }

  private func take(within seconds: Double) {
    // On a closed terminal `poll` always returns immediately.
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    if seconds > 0 { poll(&entry, hasHungUp ? 0 : 1, Int32(seconds * 1000)) }
    guard master >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else {
        hasHungUp = count == 0 || errno == EIO
        return
      }
      bytes += buffer[..<count]
      let questions = shown.questions
      shown.write(buffer[..<count])
      if shown.breaksLinesAnew, shown.questions > questions {
        let report = Array("\u{1B}[\(shown.cursor.row + 1);\(shown.cursor.column + 1)R".utf8)
        _ = write(master, report, report.count)
      }
    }
  }

  // Constants missing in Swift's Glibc module.
  private static let unlockRequest: UInt = 0x4004_5431  // TIOCSPTLCK
  private static let numberRequest: UInt = 0x8004_5430  // TIOCGPTN
  private static let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID

  private static func unlock(_ master: Int32) throws -> String {
    var isLocked: CInt = 0
    try check(ioctl(master, unlockRequest, &isLocked) == 0 ? 0 : errno)
    var number: CUnsignedInt = 0
    try check(ioctl(master, numberRequest, &number) == 0 ? 0 : errno)
    return "/dev/pts/\(number)"
  }

  private static func spawn(
    _ command: [String], _ environment: [String: String], on terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    try check(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal opened by a session leader becomes its controlling terminal.
    try check(posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0))
    try check(posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO))
    try check(posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO))
    // Not the pipes of other tests, which wait until the last program has closed them.
    for handle in STDERR_FILENO + 1..<4096 {
      try check(posix_spawn_file_actions_addclose(&actions, handle))
    }
    var attributes = posix_spawnattr_t()
    try check(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    // The test runner may ignore some signals.
    var signals = sigset_t()
    sigfillset(&signals)
    try check(posix_spawnattr_setsigdefault(&attributes, &signals))
    sigemptyset(&signals)
    try check(posix_spawnattr_setsigmask(&attributes, &signals))
    let flags = newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)))
    var words = command.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer {
      for pointer in words + settings { free(pointer) }
    }
    var process: pid_t = 0
    try check(posix_spawn(&process, command[0], &actions, &attributes, &words, &settings))
    return process
  }

  private static func environment(
    in folder: URL, _ changes: [String: String?]
  ) -> [String: String] {
    let path = folder.path
    var result = [
      "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8", "TZ": "UTC", "USER": "tester",
      "HOME": path, "XDG_STATE_HOME": "\(path)/state", "XDG_CONFIG_HOME": "\(path)/config",
    ]
    for (name, value) in changes {
      result[name] = value
    }
    return result
  }

  private static func setSize(_ terminal: Int32, _ columns: Int, _ rows: Int) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try check(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 ? 0 : errno)
  }

  private static func check(_ code: Int32) throws {
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
  }

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

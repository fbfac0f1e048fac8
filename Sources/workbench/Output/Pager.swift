internal import Glibc
internal import LineEditor

/// A running pager, such as `less`.
///
/// The pager shares the terminal; meanwhile this program ignores Ctrl-C.
final class Pager {
  private let process: pid_t
  private let input: Output
  private let signals: [SignalAction]

  init?(_ command: PagerCommand) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    signals = [SIGINT, SIGPIPE].map(SignalAction.init(switchingOff:))
    // The pager would inherit ignored signals.
    let spawning = Spawning(
      words: command.words, environment: command.environment, signals: [SIGINT, SIGPIPE])
    guard let process = spawning.start(with: ends[0], of: ends, as: STDIN_FILENO) else {
      close(ends[1])
      for signal in signals { signal.restore() }
      return nil
    }
    self.process = process
    input = Output(ends[1], loss: .isTaken)
  }

  var isRead: Bool { input.isRead }

  func writeLine(_ text: String) {
    input.writeLine(text)
    // Flush each line, to show it at once and to notice that the pager was closed.
    input.flush()
  }

  func finish() {
    close(input.descriptor)
    repeat {
      // Once asked to end, the program does not wait for the user.
      if TerminalSignals.ending != nil { kill(process, SIGTERM) }
    } while waitpid(process, nil, 0) < 0 && errno == EINTR
    for signal in signals { signal.restore() }
  }
}

struct PagerCommand {
  let words: [String]
  let environment: [String: String]

  /// These characters need a shell.
  private static let shellSigns = Set("|&;<>()$`\\\"'*?[]#~=%!{}\t\n")

  /// Whether the program exists. A name with shell syntax is assumed to exist.
  private static func isThere(_ program: String, _ path: String) -> Bool {
    if program.contains(where: shellSigns.contains) { return true }
    if program.contains("/") { return access(program, X_OK) == 0 }
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
      || shellCommands.contains(program)
  }

  private static let shellCommands: Set = ["trap", "exec", "cd", "export", "unset", "set", "test"]

  /// Uses `WORKBENCH_PAGER`, else `PAGER`, else `less`; nil if the pager is disabled (empty or
  /// `cat`) or missing.
  init?(in environment: [String: String]) {
    let text = environment["WORKBENCH_PAGER"] ?? environment["PAGER"] ?? "less"
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty, words != ["cat"] else { return nil }
    // Checked here, because the shell reports a missing program only after starting.
    guard Self.isThere(words[0], environment["PATH"] ?? "") else { return nil }
    self.words = text.contains(where: Self.shellSigns.contains) ? ["/bin/sh", "-c", text] : words
    // less then exits if the text fits on one screen, shows colours, does not clear the screen, and
    // assumes UTF-8.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8"]
    self.environment = environment.merging(defaults) { own, _ in own }
  }
}

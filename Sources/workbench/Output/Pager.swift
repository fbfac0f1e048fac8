internal import Glibc
internal import LineEditor

/// A program that shows a text a screen at a time, such as `less`, while it runs.
///
/// It shares the terminal: while it runs, Ctrl-C is its own business and not the program's.
final class Pager {
  private let process: pid_t
  private let input: Output
  private let signals: [SignalAction]

  /// Starts it; nil where there is no such program.
  init?(_ command: PagerCommand) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    signals = [SIGINT, SIGPIPE].map(SignalAction.init(switchingOff:))
    guard let process = Self.start(command, ends) else {
      close(ends[1])
      for signal in signals { signal.restore() }
      return nil
    }
    self.process = process
    input = Output(ends[1], loss: .isTaken)
  }

  private static func start(_ command: PagerCommand, _ ends: [Int32]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A signal that is switched off here would stay so over there.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let arguments = command.words.map { strdup($0) } + [nil]
    let environment = command.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, command.words[0], &actions, &attributes, arguments, environment)
    return code == 0 ? process : nil
  }

  /// Whether the person still reads; false once they have left the pager.
  var isRead: Bool { input.isRead }

  func writeLine(_ text: String) {
    input.writeLine(text)
    // A person watches: what there is is shown, and that they leave is noticed.
    input.flush()
  }

  /// Says that this was all, and waits until the person leaves.
  func finish() {
    close(input.descriptor)
    repeat {
      // Who is asked to end does not wait for a person to turn the pages.
      if TerminalSignals.ending != nil { kill(process, SIGTERM) }
    } while waitpid(process, nil, 0) < 0 && errno == EINTR
    for signal in signals { signal.restore() }
  }
}

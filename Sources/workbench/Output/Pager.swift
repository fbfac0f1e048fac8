internal import Glibc
internal import LineEditor

/// A running program that shows a text page by page, such as `less`.
///
/// The pager shares the terminal; while it runs, this program ignores Ctrl-C.
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

  /// False once the user has left the pager.
  var isRead: Bool { input.isRead }

  func writeLine(_ text: String) {
    input.writeLine(text)
    // Flushed per line, so that the user sees it and leaving is noticed.
    input.flush()
  }

  func finish() {
    close(input.descriptor)
    repeat {
      // A program asked to end does not wait for the user.
      if TerminalSignals.ending != nil { kill(process, SIGTERM) }
    } while waitpid(process, nil, 0) < 0 && errno == EINTR
    for signal in signals { signal.restore() }
  }
}

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
    // A signal that is switched off here would stay so over there.
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

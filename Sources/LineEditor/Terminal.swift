internal import Glibc

/// The terminal that a person sits at: where keys come from and lines are drawn.
package final class Terminal {
  /// Tell the terminal to mark the ends of a paste, and no longer to do so.
  static let beginBrackets = "\u{1B}[?2004h"
  static let endBrackets = "\u{1B}[?2004l"

  let input: Int32
  private let output: Int32?
  let keys: KeyReader

  /// Whether lines can be edited, and not only read.
  package let canEdit: Bool

  /// Does deferred work when the person pauses; false if it is to be tried again.
  package var whenIdle: () -> Bool {
    get { keys.whenIdle }
    set { keys.whenIdle = newValue }
  }

  /// Takes the terminal of the standard streams; nil where standard input is none.
  ///
  /// Lines are drawn where standard output goes, else where standard error goes, if that is a
  /// terminal.
  ///
  /// - Parameter isDumb: whether its cursor cannot be moved.
  package init?(isDumb: Bool) {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    output = [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    canEdit = output != nil && !isDumb
    // Widths and multi-byte keys depend on it; a bare "C" would take every "é" for two keys.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    input = STDIN_FILENO
    keys = KeyReader(input)
  }

  /// Takes a terminal by what it is read from and written to, which stay open as long as it is used.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    canEdit = true
    keys = KeyReader(input)
  }

  var screen: Screen { Screen(of: input) }

  /// Asks the terminal in which column its cursor is, counted from 0; nil where it does not say.
  func cursorColumn() -> Int? {
    guard keys.isReported else { return nil }
    write("\u{1B}[6n")
    return keys.nextReport()
  }

  /// Writes to the terminal; what cannot be written is lost with it.
  func write(_ bytes: some Collection<UInt8>) {
    guard let output else { return }
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR || TerminalSignals.ending != nil {
        return
      }
    }
  }

  func write(_ text: String) { write(text.utf8) }

  /// One of libedit's editors for the terminal; nil where it cannot be edited at.
  func makeLine(program: String) -> EditLine? {
    guard canEdit, let output else { return nil }
    return EditLine(program: program, input: input, output: output)
  }
}

internal import Glibc

package final class Terminal {
  /// Bracketed paste on and off.
  static let beginBrackets = "\u{1B}[?2004h"
  static let endBrackets = "\u{1B}[?2004l"

  let input: Int32
  private let output: Int32?
  let keys: KeyReader

  package let canEdit: Bool

  package var whenIdle: () -> Bool {
    get { keys.whenIdle }
    set { keys.whenIdle = newValue }
  }

  /// Uses the terminal of the standard streams; nil if standard input is not a terminal.
  ///
  /// Lines are drawn on standard output if it is a terminal, otherwise on standard error.
  ///
  /// - Parameter isDumb: whether the terminal cannot move its cursor.
  package init?(isDumb: Bool) {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    output = [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    canEdit = output != nil && !isDumb
    // Widths and multi-byte keys depend on the locale; in a plain "C" locale every "é" would be two
    // keys.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    input = STDIN_FILENO
    keys = KeyReader(input)
  }

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    canEdit = true
    keys = KeyReader(input)
  }

  var screen: Screen { Screen(of: input) }

  /// Queries the cursor's column, counted from 0; nil if the terminal does not answer.
  func cursorColumn() -> Int? {
    guard keys.isReported else { return nil }
    write("\u{1B}[6n")
    return keys.nextReport()
  }

  /// Ignores write errors, because there is no other place to report them.
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

  func makeLine(program: String) -> EditLine? {
    guard canEdit, let output else { return nil }
    return EditLine(program: program, input: input, output: output)
  }
}

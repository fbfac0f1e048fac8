internal import Glibc

package final class Terminal {
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

  /// nil if standard input is not a terminal. Lines are drawn on standard output if it is a
  /// terminal, otherwise on standard error.
  ///
  /// - Parameter isDumb: Whether the terminal cannot move its cursor.
  package init?(isDumb: Bool) {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    output = [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    canEdit = output != nil && !isDumb
    // In a plain "C" locale every "é" would be two keys.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    input = STDIN_FILENO
    keys = KeyReader(input)
  }

  package init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    canEdit = true
    keys = KeyReader(input)
  }

  var screen: Screen { Screen(of: input) }

  func cursorColumn() -> Int? {
    guard keys.isReported else { return nil }
    write("\u{1B}[6n")
    return keys.nextReport()
  }

  /// Ignores errors, because they cannot be reported anywhere.
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

package struct Screen: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  package init(of descriptor: Int32) {
    var size = winsize()
    let isKnown =
      ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    (columns, rows) = isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }
}

/// Changes the mode of a terminal, and restores the former mode.
struct TerminalMode {
  private let descriptor: Int32
  private let former: termios

  init?(_ descriptor: Int32) {
    var former = termios()
    guard tcgetattr(descriptor, &former) == 0 else { return nil }
    (self.descriptor, self.former) = (descriptor, former)
  }

  /// Each key is sent at once, without echo; Ctrl-C and Ctrl-Z still send signals.
  func begin() {
    var mode = former
    mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    mode.c_lflag |= tcflag_t(ISIG)
    withUnsafeMutableBytes(of: &mode.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    set(mode)
  }

  /// Ctrl-S and Ctrl-Q become keys instead of stopping and resuming the output.
  func handOnFlowControl() {
    var mode = former
    mode.c_iflag &= ~tcflag_t(IXON)
    set(mode)
  }

  func end() { set(former) }

  private func set(_ mode: termios) {
    var mode = mode
    while tcsetattr(descriptor, TCSADRAIN, &mode) != 0, errno == EINTR,
      TerminalSignals.ending == nil
    {}
  }
}

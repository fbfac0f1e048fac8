internal import Glibc

/// Makes a terminal pass on each key at once, without echo.
///
/// Ctrl-C and Ctrl-Z still send signals.
struct TerminalMode {
  private let descriptor: Int32
  private let former: termios

  init?(_ descriptor: Int32) {
    var former = termios()
    guard tcgetattr(descriptor, &former) == 0 else { return nil }
    self.descriptor = descriptor
    self.former = former
  }

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

  /// Passes on Ctrl-S and Ctrl-Q as keys instead of stopping and resuming output.
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

internal import Glibc

/// How a terminal hands on its keys: each as it comes, and none of them shown.
///
/// Ctrl-C and Ctrl-Z still are signals.
struct TerminalMode {
  private let descriptor: Int32
  private let former: termios

  /// Looks at how a terminal is set; nil where there is none.
  init?(_ descriptor: Int32) {
    var former = termios()
    guard tcgetattr(descriptor, &former) == 0 else { return nil }
    self.descriptor = descriptor
    self.former = former
  }

  /// Has the terminal hand on each key.
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

  /// Has the terminal hand on Ctrl-S and Ctrl-Q too, which else stop its output and let it go on.
  func handOnFlowControl() {
    var mode = former
    mode.c_iflag &= ~tcflag_t(IXON)
    set(mode)
  }

  /// Sets the terminal as it was.
  func end() { set(former) }

  private func set(_ mode: termios) {
    var mode = mode
    while tcsetattr(descriptor, TCSADRAIN, &mode) != 0, errno == EINTR,
      TerminalSignals.ending == nil
    {}
  }
}

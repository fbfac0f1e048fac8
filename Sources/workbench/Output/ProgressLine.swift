internal import LineEditor

/// A line of the terminal that says how far something has come, and leaves no trace.
final class ProgressLine {
  private let output: Output
  private var isShown = false

  /// - Parameter output: a stream to a terminal whose cursor can be moved.
  init(_ output: Output) {
    self.output = output
  }

  /// Shows a text in place of the one before; nil gives the line back.
  func show(_ text: String?) {
    guard text != nil || isShown else { return }
    // A full line would wrap where the next text does not clear it.
    let columns = Screen(of: output.descriptor).columns - 1
    output.write("\r\u{1B}[K" + (text?.withVisibleControls.cut(to: columns) ?? ""))
    output.flush()
    isShown = text != nil
  }
}

internal import LineEditor

/// A line of the terminal that says how far something has come, and leaves no trace.
final class ProgressLine {
  private let output: Output
  private var isShown = false

  /// - Parameters:
  ///   - output: a stream to a terminal whose cursor can be moved.
  ///   - streams: those whose text takes the place of the line.
  init(_ output: Output, among streams: [Output]) {
    self.output = output
    for stream in streams where stream.isTerminal {
      stream.beforeWriting = { [weak self] in self?.show(nil) }
    }
  }

  /// Shows a text in place of the one before, whatever else waits to be written; nil gives the line
  /// back.
  func show(_ text: String?) {
    guard text != nil || isShown else { return }
    isShown = text != nil
    // A full line would wrap where the next text does not clear it.
    let columns = Screen(of: output.descriptor).columns - 1
    let line = text?.withVisibleControls.cut(to: columns) ?? ""
    output.writeAtOnce(Array("\r\u{1B}[K\(line)".utf8))
  }
}

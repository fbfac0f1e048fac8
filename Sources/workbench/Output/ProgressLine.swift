internal import LineEditor

/// A transient progress line on the terminal.
final class ProgressLine {
  private let output: Output
  private var isShown = false

  /// - Parameters:
  ///   - output: a stream to a terminal that can move its cursor.
  ///   - streams: streams whose output replaces the line.
  init(_ output: Output, among streams: [Output]) {
    self.output = output
    for stream in streams where stream.isTerminal {
      stream.beforeWriting = { [weak self] in self?.show(nil) }
    }
  }

  /// Replaces the line at once, bypassing buffers; nil removes it.
  func show(_ text: String?) {
    guard text != nil || isShown else { return }
    isShown = text != nil
    // A full line would wrap, and the next text would not clear it.
    let columns = Screen(of: output.descriptor).columns - 1
    let line = text?.withVisibleControls.cut(to: columns) ?? ""
    output.writeAtOnce(Array("\r\u{1B}[K\(line)".utf8))
  }
}

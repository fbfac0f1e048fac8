internal import LineEditor

/// The destination of data: standard output, or a pager for replies longer than the screen.
final class Paper {
  private let output: Output
  private let pagerCommand: PagerCommand?
  private var state = State.open
  /// The start of a reply, held back until the reply ends or fills the screen.
  private var held: [String] = []
  private var heldRows = 0

  private enum State {
    case open, holding
    case paged(Pager)
    case left
  }

  var screen: Screen? { isTerminal ? Screen(of: output.descriptor) : nil }
  private let isTerminal: Bool
  var isWatched = false

  private let prefix: String
  let isColoured: Bool

  /// - Parameters:
  ///   - pagerCommand: nil disables the pager.
  ///   - prefix: Starts every line.
  init(
    _ output: Output, pagerCommand: PagerCommand? = nil, prefix: String = "",
    isColoured: Bool = false
  ) {
    (self.output, self.prefix) = (output, prefix)
    (self.isColoured, self.pagerCommand) = (isColoured, pagerCommand)
    isTerminal = output.isTerminal
  }

  var isRead: Bool { if case .left = state { false } else { true } }

  func write(_ line: String) {
    switch state {
    case .open: output.writeLine(prefixed(line))
    case .holding: hold(line)
    case .paged(let pager):
      pager.writeLine(line)
      if !pager.isRead {
        pager.finish()
        state = .left
      }
    case .left: break
    }
  }

  private func prefixed(_ text: String) -> String {
    prefix.isEmpty ? text : prefix + text.replacing("\n", with: "\n" + prefix)
  }

  func begin() {
    if isWatched, pagerCommand != nil, case .open = state { state = .holding }
  }

  func end() {
    if case .paged(let pager) = state { pager.finish() }
    state = .open
    release()
  }

  func flush() {
    end()
    output.flush()
  }

  private func hold(_ line: String) {
    held.append(line)
    guard let screen, let pagerCommand else { return }
    heldRows += max(1, (line.displayWidth + screen.columns - 1) / screen.columns)
    // The last row is for the prompt.
    guard heldRows >= screen.rows else { return }
    output.flush()
    if let pager = Pager(pagerCommand) {
      state = .paged(pager)
    } else {
      state = .open
    }
    release()
  }

  private func release() {
    let lines = held
    held = []
    heldRows = 0
    lines.forEach(write)
  }
}

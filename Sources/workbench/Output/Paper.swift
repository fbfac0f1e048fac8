internal import LineEditor

/// What data is written on: standard output, or a pager for a reply that is longer than the screen.
final class Paper {
  private let output: Output
  private let pagerCommand: PagerCommand?
  private var state = State.open
  /// The beginning of a reply, until it is known whether the screen can hold all of it.
  private var held: [String] = []
  private var heldRows = 0

  private enum State {
    case open, holding
    case paged(Pager)
    /// The person has left the pager; the rest of the reply is not wanted.
    case left
  }

  /// The terminal; nil if the output is not one.
  var screen: Screen? { isTerminal ? Screen(of: output.descriptor) : nil }
  private let isTerminal: Bool
  /// Whether a person waits for what is printed now, so that a pager may be started.
  var isWatched = false

  /// What every line begins with.
  private let prefix: String
  /// Whether data may have colours.
  let isColoured: Bool

  /// - Parameters:
  ///   - pagerCommand: what starts a pager; nil where there shall be none.
  ///   - prefix: what every line begins with.
  ///   - isColoured: whether data may have colours.
  init(
    _ output: Output, pagerCommand: PagerCommand? = nil, prefix: String = "",
    isColoured: Bool = false
  ) {
    self.output = output
    self.prefix = prefix
    self.isColoured = isColoured
    self.pagerCommand = pagerCommand
    isTerminal = output.isTerminal
  }

  /// Whether somebody still reads the reply.
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

  /// Begins a reply of many lines.
  func begin() {
    if isWatched, pagerCommand != nil, case .open = state { state = .holding }
  }

  /// Ends the reply, and waits for the person to leave the pager if there is one.
  func end() {
    if case .paged(let pager) = state { pager.finish() }
    state = .open
    release()
  }

  /// Writes out all there is.
  func flush() {
    end()
    output.flush()
  }

  private func hold(_ line: String) {
    held.append(line)
    guard let screen, let pagerCommand else { return }
    heldRows += max(1, (line.displayWidth + screen.columns - 1) / screen.columns)
    // The last row is the prompt's.
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

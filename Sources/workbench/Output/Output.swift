internal import Glibc
internal import LineEditor

final class Output {
  /// The reaction to a write error.
  enum Loss {
    /// Ends the program at once, silently if the reader has closed the stream.
    case endsProgram
    /// Runs no further command and ends the program with ``lossStatus``.
    case endsRun
    /// If the reader has closed the stream, continues and discards later output; any other error
    /// ends the program.
    case isTaken
  }

  private static let capacity = 1 << 16

  let descriptor: Int32
  private let loss: Loss
  private let receiver: (([UInt8]) -> Void)?
  private var buffer: [UInt8] = []
  private(set) var isRead = true
  /// The exit status after a write error with ``Loss/endsRun``; else nil.
  private(set) var lossStatus: Int32?
  private var isLossTaken = false

  init(to receiver: @escaping ([UInt8]) -> Void) {
    descriptor = -1
    loss = .isTaken
    isTerminal = false
    self.receiver = receiver
  }

  init(_ descriptor: Int32, loss: Loss = .endsProgram) {
    (self.descriptor, self.loss) = (descriptor, loss)
    receiver = nil
    // Determined once, because a closed terminal is no longer reported as one.
    isTerminal = isatty(descriptor) == 1
  }

  static func print(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    let output = Output(descriptor)
    output.write(text)
    output.flush()
  }

  weak var hold: OutputBuffer?

  var beforeWriting: (() -> Void)?

  /// Whether lines wait because the user is editing on the screen.
  var isHeld = false {
    didSet { if !isHeld { takeLines().forEach(writeLine) } }
  }
  private var lines: [String] = []

  let isTerminal: Bool

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { flush() }
  }

  func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { flush() }
  }

  func writeLine(_ text: String) {
    if isHeld { return lines.append(text) }
    buffer.append(contentsOf: text.utf8)
    write("\n")
  }

  func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  func flush() {
    guard !buffer.isEmpty, !isHeld else { return }
    if let receiver {
      receiver(buffer)
      buffer.removeAll(keepingCapacity: true)
      return
    }
    if let hold, hold.isHolding {
      hold.take(buffer, of: self)
      buffer.removeAll(keepingCapacity: true)
      return
    }
    beforeWriting?()
    writeAtOnce(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  func writeAtOnce(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while isRead, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE && loss == .isTaken || errno == EIO && isTerminal {
        // Not an error: lost output is accepted, or the code that reads keys detects the closed
        // terminal.
        isRead = false
      } else if errno == EAGAIN {
        // Another program that shares the stream has made it non-blocking.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno == EINTR {
        // Once asked to end, the program does not wait for a stopped terminal or a slow reader.
        if TerminalSignals.ending != nil { isRead = false }
      } else {
        lose(errno)
      }
    }
  }

  private func lose(_ code: Int32) {
    isRead = false
    // The status of a program that SIGPIPE ends; here, the signal is ignored.
    let status = code == EPIPE ? 128 + SIGPIPE : ExitStatus.failure
    if code != EPIPE, descriptor != STDERR_FILENO {
      let reason = String(cString: strerror(code))
      Self.print("error: the output cannot be written: \(reason)\n", to: STDERR_FILENO)
    }
    guard loss == .endsRun else { exit(status) }
    lossStatus = status
  }

  func takeLoss() -> Bool {
    defer { isLossTaken = lossStatus != nil }
    return lossStatus != nil && !isLossTaken
  }
}

final class ProgressLine {
  private let output: Output
  private var isShown = false

  init(_ output: Output, among streams: [Output]) {
    self.output = output
    for stream in streams where stream.isTerminal {
      stream.beforeWriting = { [weak self] in self?.show(nil) }
    }
  }

  /// Bypasses buffers; nil removes the line.
  func show(_ text: String?) {
    guard text != nil || isShown else { return }
    isShown = text != nil
    // A full line would wrap, and the next text would not clear it.
    let columns = Screen(of: output.descriptor).columns - 1
    let line = text?.withVisibleControls.cut(to: columns) ?? ""
    output.writeAtOnce(Array("\r\u{1B}[K\(line)".utf8))
  }
}

internal import Glibc
internal import LineEditor

/// A stream of the program, buffered.
final class Output {
  /// What becomes of the program when the stream cannot be written any more.
  enum Loss {
    /// It ends at once, without a word if the reader has closed the stream.
    case endsProgram
    /// No further command is run, and the program ends with ``lossStatus``.
    case endsRun
    /// It goes on, and what is written from then on is lost.
    case isTaken
  }

  private static let capacity = 1 << 16

  let descriptor: Int32
  private let loss: Loss
  /// Takes what is written where that is no stream.
  private let receiver: (([UInt8]) -> Void)?
  private var buffer: [UInt8] = []
  /// Whether there is still somebody who reads, as far as is known.
  private(set) var isRead = true
  /// What the program ends with, since what it has to say is lost; nil if nothing is.
  private(set) var lossStatus: Int32?
  private var isLossTaken = false

  /// What is written is handed over to a closure.
  init(to receiver: @escaping ([UInt8]) -> Void) {
    descriptor = -1
    loss = .isTaken
    isTerminal = false
    self.receiver = receiver
  }

  init(_ descriptor: Int32, loss: Loss = .endsProgram) {
    self.descriptor = descriptor
    self.loss = loss
    receiver = nil
    // Asked once: a terminal that was closed is no longer one.
    isTerminal = isatty(descriptor) == 1
  }

  /// Takes what is written while it is not to be seen yet.
  weak var hold: OutputHold?

  /// Called before something is written to the terminal, if the stream goes to one.
  var beforeWriting: (() -> Void)?

  /// Whether the lines that are written wait until they are taken, for one is being edited on the
  /// screen.
  var isHeld = false {
    didSet { if !isHeld { takeLines().forEach(writeLine) } }
  }
  /// The pending lines.
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

  /// Removes and returns the pending lines.
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

  /// Writes bytes past those that wait.
  func writeAtOnce(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while isRead, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE && loss == .isTaken || errno == EIO && isTerminal {
        // A closed terminal is noticed where keys are read.
        isRead = false
      } else if errno == EAGAIN {
        // The stream was made not to wait, by another program that shares it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno == EINTR {
        // Who is asked to end does not wait for a terminal that was halted, or a slow reader.
        if TerminalSignals.ending != nil { isRead = false }
      } else {
        lose(errno)
      }
    }
  }

  /// Ends the program or the run, because its output is lost: the disk is full, for example.
  private func lose(_ code: Int32) {
    isRead = false
    // A closed pipe ends it as the signal would, if the parent had not switched that off.
    let status = code == EPIPE ? 128 + SIGPIPE : ExitStatus.failure
    if code != EPIPE, descriptor != STDERR_FILENO {
      let errors = Output(STDERR_FILENO)
      errors.write("error: the output cannot be written: \(String(cString: strerror(code)))\n")
      errors.flush()
    }
    guard loss == .endsRun else { exit(status) }
    lossStatus = status
  }

  /// Whether output was lost since this was last asked.
  func takeLoss() -> Bool {
    defer { isLossTaken = lossStatus != nil }
    return lossStatus != nil && !isLossTaken
  }
}

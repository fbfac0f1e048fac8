internal import Glibc

/// A stream of the program, buffered; a reader that has gone away ends the program without a word.
final class Output {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether what is written waits until it is taken, for a line is being edited on the screen.
  var isHeld = false

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { flush() }
  }

  /// Takes the lines that wait.
  func takeLines() -> [String] {
    defer { buffer.removeAll(keepingCapacity: true) }
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func flush() {
    if isHeld { return }
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        // As the signal would have ended it, had the parent not switched that off.
        exit(128 + SIGPIPE)
      } else if errno == EAGAIN {
        // The stream was made not to wait, by another program that shares it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        fail(errno)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Ends the program, for what it has to say is lost: the disk is full, say.
  private func fail(_ code: Int32) -> Never {
    if descriptor != STDERR_FILENO {
      let errors = Output(STDERR_FILENO)
      errors.write("error: the output cannot be written: \(String(cString: strerror(code)))\n")
      errors.flush()
    }
    exit(1)
  }
}

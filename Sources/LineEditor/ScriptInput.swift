internal import Glibc

/// Reads lines of bytes without editing.
///
/// Memory is bounded by the longest line. Each line is returned as soon as it is complete, so that
/// a pipe can be answered while it is open.
package final class ScriptInput {
  /// In bytes.
  private static let longestLine = 1 << 28

  private let descriptor: Int32
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// Called before a read that may block, never for files. An error ends the read.
  package var beforeWaiting: () throws(InputError) -> Void = { () throws(InputError) in }

  package init() {
    descriptor = STDIN_FILENO
    isOwned = false
  }

  package init(path: String) throws(InputError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else { throw InputError.last }
    if let error = InputError(readingFrom: descriptor) { throw error }
  }

  deinit {
    if isOwned, descriptor >= 0 { close(descriptor) }
  }

  /// The slice has no newline and shares the buffer: copy the slice to keep it.
  package func nextLine() throws(InputError) -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return buffer[position..<end]
      }
      searched = buffer.count
      if isAtEnd {
        guard position < buffer.count else { return nil }
        defer { position = buffer.count }
        return buffer[position...]
      }
      let dropped = position
      try fill()
      searched -= dropped
    }
  }

  private func fill() throws(InputError) {
    buffer.removeFirst(position)
    position = 0
    if !isReadable { try beforeWaiting() }
    try wait()
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, size in
      repeat {
        count = read(descriptor, bytes.baseAddress, bytes.count)
      } while count < 0 && errno == EINTR && !TerminalSignals.isPending
      size = max(count, 0)
    }
    guard buffer.count + piece.count <= Self.longestLine else { throw .longLine }
    buffer += piece
    // Checked on every read, because a file may be endless.
    if TerminalSignals.isPending { throw InputError(code: EINTR) }
    guard count >= 0 else { throw InputError.last }
    isAtEnd = count == 0
  }

  /// Throws if a signal asks to stop.
  private func wait() throws(InputError) {
    while !TerminalSignals.isPending {
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        // A signal may arrive after the check above.
        pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, -1) > 0 else { continue }
      if waits[0].revents != 0 { return }
      if !TerminalSignals.isPending { TerminalSignals.silence() }
    }
    throw InputError(code: EINTR)
  }

  private var isReadable: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}

package struct InputError: Error, Hashable, Sendable {
  package var code: Int32
  package var message: String
}

extension InputError {
  static var last: InputError { InputError(code: errno) }

  static let longLine = InputError(code: EFBIG, message: "it has a line of more than 256 MiB")

  /// nil if the file can be read. Folders are rejected, and devices other than terminals and
  /// `/dev/null`, because they may be endless.
  package init?(readingFrom descriptor: Int32) {
    var (status, null) = (stat(), stat())
    guard fstat(descriptor, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    let isNull = stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev
    if [S_IFREG, S_IFIFO, S_IFSOCK].contains(kind) || isatty(descriptor) == 1 { return nil }
    if kind == S_IFCHR, isNull { return nil }
    if kind == S_IFDIR {
      self.init(code: EISDIR)
    } else {
      self.init(code: ENOTSUP, message: "it is a device; expected a regular file or a pipe")
    }
  }

  package init(code: Int32) { self.init(code: code, message: String(cString: strerror(code))) }
}

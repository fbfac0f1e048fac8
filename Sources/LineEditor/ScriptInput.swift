internal import Glibc

/// Lines of bytes from a file, a pipe or a terminal that is not edited at.
///
/// Memory is bounded by the longest line. A line is handed out as soon as it is there, so that a
/// pipe can be answered while it stays open.
package final class ScriptInput {
  /// The most bytes of a line.
  private static let longestLine = 1 << 28

  private let descriptor: Int32
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// Called before the next piece is waited for, which a file never is; what it throws ends the wait.
  package var beforeWaiting: () throws(InputError) -> Void = { () throws(InputError) in }

  /// Reads standard input.
  package init() {
    descriptor = STDIN_FILENO
    isOwned = false
  }

  /// Opens a file.
  ///
  /// - Throws: ``InputError`` if it cannot be opened.
  package init(path: String) throws(InputError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else { throw InputError.last }
    if let error = InputError(readingFrom: descriptor) { throw error }
  }

  deinit {
    if isOwned, descriptor >= 0 { close(descriptor) }
  }

  /// The next line without its newline; nil after the last.
  ///
  /// It is a part of what was read; whoever keeps it longer than until the next makes a copy.
  ///
  /// - Throws: ``InputError`` if it cannot be read, as from a directory.
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

  /// Drops what has been handed out and reads a piece more.
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
    // A file may go on for ever.
    if TerminalSignals.isPending { throw InputError(code: EINTR) }
    guard count >= 0 else { throw InputError.last }
    isAtEnd = count == 0
  }

  /// Waits until there is something to read, or nothing any more.
  ///
  /// - Throws: ``InputError`` where somebody wants it to be broken off, now or before.
  private func wait() throws(InputError) {
    while !TerminalSignals.isPending {
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        // A signal between the look above and the wait rings it.
        pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 2, -1) > 0 else { continue }
      if waits[0].revents != 0 { return }
      if !TerminalSignals.isPending { TerminalSignals.silence() }
    }
    throw InputError(code: EINTR)
  }

  /// Whether there is something to read now, or nothing any more.
  private var isReadable: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}

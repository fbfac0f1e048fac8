internal import Glibc

/// A stream of the program, buffered; a reader that has gone away ends the program quietly.
final class Output {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { flush() }
  }

  func flush() {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // Nobody listens, or nothing more can be written: there is nobody to tell.
        exit(errno == EPIPE ? 0 : 1)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

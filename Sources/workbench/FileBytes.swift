internal import Glibc
internal import LineEditor
internal import Replies
internal import Session

final class FileBytes: ByteSource {
  private static let pieceSize = 1 << 16

  let size: Int?
  private let path: String
  private let descriptor: Int32
  private let opened: stat
  private let isHeld: Bool

  init(_ path: String) throws(Diagnostic) {
    self.path = path
    isHeld = path != "-"
    let descriptor = isHeld ? open(path, O_RDONLY | O_CLOEXEC) : 0
    guard descriptor >= 0 else { throw Self.error(path, errno) }
    // Before all properties have values, or deinit would close the file again.
    if let error = InputError(readingFrom: descriptor) {
      if isHeld { close(descriptor) }
      throw Diagnostic(.file, "\(path) cannot be read: \(error.message)")
    }
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.error(path, errno) }
    opened = status
    size = status.st_mode & S_IFMT == S_IFREG ? status.st_size : nil
  }

  deinit { if isHeld { close(descriptor) } }

  func next() throws(Diagnostic) -> [UInt8]? {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      let length = read(descriptor, buffer.baseAddress, buffer.count)
      if length < 0 { code = errno }
      count = max(0, length)
    }
    // A signal interrupts the wait for a pipe; the caller checks for it.
    guard code == 0 || code == EINTR else { throw Self.error(path, code) }
    if code == EINTR { return [] }
    return bytes.isEmpty ? nil : bytes
  }

  var isChanged: Bool {
    guard size != nil else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return true }
    return status.st_size != opened.st_size
      || status.st_mtim.tv_sec != opened.st_mtim.tv_sec
      || status.st_mtim.tv_nsec != opened.st_mtim.tv_nsec
  }

  private static func error(_ path: String, _ code: Int32) -> Diagnostic {
    Diagnostic(.file, "\(path) cannot be read: \(String(cString: strerror(code)))")
  }
}

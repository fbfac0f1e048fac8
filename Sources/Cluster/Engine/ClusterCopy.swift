internal import Glibc
internal import SQLEngine

enum ClusterCopy {
  /// The file must be empty or missing.
  static func write(_ bytes: [UInt8], to path: String) throws(EngineError) {
    let handle = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard handle >= 0 else { throw failure(path) }
    defer { close(handle) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(handle, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      written += count
    }
  }

  private static func failure(_ path: String) -> EngineError {
    EngineError(.failure, "\(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}

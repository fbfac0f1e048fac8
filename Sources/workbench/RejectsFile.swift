internal import Glibc
internal import Replies
internal import Session

/// The file that takes the commands that have failed, each as soon as it has.
final class RejectsFile {
  private let path: String
  private let descriptor: Int32

  /// Makes the file, or empties it.
  ///
  /// - Parameter others: the files that the run reads, none of which it can be.
  init(_ path: String, besides others: [String]) throws(Diagnostic) {
    self.path = path
    var (own, other) = (stat(), stat())
    if stat(path, &own) == 0 {
      for name in others where stat(name, &other) == 0 {
        guard own.st_dev != other.st_dev || own.st_ino != other.st_ino else {
          throw Diagnostic(.usage, "--rejects \(path) would overwrite a file that the run reads")
        }
      }
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw Diagnostic(
        .usage, "--rejects \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws(Diagnostic) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // What has failed would be lost, so that the run cannot go on.
        throw Diagnostic(
          .store, "\(path) cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }
}

internal import Glibc

package struct InputError: Error, Hashable, Sendable {
  package var code: Int32
  package var message: String
}

extension InputError {
  static var last: InputError { InputError(code: errno) }

  static let longLine = InputError(code: EFBIG, message: "it has a line of more than 256 MB")

  /// Nil if the file can be read; folders are refused, and devices because they may be endless.
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

  package init(code: Int32) {
    self.init(code: code, message: String(cString: strerror(code)))
  }
}

internal import Glibc

/// Why input cannot be read.
package struct InputError: Error, Hashable, Sendable {
  /// The error number of the system.
  package var code: Int32
  /// What went wrong, for a person.
  package var message: String
}

extension InputError {
  /// The error of the last call to the system.
  static var last: InputError { InputError(code: errno) }

  /// The error that a number of the system stands for.
  package init(code: Int32) {
    self.init(code: code, message: String(cString: strerror(code)))
  }
}

internal import Glibc
internal import LineEditor
internal import Session

extension Diagnostic {
  /// Why a file cannot be read; an interruption that has broken it off is taken by that.
  init(_ error: InputError, reading name: String) {
    if error.code == EINTR, TerminalSignals.takeStop() {
      self.init(.refused, "interrupted")
    } else {
      self.init(.file, "\(name) cannot be read: \(error.message)")
    }
  }
}

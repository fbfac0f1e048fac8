internal import Glibc
internal import LineEditor
internal import Replies
internal import Session

/// The lines of a file or of standard input.
final class InputLines: LineSource {
  private let input: ScriptInput
  private let name: String
  private let beforeReading: () -> Void

  /// - Parameter beforeReading: called before each line is read, for it may not be there yet.
  init(_ input: ScriptInput, _ name: String, beforeReading: @escaping () -> Void) {
    self.input = input
    self.name = name
    self.beforeReading = beforeReading
  }

  func nextLine() throws(Diagnostic) -> ArraySlice<UInt8>? {
    beforeReading()
    do throws(InputError) {
      return try input.nextLine()
    } catch {
      throw Diagnostic(error, reading: name)
    }
  }
}

/// The lines of a text.
final class TextLines: LineSource {
  private var lines: ArraySlice<ArraySlice<UInt8>>

  init(_ text: String) {
    lines =
      Array(text.utf8).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func nextLine() -> ArraySlice<UInt8>? { lines.popFirst() }
}

extension Diagnostic {
  /// Why a file cannot be read; an interruption that has broken it off is taken by that.
  init(_ error: InputError, reading name: String) {
    if error.code == EINTR, TerminalSignals.takeStop() || TerminalSignals.ending != nil {
      self.init(.refused, "interrupted")
    } else {
      self.init(.file, "\(name) cannot be read: \(error.message)")
    }
  }
}

internal import Glibc
internal import LineEditor
internal import Replies
internal import Session

final class InputLines: LineSource {
  private let input: ScriptInput
  private let name: String
  private let beforeReading: () -> Void
  private var failure: Diagnostic?

  /// - Parameters:
  ///   - beforeReading: Called before each read, which may block.
  ///   - beforeWaiting: Called before waiting for input; ``nextLine()`` throws its error.
  init(
    _ input: ScriptInput, _ name: String, beforeReading: @escaping () -> Void,
    beforeWaiting: @escaping () throws(Diagnostic) -> Void = { () throws(Diagnostic) in }
  ) {
    (self.input, self.name, self.beforeReading) = (input, name, beforeReading)
    input.beforeWaiting = { [unowned self] () throws(InputError) in
      do throws(Diagnostic) {
        try beforeWaiting()
      } catch {
        failure = error
        throw InputError(code: ECANCELED)
      }
    }
  }

  func nextLine() throws(Diagnostic) -> ArraySlice<UInt8>? {
    beforeReading()
    do throws(InputError) {
      return try input.nextLine()
    } catch {
      throw failure ?? Diagnostic(error, reading: name)
    }
  }
}

final class TextLines: LineSource {
  private var lines: ArraySlice<ArraySlice<UInt8>>

  init(_ text: String) {
    lines =
      Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func nextLine() -> ArraySlice<UInt8>? { lines.popFirst() }
}

extension Diagnostic {
  init(_ error: InputError, reading name: String) {
    if error.code == EINTR, TerminalSignals.takeStop() || TerminalSignals.ending != nil {
      self.init(.refused, "interrupted")
    } else {
      self.init(.file, "\(name) cannot be read: \(error.message)")
    }
  }
}

internal import LineEditor
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

  func nextLine() throws(Diagnostic) -> [UInt8]? {
    beforeReading()
    do throws(InputError) {
      return try input.nextLine()
    } catch {
      throw Diagnostic(error, reading: name)
    }
  }
}

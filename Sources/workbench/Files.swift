internal import Foundation
internal import LineEditor
internal import Session

/// The files of the machine.
struct Files: FileProvider {
  /// Called before a line of a file is read.
  let beforeReading: () -> Void

  func lines(of path: String) throws(Diagnostic) -> any LineSource {
    do throws(InputError) {
      return InputLines(try ScriptInput(path: path), path, beforeReading: beforeReading)
    } catch {
      throw Diagnostic(.file, "\(path) cannot be read: \(error.message)")
    }
  }

  func path(_ name: String, relativeTo file: String?) -> String {
    guard let file, !name.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return name }
    return String(file[...slash]) + name
  }
}

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
      throw Diagnostic(.file, "\(name) cannot be read: \(error.message)")
    }
  }
}

/// The lines of a text.
final class TextLines: LineSource {
  private var lines: ArraySlice<Substring.UTF8View>

  init(_ text: String) {
    lines =
      text[...].utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
  }

  func nextLine() -> [UInt8]? {
    lines.popFirst().map(Array.init)
  }
}

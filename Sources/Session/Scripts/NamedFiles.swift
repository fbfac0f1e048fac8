internal import CommandLanguage
internal import Replies

/// The files that commands name.
final class NamedFiles {
  private let provider: any FileProvider
  /// The file of the store; nil for one in memory.
  private let database: String?
  private let confirm: ((String) -> Bool)?
  private unowned let runner: ScriptRunner

  init(_ configuration: Configuration, _ runner: ScriptRunner) {
    provider = configuration.files
    database = configuration.database
    confirm = configuration.confirm
    self.runner = runner
  }

  /// The path of a file that a command names, which is relative to the file the command is in.
  func path(of file: Spanned<String>) -> String {
    provider.path(file.value, in: runner.scripts.last?.source)
  }

  /// The lines of standard input, which is read to its end.
  ///
  /// - Parameter span: the place of what names it.
  func standardInput(at span: SourceSpan) throws(Diagnostic) -> [String] {
    if runner.readsStandardInput {
      throw Diagnostic(
        .file, "standard input has the commands; it cannot have lines for a loop too", at: span)
    }
    var bytes: [UInt8] = []
    do throws(Diagnostic) {
      let source = try provider.bytes(of: "-")
      while let next = try source.next() {
        if runner.askForInterruption() { throw .interrupted }
        bytes += next
      }
    } catch {
      throw error.at(span)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { bytes.removeFirst(mark.count) }
    let newline = UInt8(ascii: "\n")
    if bytes.last == newline { bytes.removeLast() } else if bytes.isEmpty { return [] }
    var lines: [String] = []
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let text = String(validating: line, as: UTF8.self), !line.contains(0) else {
        throw Diagnostic(
          .file, "line \(lines.count + 1) of standard input is not a text of UTF-8", at: span)
      }
      lines.append(text)
    }
    return lines
  }

  /// Writes a file that a command names, which must not be there yet, and returns its path.
  func write(_ text: String, toNew file: Spanned<String>) throws(Diagnostic) -> String {
    let path = path(of: file)
    do throws(Diagnostic) {
      guard try provider.text(of: path) == nil else {
        throw Diagnostic(.file, "\(path) already exists")
      }
      try provider.write(text, to: path)
    } catch {
      throw error.at(file.span)
    }
    return path
  }

  /// Writes a file that a command names piece by piece, and returns its path.
  ///
  /// A person at the prompt is asked whether one that is there is to be replaced; else it is
  /// refused. Nobody is to read the file who cannot read the store. After an error, what was there
  /// before is there still.
  ///
  /// - Returns: nil if the person does not want the file replaced.
  func write(
    piecewise file: Spanned<String>, _ body: (any FileSink) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> String? {
    let path = path(of: file)
    let exists = provider.exists(path)
    if exists {
      guard runner.isAtPrompt, let confirm else {
        throw Diagnostic(.file, "\(path) already exists", at: file.span)
      }
      guard confirm("replace \(path)?") else { return nil }
    }
    do throws(Diagnostic) {
      let sink = try provider.sink(at: path, replaces: exists, asPrivateAs: database)
      do throws(Diagnostic) {
        try body(sink)
        try sink.commit()
      } catch {
        sink.abandon()
        throw error
      }
    } catch {
      throw error.at(file.span)
    }
    return path
  }
}

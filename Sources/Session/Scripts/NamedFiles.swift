internal import CommandLanguage
internal import RecordStore
internal import Replies

final class NamedFiles {
  private let provider: any FileProvider
  private unowned let store: Store
  private let confirm: ((String) -> Bool)?
  private unowned let runner: ScriptRunner

  init(_ configuration: Configuration, _ store: Store, _ runner: ScriptRunner) {
    provider = configuration.files
    self.store = store
    confirm = configuration.confirm
    self.runner = runner
  }

  var database: String? { if case .file(let path) = store.location { path } else { nil } }

  func path(of file: Spanned<String>) -> String {
    provider.path(file.value, in: runner.scripts.last?.source)
  }

  func standardInput(at span: SourceSpan) throws(Diagnostic) -> [String] {
    if runner.readsStandardInput {
      throw Diagnostic(
        .file, "standard input already contains the commands, so a loop cannot read it", at: span)
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
          .file,
          "line \(lines.count + 1) of standard input is not valid UTF-8, or contains U+0000",
          at: span)
      }
      lines.append(text)
    }
    return lines
  }

  func writablePath(of file: Spanned<String>, replaces: Bool) throws(Diagnostic) -> String {
    let path = path(of: file)
    try located(provider.check(path, replaces: replaces, beside: database), at: file.span)
    return path
  }

  /// Whether to replace an existing file; asks the user at the prompt, outside of blocks.
  ///
  /// - Parameter isAsked: Whether to ask; false if the command says to replace the file.
  /// - Returns: Nil if the user declines.
  func agreedToReplace(_ file: Spanned<String>, isAsked: Bool) throws(Diagnostic) -> Bool? {
    let path = path(of: file)
    guard isAsked, runner.isAtPrompt, !runner.isInBlock, let confirm, provider.exists(path) else {
      return !isAsked
    }
    try located(provider.check(path, replaces: true, beside: database), at: file.span)
    return confirm("replace \(path)?") ? true : nil
  }
}

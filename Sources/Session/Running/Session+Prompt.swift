internal import CommandLanguage
internal import Interactors
internal import RecordStore

extension Session {
  /// Takes what a person has entered, of one or more lines, and runs what is whole by now.
  ///
  /// An error ends its command and drops what was entered behind it; what was done before stays.
  public func feed(_ text: String) {
    let script = prompted
    scripts.append(script)
    defer { scripts.removeLast() }
    // Bytes, for a return and a newline would be one character.
    let newline = UInt8(ascii: "\n")
    for line in text.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      let line = String(Substring(line))
      script.text.append(line)
      script.reader.append(line: line)
    }
    do throws(Diagnostic) {
      try runWhatIsThere(script)
    } catch {
      say(.diagnostic(script.placed(error)))
      dropOpenCommand()
    }
  }

  /// Forgets the command that is not whole yet.
  public func dropOpenCommand() {
    prompted.reader = CommandReader(firstLine: prompted.text.lastLine + 1)
  }

  /// What stands before the line that a person is to type.
  public var prompt: String {
    if isInCommand { return ".. " }
    return store.isInTransaction ? "begin> " : "> "
  }

  /// Whether the command goes on that a person is typing.
  public var isInCommand: Bool { !prompted.reader.isWhole }

  /// What would be taken back if the session ended now, for a person to decide; nil if nothing is.
  public var openWork: String? {
    if store.isInTransaction { return "what was done since \"begin\" has no \"commit\"" }
    guard let field = fields.first(where: \.interactor.hasEdits) else { return nil }
    return "the editing of \(field.name) was not ended by <Return>"
  }

  /// Goes on in spite of `exit`.
  public func stay() { exitStatus = nil }
}

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
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      script.text.append(String(line))
      script.reader.append(line: String(line))
    }
    do throws(Diagnostic) {
      while exitStatus == nil, let statement = try next(in: script) {
        try execute(statement)
        script.text.forget(before: statement.span.end.line)
      }
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

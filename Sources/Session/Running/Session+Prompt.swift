internal import CommandLanguage
internal import RecordStore

extension Session {
  /// Takes a line from a person and runs what is whole by now; an error ends only its command.
  public func feed(_ line: String) {
    let script = prompted
    scripts.append(script)
    defer { scripts.removeLast() }
    script.text.append(line)
    script.reader.append(line: line)
    while exitStatus == nil {
      do throws(Diagnostic) {
        guard let statement = try next(in: script) else { break }
        try execute(statement)
        script.text.forget(before: statement.span.end.line)
      } catch {
        say(.diagnostic(script.placed(error)))
      }
    }
  }

  /// What stands before the line that a person is to type.
  public var prompt: String {
    if !prompted.reader.isWhole { return ".. " }
    return store.isInTransaction ? "begin> " : "> "
  }
}

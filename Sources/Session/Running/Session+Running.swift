internal import CommandLanguage
internal import Interactors
internal import RecordStore

extension Session {
  /// Runs a script to its end, its first error, or `exit`.
  ///
  /// - Parameter name: what the script is called in errors and in the history.
  /// - Returns: whether the next script may be run.
  public func run(_ name: String, from lines: any LineSource) -> Bool {
    do throws(Diagnostic) {
      try run(Script(name: name), from: lines)
      // Commands of the command line are one script, whose end is that of the session.
      if name != Self.commandLineName, !store.isInTransaction { try checkAwaitedTypes() }
    } catch {
      fail(error)
      return false
    }
    return exitStatus == nil
  }

  /// Runs the commands that a person wants before the prompt; an error in them is said, and no more.
  public func initialize(_ name: String, from lines: any LineSource) {
    let status = status
    _ = run(name, from: lines)
    self.status = status
  }

  /// Runs a script; its errors have their places in it.
  func run(_ script: Script, from lines: any LineSource) throws(Diagnostic) {
    scripts.append(script)
    defer { scripts.removeLast() }
    do throws(Diagnostic) {
      repeat { try runWhatIsThere(script) } while try goesOn(script, from: lines)
    } catch {
      throw script.placed(error)
    }
  }

  /// Reads a line into a script; false when there was none and nothing is left to run.
  private func goesOn(_ script: Script, from lines: any LineSource) throws(Diagnostic) -> Bool {
    if exitStatus != nil { return false }
    if let line = try lines.nextLine() {
      try script.append(line)
      return true
    }
    script.reader.finish()
    try runWhatIsThere(script)
    return false
  }

  /// Runs the commands of a script that are whole by now.
  func runWhatIsThere(_ script: Script) throws(Diagnostic) {
    while exitStatus == nil, let statement = try next(in: script) {
      try checkInterruption()
      try execute(statement)
      script.text.forget(before: statement.span.end.line)
    }
  }

  private func checkInterruption() throws(Diagnostic) {
    if configuration.isInterrupted() { throw Diagnostic(.refused, "interrupted") }
  }

  func next(in script: Script) throws(Diagnostic) -> Statement? {
    do throws(SyntaxError) {
      return try script.reader.next()
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Says an error, and notes the status that follows from it.
  public func fail(_ diagnostic: Diagnostic) {
    say(.diagnostic(diagnostic))
    status = diagnostic.kind == .expect ? Status.unexpected : Status.failure
  }

  /// Ends the session: what is still edited or open is taken back, and said.
  ///
  /// - Returns: the exit status of the program.
  public func finish() -> Int {
    for field in fields where field.interactor.isEditing {
      cancelEditing(of: field)
    }
    var result = exitStatus ?? status
    do throws(Diagnostic) {
      if !store.isInTransaction, result == Status.success { try checkAwaitedTypes() }
    } catch {
      say(.diagnostic(error))
      result = Status.failure
    }
    if store.isInTransaction {
      rollbackOpenWork()
      if result == Status.success { result = Status.failure }
    }
    updateLabels()
    store.close()
    return result
  }

  /// Takes back an editing, and says so unless every key of it was refused.
  func cancelEditing(of field: AttachedField) {
    if field.interactor.hasEdits {
      warn("the editing of \(field.name) was not ended by <Return> and is cancelled")
    }
    field.interactor.cancelEditing()
  }

  private func rollbackOpenWork() {
    do throws(Diagnostic) {
      try attempt(store.rollback())
      try refreshRecords()
      say(
        .diagnostic(
          Diagnostic(.refused, "what was done since \"begin\" had no \"commit\" and is rolled back")
        ))
    } catch {
      say(.diagnostic(error))
    }
  }

  func warn(_ message: String, _ kind: Diagnostic.Kind = .refused) {
    say(.diagnostic(Diagnostic(kind, message, severity: .warning)))
  }
}

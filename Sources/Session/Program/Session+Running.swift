internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
package import Replies

extension Session {
  // MARK: Scripts

  /// Runs a script to its end, its first error if the session does not go on after errors, or
  /// `exit`; a file is first read to its end for mistakes.
  ///
  /// - Parameter isLast: whether no command comes after it, neither from another script nor from a
  ///   person.
  /// - Returns: whether the next script may be run.
  package func run(
    _ source: ScriptSource, from lines: any LineSource, isLast: Bool = false
  ) -> Bool {
    run(source) { script throws(Diagnostic) in
      try runChecked(script, from: lines, isLast: isLast)
    }
  }

  private func run(
    _ source: ScriptSource, by body: (Script) throws(Diagnostic) -> Void
  ) -> Bool {
    do throws(Diagnostic) {
      try body(Script(source, Self.verbs))
      try endGroup()
      // Commands of the command line are one script, whose end is that of the session.
      if source != .commandLine, !store.isInTransaction { try checkAwaitedTypes() }
    } catch {
      fail(error)
      guard configuration.keepsGoing, error.kind != .store, error.kind != .usage,
        !error.isInterruption
      else {
        return false
      }
    }
    return exitStatus == nil
  }

  /// Throws if an awaited type was never defined, and drops those that refer to it: they could have
  /// no records, and would prevent the corrected script from being run again.
  private func checkAwaitedTypes() throws(Diagnostic) {
    do throws(Diagnostic) {
      try awaited.check()
    } catch {
      for type in awaited.takeUnfinished() {
        func drop() throws(Diagnostic) {
          _ = try attempt(store.dropType(type.name, with: views.kept(for: type)))
        }
        do throws(Diagnostic) {
          let entry = TransactionEntry(.schema, command: "drop type \(type.name.asName)")
          try store.transaction(entry, mapError: { Diagnostic($0) }, drop)
          following.detach(from: type.name)
          say(.notice("\(type.name.asName) is not defined"))
        } catch {
          say(.warning("\(type.name.asName) stays defined: \(error.message)", error.kind))
        }
      }
      throw error
    }
  }

  /// Runs the commands that a person wants before the prompt, up to the first error, which is said,
  /// and no more.
  package func initialize(_ source: ScriptSource, from lines: any LineSource) {
    runner.keepingStatus {
      _ = run(source) { script throws(Diagnostic) in try runner.run(script, from: lines) }
    }
  }

  /// Says an error, and notes the status that follows from it.
  package func fail(_ diagnostic: Diagnostic) {
    do throws(Diagnostic) {
      try endGroup()
    } catch {
      say(.diagnostic(error))
    }
    say(.diagnostic(diagnostic))
    runner.noteFailure(diagnostic.kind)
  }

  /// The status that `exit` has asked for.
  package var exitStatus: Int? { runner.exitStatus }

  /// What is on the screen on top, for a view that draws it whole; nil where none is open.
  package var screenContent: ScreenContent? { screens.content }

  /// A command as it is kept outside of the store: without what may be a card, where the store knows
  /// cards.
  package func masked(_ command: String) -> String { Masking(of: store)(command) }

  /// Commits what commands have changed, and says what has waited for that.
  package func endGroup() throws(Diagnostic) { try transactions.endGroup() }

  /// Has the file hold what was committed, so that a plain copy of it is whole; not while a
  /// transaction is open.
  ///
  /// - Returns: whether it does; false where other programs still read what was there before.
  package func checkpoint() -> Bool {
    // Nothing is lost if it cannot be done, and the next commit says why.
    (try? store.checkpoint()) ?? true
  }

  // MARK: The prompt

  /// Takes what a person has entered, of one or more lines, and runs what is whole by now.
  ///
  /// An error ends its command and drops what was entered after it; what was done before stays. The
  /// commands of a line are one entry of the log.
  package func feed(_ text: String) {
    runner.feed(text) { line throws(Diagnostic) in
      do throws(Diagnostic) {
        try run(line)
      } catch {
        // The error must not wait with what was said before.
        try endGroup()
        throw error
      }
      try endGroup()
    }
  }

  /// Forgets the command that is not whole yet.
  package func dropOpenCommand() { runner.dropOpenCommand() }

  /// What is shown before the line that a person is to type.
  package var prompt: String {
    if isInCommand { return ".. " }
    return store.isInTransaction ? "begin> " : "> "
  }

  /// Whether the command goes on that a person is typing.
  package var isInCommand: Bool { runner.isInCommand }

  /// What would be lost if the session ended now, for a person to decide; nil if nothing is.
  package var openWork: String? {
    if store.isInTransaction { return "Uncommitted changes" }
    return editing.unfinished.map { "The editing of \($0.name)" }
  }

  /// What is lost when the session ends because the store has no file, for a person to decide; nil if
  /// nothing is.
  package var unsavedWork: String? {
    // A log that cannot be read is no reason to stay.
    guard store.location == .memory, let log = try? store.log(limit: 1), !log.isEmpty else {
      return nil
    }
    return "What is in memory, which `save FILE` keeps,"
  }

  /// Cancels an `exit`.
  package func stay() { runner.stay() }

  // MARK: The end

  /// Ends the session; cancels what is edited and rolls back what is open, with warnings.
  ///
  /// - Returns: the exit status of the program.
  package func finish() -> Int {
    editing.cancelEditings()
    do throws(Diagnostic) {
      try endGroup()
      try runner.failures?.end()
    } catch {
      fail(error)
    }
    let success = ScriptRunner.Status.success.rawValue
    let failure = ScriptRunner.Status.failure.rawValue
    var result = exitStatus ?? runner.status.rawValue
    do throws(Diagnostic) {
      if !store.isInTransaction { try checkAwaitedTypes() }
    } catch {
      say(.diagnostic(error))
      if result == success { result = failure }
    }
    if transactions.isRunBegun {
      result = endAtomicRun(withStatus: result)
    } else if store.isInTransaction {
      rollbackOpenWork()
      if result == success { result = failure }
    }
    labels.update()
    if configuration.reportsExpectations { say(.expectationsEnd(runner.expectations)) }
    if let report = configuration.dryRun {
      do throws(Diagnostic) {
        try showDryRun(as: report)
      } catch {
        say(.diagnostic(error))
        result = failure
      }
    }
    // Breaks the reference cycle with the runner.
    runner.failures = nil
    store.close()
    return result
  }

  private func rollbackOpenWork() {
    printedFiles.drop()
    do throws(Diagnostic) {
      try attempt(store.rollback())
      try editing.refreshRecords()
      let uncommitted = Diagnostic(.refused, "the transaction was never committed; rolled back")
      say(.diagnostic(transactions.uncommitted ?? uncommitted))
    } catch {
      say(.diagnostic(error))
    }
  }

  // MARK: A run of which everything is kept or nothing

  /// Refuses commands that begin or end transactions, or need that none is open.
  func checkIsPossibleInAtomicRun(_ command: any Command) throws(Diagnostic) {
    let verb = type(of: command).verb
    guard command.occasion != .always else { return }
    throw Diagnostic(
      .refused, "\(verb.name) is not possible in an atomic run, all of which is one transaction")
  }

  /// Gives the files that commands have printed to their names; whether all have got them.
  private func commitPrintedFiles() -> Bool {
    do throws(Diagnostic) {
      try printedFiles.commit()
      return true
    } catch {
      say(.diagnostic(error))
      return false
    }
  }

  /// Commits the run if it went well, and rolls it back otherwise.
  ///
  /// - Returns: the status it ends with.
  func endAtomicRun(withStatus status: Int) -> Int {
    var result = status
    if status == ScriptRunner.Status.success.rawValue {
      do throws(Diagnostic) {
        try awaited.check()
        try attempt(store.commit(reason: nil))
      } catch {
        say(.diagnostic(error))
        result = ScriptRunner.Status.failure.rawValue
      }
      if result == status {
        return commitPrintedFiles() ? status : ScriptRunner.Status.failure.rawValue
      }
    }
    printedFiles.drop()
    // After a commit that nobody answers nothing is open, and it was said.
    guard store.isInTransaction else { return result }
    do throws(Diagnostic) {
      try attempt(store.rollback())
      try editing.refreshRecords()
      say(.warning("all of the run is rolled back"))
    } catch {
      say(.diagnostic(error))
    }
    return result
  }
}

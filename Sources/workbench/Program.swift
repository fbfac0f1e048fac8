internal import FoundationEssentials
internal import Glibc
internal import LineEditor
internal import Replies
internal import SQLEngine
internal import Session

struct Program {
  let arguments: Arguments
  private let output: Output
  private let errors: Output
  private let hold: OutputBuffer
  private let terminal: Terminal?
  private let prompts: Bool
  private let conversation = Conversation()
  private let files: Files

  init(_ arguments: Arguments) {
    self.arguments = arguments
    terminal = Terminal(isDumb: Self.isDumb)
    let prompts = terminal != nil && (arguments.steps.isEmpty || arguments.interactive)
    output = Output(STDOUT_FILENO, loss: prompts ? .endsProgram : .endsRun)
    errors = Output(STDERR_FILENO, loss: prompts ? .endsProgram : .endsRun)
    self.prompts = prompts
    hold = OutputBuffer([output, errors])
    files = Files(beforeReading: output.flush)
  }

  private static var isDumb: Bool { ["", "dumb"].contains(Environment.value(of: "TERM") ?? "") }

  func run() -> Int32 {
    if arguments.version {
      output.write("workbench \(Workbench.version)\n")
      output.flush()
      return lossStatus ?? 0
    }
    let printer = printer()
    do throws(Diagnostic) {
      if arguments.atomic, prompts {
        throw Diagnostic(
          .usage, "--atomic is for scripts; at the prompt, use begin and commit")
      }
      let keyboard = keyboard
      var configuration = configuration(printer, keyboard)
      for path in arguments.steps.compactMap(\.file) + ["-"] { files.noteInput(path) }
      let rejects = try rejects(beside: configuration.database)
      if let rejects {
        configuration.reject = { (text: String) throws(Diagnostic) in
          try rejects.write(Array(text.utf8))
        }
      }
      let cluster = arguments.database.flatMap(ClusterName.init)
      if let cluster { configuration.cluster = try self.cluster(cluster) }
      let isNew = cluster == nil && arguments.database.map { access($0, F_OK) != 0 } ?? true
      if arguments.existing, isNew, let path = arguments.database {
        throw Diagnostic(
          .store, "there is no file \(path)", hint: "to create the database, omit --existing")
      }
      let session = try Session(configuration, keyboard: keyboard) {
        // The loss of output has already been reported.
        if lossStatus == nil { printer.print($0) }
      }
      if isNew, !prompts, let path = arguments.database {
        printer.print(.notice("\(path): new database"))
      }
      return finish(session, printer, rejects, isNew: isNew)
    } catch {
      printer.print(.diagnostic(error))
      printer.flush()
      return error.kind == .usage ? ExitStatus.usage : ExitStatus.unopenable
    }
  }

  private func rejects(beside store: String?) throws(Diagnostic) -> (any FileSink)? {
    guard let path = arguments.rejects else { return nil }
    // A reader that closes the output must not end the program before the file is complete.
    _ = SignalAction(switchingOff: SIGPIPE)
    do throws(Diagnostic) {
      return try files.sink(at: path, replaces: arguments.replace, beside: store)
    } catch {
      throw Diagnostic(.usage, "--rejects: \(error.message)", hint: error.hint)
    }
  }

  private func cluster(
    _ name: ClusterName
  ) throws(Diagnostic) -> (name: String, engines: any EngineSource) {
    #if Cluster
      return (name.text, try name.place().engines(locale: arguments.localeIdentifier))
    #else
      throw Diagnostic(.usage, WithoutCluster.words)
    #endif
  }

  private var lossStatus: Int32? { output.lossStatus ?? errors.lossStatus }

  private func finish(
    _ session: Session, _ printer: any Printer, _ rejects: (any FileSink)?, isNew: Bool
  ) -> Int32 {
    TerminalSignals.begin(isScript: !prompts)
    if let terminal, prompts {
      runSteps(arguments.steps, session)
      if session.exitStatus == nil { converse(at: terminal, session, printer, isNew: isNew) }
    } else {
      let reads = arguments.steps.isEmpty || arguments.interactive
      runSteps(arguments.steps + (reads ? [.file("-")] : []), session)
    }
    var status = Int32(truncatingIfNeeded: session.finish(hasPrompted: prompts))
    do throws(Diagnostic) {
      try rejects?.commit()
    } catch {
      printer.print(.diagnostic(error))
      status = ExitStatus.failure
    }
    printer.flush()
    return TerminalSignals.ending.map { 128 + $0 } ?? lossStatus ?? status
  }

  private func converse(
    at terminal: Terminal, _ session: Session, _ printer: any Printer, isNew: Bool
  ) {
    if !arguments.noInit, let path = Folders.initialCommands, access(path, F_OK) == 0 {
      do throws(Diagnostic) {
        session.initialize(.file(path), from: try files.lines(of: path))
      } catch {
        printer.print(.diagnostic(error))
      }
      guard session.exitStatus == nil else { return }
    }
    let prompt = Prompt(
      session, printer, input(at: terminal, session),
      history: Folders.commandHistory.map(HistoryFile.init), asks: !arguments.noInput)
    conversation.prompt = prompt
    // After a checkpoint, a plain copy of the database file is complete.
    terminal.whenIdle = session.checkpoint
    prompt.run(database: arguments.database, isNew: isNew)
  }

  private func input(at terminal: Terminal, _ session: Session) -> any PromptInput {
    guard let input = TerminalInput(terminal, program: Workbench.name) else {
      return PlainInput(terminal)
    }
    input.propose = { line, caret in Proposals(session.completions(in: line, at: caret)) }
    return input
  }

  private func runSteps(_ steps: [Arguments.Step.Kind], _ session: Session) {
    for (number, step) in steps.enumerated() {
      switch step {
      case .command(let text):
        guard session.run(.commandLine, from: TextLines(text)) else { return }
      case .file("-"):
        let lines = InputLines(
          ScriptInput(), ScriptSource.standardInput.name, beforeReading: flush,
          beforeWaiting: { () throws(Diagnostic) in try commit(session) })
        guard session.run(.standardInput, from: lines) else { return }
      case .file(let path):
        do throws(Diagnostic) {
          let isLast = number == steps.count - 1 && !prompts
          let lines = try files.lines(of: path)
          guard session.run(.file(path), from: lines, isLast: isLast) else { return }
        } catch {
          session.fail(error)
          guard arguments.keepGoing else { return }
        }
      }
    }
  }

  private func commit(_ session: Session) throws(Diagnostic) {
    do throws(Diagnostic) {
      try session.endGroup()
    } catch {
      guard arguments.keepGoing, error.kind != .store else { throw error }
      session.fail(error)
    }
    flush()
  }

  /// Output must not stay in the buffer while a command is awaited or running.
  private func flush() { output.flush() }

  private var keyboard: TerminalKeyboard? {
    guard let terminal, terminal.canEdit else { return nil }
    return TerminalKeyboard(
      terminal, [output, errors].filter(\.isTerminal), isColoured: isColoured(output))
  }

  private func configuration(
    _ printer: any Printer, _ keyboard: TerminalKeyboard?
  ) -> Configuration {
    var configuration = Configuration(
      actor: arguments.actorName,
      clock: { Clock.time },
      files: files,
      filePrinter: { [self] write, goesOn in FilePrinter(write, goesOn: goesOn, dataPrinter) })
    if arguments.database.flatMap(ClusterName.init) == nil {
      configuration.database = arguments.database
    } else {
      files.writesPrivateFiles = true
    }
    configuration.isReadOnly = arguments.readonly
    configuration.isDurable = arguments.durable
    configuration.isAtomic = arguments.atomic
    let isForPrograms = format?.dataPrinter != nil
    if arguments.dryRun { configuration.dryRun = isForPrograms ? .changes : .transactions }
    configuration.keepsGoing = arguments.keepGoing
    configuration.variables = arguments.variables
    configuration.environment = Environment.value
    configuration.reason = arguments.reason
    configuration.isForPerson = isBoxed
    (configuration.isForPrograms, configuration.isLocal) =
      (isForPrograms, arguments.display == .local)
    configuration.displayWidth = \.displayWidth
    configuration.isHeard = { printer.isRead && lossStatus == nil }
    configuration.locale = arguments.localeIdentifier
    configuration.hold = hold
    configuration.uptime = { Clock.uptime }
    if arguments.database != nil { configuration.rest = { usleep(1500) } }
    if errors.isTerminal, !Self.isDumb {
      let line = ProgressLine(errors, among: [output, errors])
      configuration.showProgress = { [keyboard] text in
        if keyboard?.showProgress(text) != true { line.show(text) }
      }
    }
    if terminal != nil, !arguments.noInput {
      configuration.confirm = { [conversation] question in
        conversation.prompt?.agrees(to: question) ?? true
      }
    }
    configuration.trustsCommands = arguments.trust
    configuration.trustMemory = Folders.trustedCommands.map(TrustFile.init)
    configuration.isInterrupted = { [output, errors] in
      TerminalSignals.takeStop() || output.takeLoss() || errors.takeLoss()
    }
    configuration.isEnding = { TerminalSignals.ending != nil || lossStatus != nil }
    configuration.reportsExpectations = arguments.tap
    configuration.wait = { milliseconds in
      printer.flush()
      // A signal interrupts the wait.
      usleep(useconds_t(milliseconds * 1000))
    }
    configuration.zoneOffset = Clock.zoneOffset
    return configuration
  }

  private func printer() -> any Printer {
    if let printer = format?.dataPrinter { return printer(output, errors) }
    let colours = isColoured(output)
    func printer(_ paper: Paper) -> TextPrinter {
      TextPrinter(paper, errors, isBoxed: isBoxed, isColoured: isColoured(errors))
    }
    return arguments.tap
      ? TAPPrinter(output, comments: printer(Paper(output, prefix: "# ", isColoured: colours)))
      : printer(Paper(output, pagerCommand: pagerCommand, isColoured: colours))
  }

  private func dataPrinter(_ output: Output, _ errors: Output) -> any Printer {
    format?.dataPrinter?(output, errors)
      ?? TextPrinter(Paper(output), errors, isBoxed: isBoxed, isColoured: false)
  }

  private var format: OutputFormat? { arguments.formats.first }

  private var isBoxed: Bool { format.map { $0 == .box } ?? output.isTerminal }

  private var pagerCommand: PagerCommand? {
    guard !arguments.noInput, output.isTerminal, isatty(STDIN_FILENO) == 1, !Self.isDumb else {
      return nil
    }
    return PagerCommand(in: Environment.variables)
  }

  private func isColoured(_ stream: Output) -> Bool {
    switch arguments.color {
    case .always: true
    case .never: false
    case .auto, nil:
      stream.isTerminal && !Self.isDumb && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
    }
  }
}

enum ExitStatus {
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let unopenable: Int32 = 3
  /// Of a node; `workbench-node.service` does not start it again.
  static let removed: Int32 = 4
}

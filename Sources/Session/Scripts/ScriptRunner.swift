internal import CommandLanguage
internal import Replies

/// What takes note of the commands that fail, in a run that goes on after errors.
protocol FailureLog: AnyObject {
  /// Refuses a command that is not one transaction, for the script of failed commands could not
  /// tell which parts were done.
  ///
  /// - Parameter inner: the verb of a command in it that cannot be one transaction with it.
  func checkCanBeTold(_ verb: String, with inner: String?) throws(Diagnostic)

  /// Notes a command that is about to be run, and says whether it is to be.
  func admits(_ statement: Statement) throws(Diagnostic) -> Bool

  /// Records why a command has failed, and rolls back the transaction that it is part of.
  ///
  /// - Parameters:
  ///   - statement: the command; nil if it could not be read.
  ///   - text: its text.
  /// - Throws: the error if it is not that of the command, so that nothing that follows can go
  ///   better.
  func note(_ error: Diagnostic, of statement: Statement?, _ text: String) throws(Diagnostic)

  /// Notes that the last transaction was never committed.
  func end() throws(Diagnostic)
}

/// Where a loop goes on.
enum LoopJump {
  /// After its last round.
  case end
  /// With its next round.
  case nextRound
}

/// Reads scripts and runs the commands in them one by one.
///
/// It knows which command is run, from which script, and what status the program ends with.
final class ScriptRunner {
  /// The outcome of a session.
  enum Status: Int {
    case success = 0
    case failure = 1
    case usage = 2
    case unexpected = 4
  }

  /// Carries out what a command says.
  var carryOut: ((Statement) throws(Diagnostic) -> Void)?
  /// The scripts that are read, the innermost last.
  private(set) var scripts: [Script] = []
  /// What takes note of the commands that fail; nil where the first error ends a script.
  var failures: (any FailureLog)?
  /// The command that is run.
  private(set) var current: RunningCommand?
  /// Whether the running command was found to be interrupted.
  private(set) var isInterrupted = false
  /// The status that `exit` has asked for.
  private(set) var exitStatus: Int?
  /// Where a command has said that the loop around it goes on.
  private var jump: LoopJump?
  /// What a script that ends now would have as its status.
  private(set) var status = Status.success
  /// The names of the commands that the user has defined.
  var userCommands: Set<String> = []
  /// The files that were read for mistakes together with the script that is run.
  var checkedFiles: Set<String> = []
  /// How many expectations have been reported.
  private(set) var expectations = 0
  /// How many blocks are being run inside each other.
  private var depth = 0
  /// How many may be, so that no recursion exhausts the stack.
  private static let greatestDepth = 128
  /// The words of the commands.
  let verbs: Verbs
  /// What has come from the prompt and is not run yet.
  private let prompted: Script
  private let interruption: () -> Bool
  /// How far the running command is, for a person.
  let progress: Progress
  private let say: (Reply) -> Void

  /// - Parameter verbs: the words of the commands that scripts are made of.
  init(
    _ configuration: Configuration, _ verbs: Verbs, _ progress: Progress,
    say: @escaping (Reply) -> Void
  ) {
    self.verbs = verbs
    prompted = Script(.prompt, verbs)
    interruption = configuration.isInterrupted
    self.progress = progress
    self.say = say
  }

  // MARK: Scripts

  /// Runs a script to its end, its first error, or `exit`; its errors have their places in it.
  func run(_ script: Script, from lines: any LineSource) throws(Diagnostic) {
    scripts.append(script)
    defer { scripts.removeLast() }
    do throws(Diagnostic) {
      repeat { try runWholeCommands(of: script) } while try appendLine(to: script, from: lines)
    } catch {
      throw script.placed(error)
    }
  }

  /// Adds the next line to a script; false when there was none and nothing is left to run.
  private func appendLine(to script: Script, from lines: any LineSource) throws(Diagnostic) -> Bool
  {
    if exitStatus != nil { return false }
    if let line = try lines.nextLine() {
      try script.append(line)
      return true
    }
    script.reader.finish()
    try runWholeCommands(of: script)
    return false
  }

  private func runWholeCommands(of script: Script) throws(Diagnostic) {
    while exitStatus == nil {
      guard let failures, script !== prompted, !isInBlock else {
        guard let statement = try script.nextStatement(knowing: userCommands) else { return }
        try execute(statement, of: script)
        continue
      }
      var statement: Statement?
      do throws(Diagnostic) {
        guard let next = try script.nextStatement(knowing: userCommands) else { return }
        statement = next
        if try failures.admits(next) { try execute(next, of: script) }
      } catch {
        try failures.note(
          script.placed(error), of: statement, statement?.text ?? script.reader.failedText)
      }
    }
  }

  private func execute(_ statement: Statement, of script: Script) throws(Diagnostic) {
    if interruption() { throw Diagnostic.interrupted.at(statement.span) }
    try execute(statement)
    script.text.forget(before: statement.span.end.line)
  }

  // MARK: The prompt

  /// Whether the command goes on that a person is typing.
  var isInCommand: Bool { !prompted.reader.isWhole }

  /// Whether the running command was entered at the prompt.
  var isAtPrompt: Bool { scripts.last === prompted }

  /// Takes what a person has entered and runs the commands that are whole by now.
  ///
  /// - Parameter run: runs the commands of a line.
  func feed(_ text: String, _ run: ([Statement]) throws(Diagnostic) -> Void) {
    scripts.append(prompted)
    defer { scripts.removeLast() }
    prompted.append(lines: text)
    var line: [Statement] = []
    var mistake: Diagnostic?
    do throws(Diagnostic) {
      while let next = try prompted.nextStatement(knowing: userCommands) { line.append(next) }
    } catch {
      mistake = error
    }
    do throws(Diagnostic) {
      try run(line)
      if let last = line.last { prompted.text.forget(before: last.span.end.line) }
      if exitStatus == nil, let mistake { throw mistake }
    } catch {
      say(.diagnostic(prompted.placed(error)))
      dropOpenCommand()
    }
  }

  /// Forgets the command that is not whole yet.
  func dropOpenCommand() { prompted.dropOpenCommand() }

  /// What can be at the caret of a line that is being typed.
  func expectations(in line: String, at caret: Int) -> Expectations {
    prompted.reader.userCommands.formUnion(userCommands)
    return prompted.reader.expectations(in: line, at: caret)
  }

  // MARK: Blocks

  /// Whether the running command is part of a block.
  var isInBlock: Bool { depth > 0 }

  /// Refuses a command that is possible only outside of blocks.
  func checkIsInNoBlock(_ verb: String) throws(Diagnostic) {
    if isInBlock { throw Diagnostic(.refused, "\(verb) is not possible in a block") }
  }

  /// Runs the commands of a block, up to the first that fails, or to `exit`.
  func run(_ block: BlockSyntax) throws(Diagnostic) {
    guard depth < Self.greatestDepth else {
      throw Diagnostic(
        .refused, "more than \(Self.greatestDepth) blocks run inside each other", at: block.span,
        hint: "does a command call itself without end?")
    }
    depth += 1
    defer { depth -= 1 }
    try checkForInterruption()
    for statement in block.statements where exitStatus == nil && jump == nil {
      try checkForInterruption()
      try execute(statement)
    }
  }

  /// Runs a round of a loop.
  ///
  /// - Returns: Whether there is to be another: neither `break` nor `exit` has ended the loop.
  func runRound(_ block: BlockSyntax) throws(Diagnostic) -> Bool {
    defer { jump = nil }
    try run(block)
    return exitStatus == nil && jump != .end
  }

  /// Leaves the blocks up to the innermost loop, which goes on as is said.
  func leaveRound(for jump: LoopJump) { self.jump = jump }

  /// Runs a block of a script that was read before; its errors have their places there, and say that
  /// the running command has led to it.
  func run(_ block: BlockSyntax, of script: Script) throws(Diagnostic) {
    let call = placeOfCurrent
    scripts.append(script)
    defer { scripts.removeLast() }
    do throws(Diagnostic) {
      try run(block)
    } catch {
      let placed = script.placed(error)
      throw call.map(placed.called) ?? placed
    }
  }

  private var placeOfCurrent: Diagnostic.Place? {
    guard let start = current?.statement.span.start, let script = scripts.last else { return nil }
    return Diagnostic.Place(file: script.source.name, line: start.line, column: start.column)
  }

  /// A piece of the script that is run, to be run later.
  func piece(_ span: SourceSpan) -> Script {
    guard let script = scripts.last else { preconditionFailure("a command is part of a script") }
    return Script(span, of: script)
  }

  /// Throws if somebody has interrupted the program since it was last asked.
  private func checkForInterruption() throws(Diagnostic) {
    progress.look()
    if interruption() { throw .interrupted }
  }

  // MARK: Commands

  /// Runs one command.
  func execute(_ statement: Statement) throws(Diagnostic) {
    let command = RunningCommand(statement, source: source(of: statement))
    let wasInterrupted = isInterrupted
    isInterrupted = false
    defer { isInterrupted = wasInterrupted }
    do throws(Diagnostic) {
      try run(as: command) { () throws(Diagnostic) in try carryOut?(statement) }
    } catch {
      throw error.at(statement.span)
    }
  }

  /// Runs a part of one command on behalf of another one, which the history is to name.
  func run<Result>(
    as command: RunningCommand?, _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let outer = current
    current = command
    defer { current = outer }
    return try body()
  }

  /// Asks whether the program was interrupted, which is reported once, and notes it.
  func askForInterruption() -> Bool {
    progress.look()
    guard interruption() else { return false }
    isInterrupted = true
    return true
  }

  /// Whether somebody has interrupted the running command, for one that ends so.
  func takeInterruption() -> Bool {
    defer { isInterrupted = false }
    return isInterrupted || interruption()
  }

  /// Whether commands come from standard input, or from the terminal that it is.
  var readsStandardInput: Bool {
    scripts.contains { [.standardInput, .prompt].contains($0.source) }
  }

  /// Throws if the running command was interrupted, which is then forgotten.
  func checkInterruption() throws(Diagnostic) {
    guard isInterrupted else { return }
    isInterrupted = false
    throw .interrupted
  }

  /// Forgets an interruption of the running command, which has failed.
  func forgetInterruption() { isInterrupted = false }

  /// Notes that a person has agreed to what the running command is to change.
  func noteConfirmation(of changes: [RecordChange]) { current?.confirmed = changes }

  /// Notes that a person has said yes to a question of the running command.
  func noteAgreement(to question: String) { current?.agreed = question }

  /// Notes why the running command is to change something.
  func note(reason: String) { current?.reason = reason }

  private func source(of statement: Statement) -> String {
    guard let script = scripts.last else { preconditionFailure("a command is part of a script") }
    return script.source == .prompt
      ? script.source.name : script.placePrefix + String(statement.span.start.line)
  }

  /// The diagnostic with its place in the script that is run, that of the command if it has none.
  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    let diagnostic = current.map { diagnostic.at($0.statement.span) } ?? diagnostic
    return scripts.last?.placed(diagnostic) ?? diagnostic
  }

  // MARK: Status

  /// Reports what has become of the running command, which is an expectation.
  func report(_ failure: Diagnostic?) {
    expectations += 1
    if failure != nil { noteFailure(.expect) }
    say(
      .expectation(
        Expectation(
          number: expectations, text: current?.statement.text ?? "",
          failure: failure.map(placed))))
  }

  /// Ends the session with a status; without one, with what has been noted.
  func end(withStatus status: Int?) { exitStatus = status ?? self.status.rawValue }

  /// Cancels an `exit`.
  func stay() { exitStatus = nil }

  /// Notes the status that follows from a failure of a kind.
  func noteFailure(_ kind: Diagnostic.Kind = .refused) {
    status =
      switch kind {
      case .usage: .usage
      case .expect where failures == nil: .unexpected
      case .syntax, .name, .value, .rule, .conflict, .expression, .refused, .file, .store,
        .expect:
        .failure
      }
  }

  /// Runs something whose failure is not that of the program.
  func keepingStatus(_ body: () -> Void) {
    let status = status
    body()
    self.status = status
  }
}

internal import CommandLanguage
internal import Replies
internal import Workspace

/// Records failed commands, in a run that continues after errors.
protocol FailureLog: AnyObject {
  /// Refuses a command of several transactions, because the script of failed commands could not
  /// express which of them succeeded.
  ///
  /// - Parameter inner: The verb of an inner command that needs its own transaction.
  func checkCanBeTold(_ verb: String, with inner: String?) throws(Diagnostic)

  /// Returns whether to run the command; records it first.
  func admits(_ statement: Statement) throws(Diagnostic) -> Bool

  /// Records the error of a command, and rolls back its transaction.
  ///
  /// - Parameter statement: Nil after a syntax error.
  /// - Throws: The error, if it ends the run: an error of the store, a usage error, or an
  ///   interruption.
  func note(_ error: Diagnostic, of statement: Statement?, _ text: String) throws(Diagnostic)

  func end() throws(Diagnostic)
}

enum LoopJump {
  case end
  case nextRound
}

final class ScriptRunner {
  enum Status: Int {
    case success = 0
    case failure = 1
    case usage = 2
    case unexpected = 4
  }

  var carryOut: ((Statement) throws(Diagnostic) -> Void)?
  /// Innermost last.
  private(set) var scripts: [Script] = []
  /// Nil if the first error ends a script.
  weak var failures: (any FailureLog)?
  private(set) var current: RunningCommand?
  private(set) var isInterrupted = false
  private(set) var exitStatus: Int?
  private var jump: LoopJump?
  private(set) var status = Status.success
  var userCommands: Set<String> = []
  /// Returns the hint for a syntax error that depends on the session's definitions.
  var meant: (SyntaxError.Meant) -> String? = { _ in nil }
  var checkedFiles: Set<String> = []
  private(set) var expectations = 0
  private var depth = 0
  /// Keeps recursion from exhausting the stack.
  private static let greatestDepth = 128
  let verbs: Verbs
  private let prompted: Script
  private let interruption: () -> Bool
  let progress: Progress
  private let say: (Reply) -> Void

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

  /// Runs a script to its end, to `exit`, or to its first error that `failures` does not record;
  /// adds positions to its errors.
  func run(_ script: Script, from lines: any LineSource) throws(Diagnostic) {
    scripts.append(script)
    defer { scripts.removeLast() }
    do throws(Diagnostic) {
      repeat { try runWholeCommands(of: script) } while try appendLine(to: script, from: lines)
    } catch {
      throw script.placed(error)
    }
  }

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
        guard let statement = try script.nextStatement(knowing: userCommands, meant: meant) else {
          return
        }
        try execute(statement, of: script)
        continue
      }
      var statement: Statement?
      do throws(Diagnostic) {
        guard let next = try script.nextStatement(knowing: userCommands, meant: meant) else {
          return
        }
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

  var isInCommand: Bool { !prompted.reader.isWhole }

  var isAtPrompt: Bool { scripts.last === prompted }

  /// Whether the running command, or a command that runs it, was entered at the prompt.
  var isFromPrompt: Bool { scripts.first === prompted }

  func feed(_ text: String, _ run: ([Statement]) throws(Diagnostic) -> Void) {
    scripts.append(prompted)
    defer { scripts.removeLast() }
    prompted.append(lines: text)
    var line: [Statement] = []
    var mistake: Diagnostic?
    do throws(Diagnostic) {
      while let next = try prompted.nextStatement(knowing: userCommands, meant: meant) {
        line.append(next)
      }
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

  func dropOpenCommand() { prompted.dropOpenCommand() }

  func expectations(in line: String, at caret: Int) -> Expectations {
    prompted.reader.userCommands.formUnion(userCommands)
    return prompted.reader.expectations(in: line, at: caret)
  }

  var isInBlock: Bool { depth > 0 }

  func checkIsInNoBlock(_ verb: String) throws(Diagnostic) {
    if isInBlock { throw Diagnostic(.refused, "\(verb) cannot be used in a block") }
  }

  /// Stops at the first error, `exit`, `break` or `continue`.
  func run(_ block: BlockSyntax) throws(Diagnostic) {
    guard depth < Self.greatestDepth else {
      throw Diagnostic(
        .refused, "blocks are nested more than \(Self.greatestDepth) levels deep", at: block.span,
        hint: "does a command call itself endlessly?")
    }
    depth += 1
    defer { depth -= 1 }
    try checkForInterruption()
    for statement in block.statements where exitStatus == nil && jump == nil {
      try checkForInterruption()
      try execute(statement)
    }
  }

  /// - Returns: Whether to run another iteration: neither `break` nor `exit` has ended the loop.
  func runRound(_ block: BlockSyntax) throws(Diagnostic) -> Bool {
    defer { jump = nil }
    try run(block)
    return exitStatus == nil && jump != .end
  }

  func leaveRound(for jump: LoopJump) { self.jump = jump }

  /// Runs a block of a script read earlier. Errors have their position in that script, with the
  /// running command as the caller.
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

  func piece(_ span: SourceSpan) -> Script {
    guard let script = scripts.last else { preconditionFailure("a command runs outside a script") }
    return Script(span, of: script)
  }

  private func checkForInterruption() throws(Diagnostic) {
    progress.look()
    if interruption() { throw .interrupted }
  }

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

  func run<Result, Failure: Error>(
    as command: RunningCommand?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = current
    current = command
    defer { current = outer }
    return try body()
  }

  /// The source reports an interruption only once, so `isInterrupted` remembers it.
  func askForInterruption() -> Bool {
    progress.look()
    guard interruption() else { return false }
    isInterrupted = true
    return true
  }

  func takeInterruption() -> Bool {
    defer { isInterrupted = false }
    return isInterrupted || interruption()
  }

  var readsStandardInput: Bool {
    scripts.contains { [.standardInput, .prompt].contains($0.source) }
  }

  func checkInterruption() throws(Diagnostic) {
    guard isInterrupted else { return }
    isInterrupted = false
    throw .interrupted
  }

  func forgetInterruption() { isInterrupted = false }

  func noteConfirmation(of changes: [RecordChange]) { current?.confirmed = changes }

  func noteAgreement(to question: String) { current?.agreed = question }

  func note(reason: String) { current?.reason = reason }

  private func source(of statement: Statement) -> String {
    guard let script = scripts.last else { preconditionFailure("a command runs outside a script") }
    return script.source == .prompt
      ? script.source.name : script.placePrefix + String(statement.span.start.line)
  }

  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    let diagnostic = current.map { diagnostic.at($0.statement.span) } ?? diagnostic
    return scripts.last?.placed(diagnostic) ?? diagnostic
  }

  func report(_ failure: Diagnostic?) {
    expectations += 1
    if failure != nil { noteFailure(.expect) }
    say(
      .expectation(
        ExpectationOutcome(
          number: expectations, text: current?.statement.text ?? "",
          failure: failure.map(placed))))
  }

  /// If `status` is nil, the run ends with the current exit status.
  func end(withStatus status: Int?) { exitStatus = status ?? self.status.rawValue }

  func stay() { exitStatus = nil }

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

  func keepingStatus(_ body: () -> Void) {
    let status = status
    body()
    self.status = status
  }
}

final class RunningCommand {
  let statement: Statement
  /// `FILE:LINE`, or `<prompt>`.
  let source: String
  var reason: String?
  var confirmed: [RecordChange]?
  var agreed: String?

  init(_ statement: Statement, source: String) {
    self.statement = statement
    self.source = source
  }

  func part(_ words: String) -> RunningCommand {
    var statement = statement
    statement.text += ": " + words
    return RunningCommand(statement, source: source)
  }
}

internal import CommandLanguage
internal import Replies

/// Reads a script and the files it includes to their ends, for the mistakes that can be seen before
/// anything is run.
///
/// Only one command is in memory at a time. A file whose lines come only once is not opened.
final class ScriptCheck {
  /// The commands of users that the script can call, those that it defines anywhere among them.
  private(set) var userCommands: Set<String>
  /// The files that were read and whose mistakes count.
  private(set) var files: Set<String> = []
  /// All files that were read.
  private var visited: Set<String> = []
  /// The first mistake, with its place.
  private(set) var mistake: Diagnostic?
  /// The session names that there are, or that something in the script gives.
  private var names: Set<String>
  /// The session names that commands read.
  private(set) var readNames: Set<String> = []
  /// The variables that the script declares.
  private(set) var declaredVariables: Set<String> = []
  /// Their declarations, with the scripts that they are in.
  private(set) var declarations: [(variable: PropertySyntax, script: Script)] = []
  /// The first use of each session name that was not known there.
  private var uses: [(name: Name, error: Diagnostic)] = []
  private var usedNames: Set<String> = []
  /// Whether a part of the script was not read, which can give names.
  private var isPartial = false
  /// The depth of blocks whose commands can be run after the script.
  private var keptBlocks = 0
  /// Whether nothing is run after the script, which could give names.
  private let isLast: Bool
  private let provider: any FileProvider
  /// The files that the script writes before it includes them.
  private var written: Set<String> = []
  /// The depth of blocks whose errors do not end the script.
  private var attempts = 0
  /// The shapes of lines that were read without a mistake: others of these need not be read.
  private var knownShapes: Set<LineShape> = []
  private static let mostShapes = 1_000

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - userCommands: the commands that there are already.
  ///   - names: the session names that there are already.
  ///   - isLast: whether nothing is run after it; if something is, it can give the names that
  ///     commands and handlers of changes read.
  /// - Throws: ``Diagnostic`` if the file cannot be opened, or reading was interrupted.
  init(
    _ path: String, from provider: any FileProvider, knowing userCommands: Set<String>,
    names: Set<String>, isLast: Bool
  ) throws(Diagnostic) {
    self.provider = provider
    self.userCommands = userCommands
    self.names = names
    self.isLast = isLast
    let present = names
    var known: Int
    // A command may be called before it is defined, which its first reader takes for a mistake.
    repeat {
      known = self.userCommands.count
      (files, visited, written, mistake) = ([], [], [], nil)
      (uses, usedNames, isPartial, knownShapes) = ([], [], false, [])
      (self.names, readNames, declaredVariables) = (present, [], [])
      declarations = []
      try read(Script(.file(path), Session.verbs), at: path)
    } while mistake != nil && self.userCommands.count > known
    if mistake == nil, !isPartial { mistake = unknownName }
  }

  /// The error that a session name is used that nothing gives; nil if there is none.
  private var unknownName: Diagnostic? {
    guard let (name, placed) = uses.first(where: { !names.contains($0.name.value) }) else {
      return nil
    }
    let error = Diagnostic(unknownSessionName: name, among: names.sorted())
    var complete = placed
    complete.hint = error.hint ?? "nothing in the script gives it; --var \(name.value)=VALUE does"
    complete.candidates = error.candidates
    return complete
  }

  private func read(_ script: Script, at path: String) throws(Diagnostic) {
    guard !provider.comesOnce(path) else {
      isPartial = true
      return
    }
    let lines = try provider.lines(of: path)
    visited.insert(path)
    if attempts == 0 { files.insert(path) }
    do throws(Diagnostic) {
      var isWhole = true
      var lastShape: LineShape?
      while let line = try lines.nextLine() {
        if isWhole, lastShape?.isShape(of: line) == true {
          script.skipLine()
          continue
        }
        let shape = isWhole ? LineShape(of: line) : nil
        if let shape, knownShapes.contains(shape) {
          lastShape = shape
          script.skipLine()
          continue
        }
        try script.append(line)
        let isAlike = try readCommands(of: script)
        isWhole = script.reader.isWhole
        if let shape, isAlike, knownShapes.count < Self.mostShapes { knownShapes.insert(shape) }
      }
    } catch {
      guard error.kind == .file || error.kind == .syntax else { throw error }
      return note(error, in: script)
    }
    script.reader.finish()
    try readCommands(of: script)
  }

  /// Reads the commands that are whole by now.
  ///
  /// - Returns: Whether there was nothing in them that has to be read each time.
  @discardableResult
  private func readCommands(of script: Script) throws(Diagnostic) -> Bool {
    var isAlike = attempts == 0 && keptBlocks == 0
    while true {
      let known = script.reader.definedCommands.count
      let statement: Statement
      do throws(Diagnostic) {
        defer { learnCommands(of: script, beyond: known) }
        guard let next = try script.nextStatement(knowing: userCommands) else { return isAlike }
        statement = next
      } catch {
        note(error, in: script)
        isAlike = false
        continue
      }
      if try follow(statement, in: script) { isAlike = false }
      script.text.forget(before: statement.span.end.line)
    }
  }

  private func learnCommands(of script: Script, beyond count: Int) {
    let commands = script.reader.definedCommands
    if commands.count > count { userCommands.formUnion(commands) }
  }

  /// Reads the files that a command and those in its blocks include, and notes their session names.
  ///
  /// - Returns: Whether others like the command have to be read too: it does not change records, of
  ///   which there can be thousands alike, has blocks, or is about files.
  @discardableResult
  private func follow(
    _ statement: Statement, in script: Script, knowing locals: [String] = []
  ) throws(Diagnostic) -> Bool {
    let command = Session.command(statement.command)
    if let variable = command.declaration { note(variable, in: script) }
    note(statement, in: script)
    if let file = command.includedFile {
      names.formUnion(locals)
      try readFile(file, in: script)
    }
    if let name = command.writtenScript?.constant {
      written.insert(provider.path(name, in: script.source))
    }
    // What another session calls finds its names there.
    if (command as? any CommandKeeping)?.isDefinition == true { return true }
    let blocks = command.blocks
    guard !blocks.isEmpty else {
      return !type(of: command).verb.changesRecords || command.includedFile != nil
        || command.writtenScript != nil
    }
    let isAttempt = type(of: command).catchesErrors
    let isKept = type(of: command).keepsBlocks
    if isAttempt { attempts += 1 }
    if isKept { keptBlocks += 1 }
    defer {
      if isAttempt { attempts -= 1 }
      if isKept { keptBlocks -= 1 }
    }
    for block in blocks {
      let locals = locals + block.locals.map(\.name)
      for statement in block.statements { try follow(statement, in: script, knowing: locals) }
    }
    return true
  }

  /// Notes a variable, and the mistake that nothing gives it.
  private func note(_ variable: PropertySyntax, in script: Script) {
    declaredVariables.insert(variable.name.value)
    if attempts == 0 { declarations.append((variable, script)) }
    guard !names.contains(variable.name.value), variable.initial == nil, !variable.isOptional,
      !isPartial
    else { return }
    note(Diagnostic(missing: variable.name), in: script)
  }

  /// Notes the session names that a command gives, and those it reads that are not known yet.
  private func note(_ statement: Statement, in script: Script) {
    names.formUnion(statement.givenNames)
    readNames.formUnion(statement.freeNames.lazy.map(\.value))
    guard attempts == 0, keptBlocks == 0 || isLast else { return }
    for name in statement.freeNames
    where !names.contains(name.value) && usedNames.insert(name.value).inserted {
      let error = Diagnostic(unknownSessionName: name, among: [])
      uses.append((name, script.placed(error)))
    }
  }

  private func readFile(
    _ file: TemplateSyntax, in script: Script
  ) throws(Diagnostic) {
    guard let name = file.constant else {
      isPartial = true
      return
    }
    let path = provider.path(name, in: script.source)
    let isKnown = (attempts == 0 ? files : visited).contains(path)
    guard !isKnown, script.includedFrom.count < Script.greatestDepth else { return }
    do throws(Diagnostic) {
      try read(script.including(path, at: file.span), at: path)
    } catch {
      guard error.kind == .file else { throw error }
      isPartial = true
      if !written.contains(path) { note(error.at(file.span), in: script) }
    }
  }

  /// The error that a variable was given that the script neither declares nor reads, and that looks
  /// like one that it declares; nil if there is none.
  func strangeVariable(among given: Set<String>) -> Diagnostic? {
    guard !isPartial else { return nil }
    let open = declaredVariables.subtracting(given).sorted()
    for name in given.subtracting(declaredVariables).subtracting(readNames).sorted() {
      guard let meant = suggestion(for: name, among: open) else { continue }
      return Diagnostic(
        .usage, "the script has no variable \"\(name)\"", hint: "did you mean \"\(meant)\"?",
        candidates: [meant])
    }
    return nil
  }

  private func note(_ error: Diagnostic, in script: Script) {
    if attempts > 0 { isPartial = true }
    if mistake == nil, attempts == 0 { mistake = script.placed(error) }
  }
}

extension Session {
  /// Runs a file, which is first read to its end for mistakes.
  ///
  /// One that was read together with the script that includes it is not read again. A run that goes
  /// on after errors says them as it comes to them.
  ///
  /// - Parameter isLast: whether nothing else is run after it.
  func runChecked(
    _ script: Script, from lines: any LineSource, isLast: Bool = false
  ) throws(Diagnostic) {
    let outer = runner.checkedFiles
    defer { runner.checkedFiles = outer }
    if case .file(let path) = script.source, !outer.contains(path) {
      let check = try ScriptCheck(
        path, from: configuration.files, knowing: runner.userCommands,
        names: Set(names.all.map(\.name) + Resolver.clockNames + [Resolver.environmentName]),
        isLast: isLast)
      if var mistake = check.mistake, !configuration.keepsGoing || mistake.kind == .usage {
        mistake.includedFrom += script.includedFrom
        throw mistake
      }
      if let strange = check.strangeVariable(among: variables.names) { throw strange }
      for (variable, declaring) in check.declarations {
        if let misfit = misfit(of: variable) { throw declaring.placed(misfit) }
      }
      runner.userCommands = check.userCommands
      runner.checkedFiles.formUnion(check.files)
    }
    try runner.run(script, from: lines)
  }
}

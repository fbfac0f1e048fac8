internal import CommandLanguage
internal import Replies

/// Finds errors early by parsing a script and its included files before anything runs.
///
/// Keeps only one command in memory. Files that can be read only once are not opened.
final class ScriptCheck {
  /// Includes commands defined later in the script.
  private(set) var userCommands: Set<String>
  /// The files that were read and whose errors stop the run.
  private(set) var files: Set<String> = []
  private var visited: Set<String> = []
  private(set) var mistake: Diagnostic?
  /// The session names that exist already or that the script defines anywhere.
  private var names: Set<String>
  private(set) var readNames: Set<String> = []
  private(set) var declaredVariables: Set<String> = []
  private(set) var declarations: [(variable: PropertySyntax, script: Script)] = []
  private var uses: [(name: Name, error: Diagnostic)] = []
  private var usedNames: Set<String> = []
  /// Whether the script has an unread part, which might define names.
  private var isPartial = false
  /// Nesting depth of blocks that may run after the script.
  private var keptBlocks = 0
  private let isLast: Bool
  private let provider: any FileProvider
  private var written: Set<String> = []
  /// Nesting depth of `try` blocks, whose errors do not end the script.
  private var attempts = 0
  /// The shapes of checked lines; later lines of the same shape need no check.
  private var knownShapes: Set<LineShape> = []
  private static let mostShapes = 1_000

  /// - Parameter isLast: Whether nothing runs after the file that could define names for its
  ///   commands and handlers.
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
    // A command can be called before its definition, which is an error in the first pass.
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

  private var unknownName: Diagnostic? {
    guard let (name, placed) = uses.first(where: { !names.contains($0.name.value) }) else {
      return nil
    }
    let error = Diagnostic(unknownSessionName: name, among: names.sorted())
    var complete = placed
    complete.hint = error.hint ?? "the script does not set this name; use --var \(name.value)=VALUE"
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

  /// Checks includes and records session names, in a command and its blocks.
  ///
  /// - Returns: Whether similar commands must be parsed too, because the command has blocks, uses
  ///   files, or does not change records.
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
    // A saved command resolves its names in the session that calls it.
    if command.content?.isStoredDefinition == true { return true }
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

  private func note(_ variable: PropertySyntax, in script: Script) {
    declaredVariables.insert(variable.name.value)
    if attempts == 0 { declarations.append((variable, script)) }
    guard !names.contains(variable.name.value), variable.initial == nil, !variable.isOptional,
      !isPartial
    else { return }
    note(Diagnostic(missing: variable.name), in: script)
  }

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

  /// Returns the error for a `--var` variable that no script declares or reads; nil if an unread
  /// script might, or if later input might and the name resembles no declared variable.
  func strangeVariable(of variables: Variables) -> Diagnostic? {
    guard !isPartial else { return nil }
    let strange = variables.strange(among: declaredVariables.union(readNames))
    let isMisspelled = strange?.candidates.first.map(declaredVariables.contains) ?? false
    return isLast || isMisspelled ? strange : nil
  }

  private func note(_ error: Diagnostic, in script: Script) {
    if attempts > 0 { isPartial = true }
    if mistake == nil, attempts == 0 { mistake = script.placed(error) }
  }
}

extension Session {
  /// A file that was checked together with the including script is not checked again. If the run
  /// continues after errors, the check reports only usage errors, for example a missing variable.
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
      if let strange = check.strangeVariable(of: variables) { throw strange }
      variables.noteUse(of: check.declaredVariables.union(check.readNames))
      for (variable, declaring) in check.declarations {
        if let misfit = misfit(of: variable) { throw declaring.placed(misfit) }
      }
      runner.userCommands = check.userCommands
      runner.checkedFiles.formUnion(check.files)
    }
    try runner.run(script, from: lines)
  }
}

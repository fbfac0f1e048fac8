internal import CommandLanguage

/// Reads a script and the files it includes to their ends, for the mistakes that can be seen before
/// anything is run.
///
/// Only one command is in memory at a time. A file whose lines come only once is not opened.
struct ScriptCheck {
  /// The commands of users that the script can call, those that it defines anywhere among them.
  private(set) var userCommands: Set<String>
  /// The files that were read and whose mistakes count.
  private(set) var files: Set<String> = []
  /// All files that were read.
  private var visited: Set<String> = []
  /// The first mistake, with its place.
  private(set) var mistake: Diagnostic?
  /// The session names that are known, and those that the script could give anywhere.
  private var knownNames: Set<String>
  /// The first use of each other session name, in their order.
  private var uses: [(name: Name, place: Diagnostic)] = []
  private var usedNames: Set<String> = []
  /// Whether names can come from a file that was not read.
  private var hasUnreadFiles = false
  private let provider: any FileProvider
  /// The files that the script writes before it includes them.
  private var written: Set<String> = []
  /// In how many blocks we are whose errors do not end the script.
  private var attempts = 0

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - userCommands: the commands that there are already.
  ///   - names: the names that there are already.
  /// - Throws: ``Diagnostic`` if the file cannot be opened, or reading was interrupted.
  init(
    _ path: String, from provider: any FileProvider, knowing userCommands: Set<String>,
    names: Set<String>
  ) throws(Diagnostic) {
    self.provider = provider
    knownNames = names
    self.userCommands = userCommands
    var known: Int
    // A command may be called before it is defined, which its first reader takes for a mistake.
    repeat {
      known = self.userCommands.count
      (files, visited, written, mistake) = ([], [], [], nil)
      (uses, usedNames, hasUnreadFiles) = ([], [], false)
      try read(Script(.file(path)), at: path)
    } while mistake != nil && self.userCommands.count > known
    if mistake == nil, !hasUnreadFiles { mistake = undefinedName }
  }

  /// The error that nothing defines a name that is used, if there is such a one.
  private var undefinedName: Diagnostic? {
    guard let use = uses.first(where: { !knownNames.contains($0.name.value) }) else { return nil }
    var error = use.place
    let name = use.name.value
    let meant = suggestion(for: name, among: knownNames.sorted())
    error.hint =
      meant.map { "did you mean \":\($0)\"?" } ?? "--var \(name)=VALUE gives it a value"
    error.candidates = meant.map { [$0] } ?? []
    return error
  }

  private mutating func read(_ script: Script, at path: String) throws(Diagnostic) {
    guard !provider.comesOnce(path) else {
      hasUnreadFiles = true
      return
    }
    let lines = try provider.lines(of: path)
    visited.insert(path)
    if attempts == 0 { files.insert(path) }
    do throws(Diagnostic) {
      while let line = try lines.nextLine() {
        try script.append(line)
        try readCommands(of: script)
      }
    } catch {
      guard error.kind == .file || error.kind == .syntax else { throw error }
      return note(error, in: script)
    }
    script.reader.finish()
    try readCommands(of: script)
  }

  private mutating func readCommands(of script: Script) throws(Diagnostic) {
    var goesOn = true
    while goesOn {
      var statement: Statement?
      do throws(Diagnostic) {
        statement = try script.nextStatement(knowing: userCommands)
        goesOn = statement != nil
      } catch {
        note(error, in: script)
      }
      userCommands.formUnion(script.reader.definedCommands)
      guard let statement else { continue }
      try follow(statement, in: script)
      script.text.forget(before: statement.span.end.line)
    }
  }

  /// Reads the files that a command and those in its blocks include, and notes the session names
  /// that they read.
  private mutating func follow(
    _ statement: Statement, in script: Script
  ) throws(Diagnostic) {
    knownNames.formUnion(statement.givenNames)
    if attempts == 0 { noteUses(in: statement, of: script) }
    let command = Session.command(statement.command)
    if let file = command.includedFile { try readFile(file, in: script) }
    if let file = command.writtenScript {
      written.insert(provider.path(file.value, in: script.source))
    }
    let blocks = command.blocks
    guard !blocks.isEmpty else { return }
    let isAttempt = type(of: command).catchesErrors
    if isAttempt { attempts += 1 }
    defer { if isAttempt { attempts -= 1 } }
    for block in blocks { knownNames.formUnion(block.locals.map(\.name)) }
    for statement in blocks.lazy.flatMap(\.statements) { try follow(statement, in: script) }
  }

  private mutating func noteUses(in statement: Statement, of script: Script) {
    for name in statement.sessionNames
    where !knownNames.contains(name.value) && usedNames.insert(name.value).inserted {
      let error = Diagnostic(.name, "there is no session name \"\(name.value)\"", at: name.span)
      uses.append((name, script.placed(error)))
    }
  }

  private mutating func readFile(
    _ file: Spanned<String>, in script: Script
  ) throws(Diagnostic) {
    let path = provider.path(file.value, in: script.source)
    let isKnown = (attempts == 0 ? files : visited).contains(path)
    guard !isKnown, script.includedFrom.count < Script.greatestDepth else { return }
    do throws(Diagnostic) {
      try read(script.including(path, at: file.span), at: path)
    } catch {
      guard error.kind == .file else { throw error }
      hasUnreadFiles = true
      if !written.contains(path) { note(error.at(file.span), in: script) }
    }
  }

  private mutating func note(_ error: Diagnostic, in script: Script) {
    if mistake == nil, attempts == 0 { mistake = script.placed(error) }
  }
}

extension Session {
  /// Runs a file, which is first read to its end for mistakes.
  ///
  /// One that was read together with the script that includes it is not read again. A run that goes
  /// on after errors says them as it comes to them.
  func runChecked(_ script: Script, from lines: any LineSource) throws(Diagnostic) {
    let outer = runner.checkedFiles
    defer { runner.checkedFiles = outer }
    if case .file(let path) = script.source, !outer.contains(path) {
      let check = try ScriptCheck(
        path, from: configuration.files, knowing: runner.userCommands,
        names: Set(Resolver.clockNames + names.all.map(\.name)))
      if var mistake = check.mistake, !configuration.keepsGoing {
        mistake.includedFrom += script.includedFrom
        throw mistake
      }
      runner.userCommands = check.userCommands
      runner.checkedFiles.formUnion(check.files)
    }
    try runner.run(script, from: lines)
  }
}

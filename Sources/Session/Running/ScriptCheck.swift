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
  private let provider: any FileProvider
  /// The files that the script writes before it includes them.
  private var written: Set<String> = []
  /// In how many blocks we are whose errors do not end the script.
  private var attempts = 0

  /// Reads a file.
  ///
  /// - Parameter userCommands: the commands that there are already.
  /// - Throws: ``Diagnostic`` if the file cannot be opened, or reading was interrupted.
  init(
    _ path: String, from provider: any FileProvider, knowing userCommands: Set<String>
  ) throws(Diagnostic) {
    self.provider = provider
    self.userCommands = userCommands
    var known: Int
    // A command may be called before it is defined, which its first reader takes for a mistake.
    repeat {
      known = self.userCommands.count
      (files, visited, written, mistake) = ([], [], [], nil)
      try read(Script(.file(path)), at: path)
    } while mistake != nil && self.userCommands.count > known
  }

  private mutating func read(_ script: Script, at path: String) throws(Diagnostic) {
    guard !provider.comesOnce(path) else { return }
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
      try follow(statement.command, in: script)
      script.text.forget(before: statement.span.end.line)
    }
  }

  /// Reads the files that a command and those in its blocks include.
  private mutating func follow(
    _ command: any CommandSyntax, in script: Script
  ) throws(Diagnostic) {
    let command = Session.command(command)
    if let file = command.includedFile { try readFile(file, in: script) }
    if let file = command.writtenScript {
      written.insert(provider.path(file.value, in: script.source))
    }
    let blocks = command.blocks
    guard !blocks.isEmpty else { return }
    let isAttempt = type(of: command).catchesErrors
    if isAttempt { attempts += 1 }
    defer { if isAttempt { attempts -= 1 } }
    for statement in blocks.lazy.flatMap(\.statements) { try follow(statement.command, in: script) }
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
        path, from: configuration.files, knowing: runner.userCommands)
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

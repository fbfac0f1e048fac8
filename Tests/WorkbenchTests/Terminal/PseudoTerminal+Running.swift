import Testing

extension PseudoTerminal {
  /// Types a command that takes long, and Return, and waits until it runs.
  func start(_ command: String, sourceLocation location: SourceLocation = #_sourceLocation) throws {
    let before = screen
    let depth = before.depth + (before.cursor.column + command.count) / before.columns
    try send(command + "\r", sourceLocation: location)
    try wait("the command to run", sourceLocation: location) {
      $0.depth > depth && $0.line.isEmpty && isCooked
    }
  }

  /// Presses Ctrl-C until the command that runs is heard to be interrupted, and waits for the
  /// prompt.
  ///
  /// - Parameter prompt: what stands below it then, with nothing in between.
  func interrupt(
    prompt: String = "> ", sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    let start = screen.depth
    let isInterrupted = { (screen: Screen) in
      (screen.scrolledOff + screen.lines).dropFirst(start).contains { $0.contains("interrupted") }
    }
    for _ in 1...20 where !isInterrupted(screen) {
      try send(Keys.control("C"), sourceLocation: location)
      // The first one may come before the command has begun.
      _ = try? wait("an interruption", within: 1, until: isInterrupted)
    }
    try wait("an interruption", sourceLocation: location, until: isInterrupted)
    try waitForPrompt(prompt, below: start, sourceLocation: location)
  }

  /// Asks the program to end by SIGTERM until it does, and returns what it ends with.
  ///
  /// The first one may come before that has begun which the program is to be torn out of.
  func terminate(sourceLocation location: SourceLocation = #_sourceLocation) throws -> Int32 {
    for _ in 1...10 {
      signal(15)
      if let status = try? exitStatus(within: 2) { return status }
    }
    return try exitStatus(sourceLocation: location)
  }
}

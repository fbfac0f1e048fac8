import Testing

extension PseudoTerminal {
  func start(_ command: String, sourceLocation location: SourceLocation = #_sourceLocation) throws {
    let before = screen
    let depth = before.depth + (before.cursor.column + command.count) / before.columns
    try send(command + "\r", sourceLocation: location)
    try wait("the command to run", sourceLocation: location) {
      $0.depth > depth && $0.line.isEmpty && isCooked
    }
  }

  /// Presses Ctrl-C until the command reports the interruption.
  ///
  /// - Parameter prompt: The prompt expected afterwards.
  func interrupt(
    prompt: String = "> ", sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    let start = screen.depth
    let isInterrupted = { (screen: Screen) in
      (screen.scrolledOff + screen.lines).dropFirst(start).contains { $0.contains("interrupted") }
    }
    for _ in 1...20 where !isInterrupted(screen) {
      try send(Keys.control("C"), sourceLocation: location)
      // The first Ctrl-C may come before the command has started.
      _ = try? wait("an interruption", within: 1, until: isInterrupted)
    }
    try wait("an interruption", sourceLocation: location, until: isInterrupted)
    try waitForPrompt(prompt, below: start, sourceLocation: location)
  }

  /// Sends SIGTERM repeatedly, because the first signal may come before the tested operation.
  func terminate(sourceLocation location: SourceLocation = #_sourceLocation) throws -> Int32 {
    for _ in 1...10 {
      signal(15)
      if let status = try? exitStatus(within: 2) { return status }
    }
    return try exitStatus(sourceLocation: location)
  }
}

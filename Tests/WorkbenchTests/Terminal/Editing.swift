import Testing

/// An editing that a person has begun by `edit`.
struct Editing {
  let terminal: PseudoTerminal
  /// What stands before the text that is edited.
  let prompt: String
  /// How much the program had written when the first key was awaited.
  let start: Int
  /// The row of the command that began it.
  private let depth: Int

  /// Gives a command, and waits until a text can be edited with the cursor at its end.
  ///
  /// - Parameter isKept: whether the text, which is selected at first, is to stay: a move keeps it.
  init(
    _ command: String, showing text: String = "", isKept: Bool = true, at terminal: PseudoTerminal,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    self.terminal = terminal
    depth = terminal.screen.depth
    try terminal.send(command + "\r", sourceLocation: location)
    let depth = depth
    try terminal.wait("a field to be edited", sourceLocation: location) {
      $0.depth > depth && $0.beforeCursor.hasSuffix(text) && !$0.line.isEmpty
        && !terminal.isCooked
    }
    if isKept, !text.isEmpty { try terminal.send(Keys.end, sourceLocation: location) }
    let screen = terminal.stillScreen
    prompt = String(screen.beforeCursor.dropLast(text.count))
    start = terminal.raw.count
  }

  /// Presses keys.
  func press(_ keys: String, sourceLocation location: SourceLocation = #_sourceLocation) throws {
    try terminal.send(keys, sourceLocation: location)
  }

  /// Waits until these texts stand before and after the cursor, and nothing else.
  @discardableResult
  func wait(
    for before: String, _ after: String = "",
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> Screen {
    try terminal.wait("the text \(before)|\(after)", sourceLocation: location) {
      let after = $0.afterCursor
      return $0.beforeCursor == prompt + before
        && (after == after || after.hasPrefix(after + " "))
    }
  }

  /// Presses keys that end the editing, waits for the prompt and returns all lines since the
  /// command.
  @discardableResult
  func end(
    _ keys: String = "\r", prompt: String = "> ",
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try terminal.send(keys, sourceLocation: location)
    let screen = try terminal.waitForPrompt(prompt, below: depth, sourceLocation: location)
    return Array((screen.scrolledOff + screen.lines)[..<screen.depth].dropFirst(depth + 1))
  }

  /// Whether the text was ever seen in the line that is edited, however briefly.
  func hasShown(_ text: String) -> Bool {
    var isShown = false
    terminal.replay(from: start) { screen in
      isShown = isShown || screen.lines.contains { $0.hasPrefix(prompt + text) }
    }
    return isShown
  }
}

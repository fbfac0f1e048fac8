import Testing

struct Editing {
  let terminal: PseudoTerminal
  let prompt: String
  /// The number of bytes written before the first key.
  let start: Int
  private let depth: Int

  /// Waits for an edited text with the cursor at its end.
  ///
  /// - Parameter isKept: Whether to move the cursor, so that typing does not replace the selected
  ///   text.
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

  func press(_ keys: String, sourceLocation location: SourceLocation = #_sourceLocation) throws {
    try terminal.send(keys, sourceLocation: location)
  }

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

  @discardableResult
  func end(
    _ keys: String = "\r", prompt: String = "> ",
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try terminal.send(keys, sourceLocation: location)
    let screen = try terminal.waitForPrompt(prompt, below: depth, sourceLocation: location)
    return Array((screen.scrolledOff + screen.lines)[..<screen.depth].dropFirst(depth + 1))
  }

  /// Whether the edited line ever contained the text, even briefly.
  func hasShown(_ text: String) -> Bool {
    var isShown = false
    terminal.replay(from: start) { screen in
      isShown = isShown || screen.lines.contains { $0.hasPrefix(prompt + text) }
    }
    return isShown
  }
}

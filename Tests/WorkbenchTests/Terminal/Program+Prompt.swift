import Testing

extension Program {
  static let definition = """
    define Person { name: Text key, age: Integer? in 0...150, code: Integer? in 100...999, \
    fee: Decimal(integer: 5, fraction: 2)? }
    """

  func prompt(
    _ arguments: String..., environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      self, arguments, environment: environment, columns: columns, rows: rows)
    try terminal.waitForPrompt(sourceLocation: location)
    return terminal
  }

  func promptWithAnn(
    _ values: String = "", environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> PseudoTerminal {
    try write(Self.definition, to: "people.wb")
    let terminal = try prompt(
      environment: environment, columns: columns, rows: rows, sourceLocation: location)
    try terminal.run("include \"people.wb\"", sourceLocation: location)
    try terminal.run("let ann = new Person name=\"Ann\" \(values)", sourceLocation: location)
    return terminal
  }

  /// One person, Ann, aged 41.
  func writeStore() throws {
    _ = try self("x.db", "-c", Self.definition, "-c", "new Person name=\"Ann\" age=41")
  }

  func storedAge() throws -> String {
    try self("x.db", "-c", "get Person[\"Ann\"].age").output
  }
}

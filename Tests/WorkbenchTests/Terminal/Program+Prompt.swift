import Testing

extension Program {
  static let definition = """
    define Person { name: Text key, age: Integer? in 0...150, code: Integer? in 100...999, \
    fee: Decimal(integer: 5, fraction: 2)? }
    """

  /// A prompt at which nothing has been typed.
  func prompt(
    _ arguments: String..., environment: [String: String?] = [:], columns: Int = 80, rows: Int = 24,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      self, arguments, environment: environment, columns: columns, rows: rows)
    try terminal.waitForPrompt(sourceLocation: location)
    return terminal
  }

  /// A prompt at which `ann` is a person in memory, who has the values given.
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

  /// Makes the file `x.db`, which holds one person, Ann, who is 41.
  func writeStore() throws {
    _ = try self("x.db", "-c", Self.definition, "-c", "new Person name=\"Ann\" age=41")
  }

  /// How old Ann is in the file `x.db`, as another run of the program prints it.
  func storedAge() throws -> String {
    try self("x.db", "-c", "get Person[\"Ann\"].age").output
  }
}

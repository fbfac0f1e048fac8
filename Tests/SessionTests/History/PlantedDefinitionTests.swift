import TestSupport
import Testing

/// Definitions written to a file by another program do nothing beyond defining.
@Suite struct PlantedDefinitionTests {
  private static let world = """
    define P { name: Text key, age: Integer? in 0...150, c: Integer := (age + 1) }
    rule P.grown "must be 3" : age > 3
    index P.age
    formatter f for P "{{name}}"
    screen S for P { title "{{name}}" }
    save command greet who { echo "hi :who" }
    new P name=a age=5
    label l on P/1.age
    save layout L
    """

  static let objects = [
    "type:1", "prop:2", "prop:3", "prop:4", "rule:1", "index:3", "formatter:1", "screen:1",
    "layout:1", "command:1",
  ]
  static let tails = [
    "\nsql \"select 1\" to \"planted\"", "; sql \"select 1\" to \"planted\"",
    "\n\n# x\necho planted",
    "\" planted", " }; echo planted; define Planted { a: Text", "\r\necho planted",
  ]

  private func outputs(_ talk: Conversation) -> [String] {
    ["schema", "dump", "history --script", "describe P"].map {
      talk.tell($0).joined(separator: "\n")
    }
  }

  @Test(arguments: objects, tails)
  func aDefinitionWithATailIsReportedAndTheTailIsNeverReplayed(
    object: String, tail: String
  ) throws {
    let outsider = try Outsider()
    _ = try Conversation(Self.world, database: outsider.path)
    try outsider.run(
      "UPDATE wb_def SET new = new || '\(tail)' WHERE object = '\(object)' AND new IS NOT NULL")
    let talk = try Conversation("", database: outsider.path)
    #expect(talk.tell("check").contains { $0.contains("|") || $0.contains("efinition") })
    talk.tell("new P name=b age=7")
    for text in outputs(talk) {
      #expect(!text.contains("planted"), "\(text)")
      let copy = try Conversation()
      copy.tell(text)
      expectEqual(copy.files, [:])
    }
    talk.tell("save commands to all.wb")
    #expect(talk.files["all.wb"]?.contains("planted") != true)
    // Existing records can still be used and changed.
    expectEqual(talk.tell("list P name, age, c").last, "P/2|b|7|8")
    talk.tell("alter P { rename age to years }; undo")
    #expect(outputs(talk).allSatisfy { !$0.contains("planted") })
  }

  /// The definition may be another command, or read the reader's environment.
  @Test(arguments: [
    ("formatter:1", "sql \"select 1\" to \"planted\"", "expected formatter"),
    ("formatter:1", "formatter f for P from planted.txt", "the formatter reads a file"),
    ("screen:1", "screen S for P { label x = (:env.planted) }", "differs between users"),
    (
      "screen:1", "screen S for [P] where name = :env.planted { columns name }",
      "differs between users"
    ),
    ("layout:1", "layout L { label x = (:env.planted) }", "differs between users"),
    ("layout:1", "layout L # planted", "the command defines nothing"),
    ("command:1", "save commands to planted", "expected save command"),
    ("command:1", "save command greet # planted", "the command defines nothing"),
    (
      "command:1", "save command greet w when (:env.planted = 1) { echo 1 }",
      "differs between users"
    ),
    ("command:1", "save command greet { if true { echo (text(1) || \"planted\") } }", "text()"),
    ("rule:1", "rule P.grown : name <> :env.planted", "differs between users"),
    ("index:3", "echo planted", "expected index"),
  ])
  func aDefinitionThatNobodyCouldGiveIsIgnored(object: String, text: String, why: String) throws {
    let outsider = try Outsider()
    _ = try Conversation(Self.world, database: outsider.path)
    let quoted = text.replacing("'", with: "''")
    try outsider.run("UPDATE wb_def SET new = '\(quoted)' WHERE object = '\(object)'")
    let talk = try Conversation("", database: outsider.path)
    let found = talk.tell("check")
    #expect(found.contains { $0.contains(why) && $0.contains(object) }, "\(found)")
    for text in outputs(talk) { #expect(!text.contains("planted"), "\(text)") }
    let isUsed = talk.tell("layout L; greet x; show P/1 with f; open S P/1").contains {
      $0.contains("planted")
    }
    #expect(!isUsed)
  }

  /// The lines of a name must not become commands after a comment.
  @Test func aNameOfSeveralLinesStaysAName() throws {
    let name = "`A\nsql \"select 1\" to \"planted\" # `"
    let talk = try Conversation(
      """
      define \(name) { x: Text? }
      new \(name) x=a
      define B { a: \(name)? = \(name)/1 }
      delete \(name)/1
      """)
    for command in ["dump", "history --script"] {
      let copy = try Conversation()
      let told = copy.tell(talk.tell(command).joined(separator: "\n"))
      expectEqual(told.filter { $0.hasPrefix("error") }, [], "\(command)")
      expectEqual(copy.files, [:])
    }
  }

  /// A text that would exhaust the memory is not read.
  @Test(arguments: ["hex(zeroblob(400000000))", "zeroblob(900000000)"])
  func aTextLongerThanAnyThatIsKeptIsNotRead(expression: String) throws {
    let outsider = try Outsider()
    _ = try Conversation("define P { name: Text? }; new P name=a", database: outsider.path)
    try outsider.run(
      """
      DROP TRIGGER wb_keep_update; DROP TRIGGER wb_keep_delete;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '"name" TEXT', '"name" TEXT AS (\(expression))')
        WHERE name = 'P';
      """)
    let talk = try Conversation("", database: outsider.path)
    for command in [
      "list P", "get P/1.name", "find \"a\"", "count P where name = 'a'", "check", "dump",
    ] {
      let told = talk.tell(command)
      #expect(told.contains { $0.contains("million bytes") }, "\(command): \(told)")
    }
  }
}

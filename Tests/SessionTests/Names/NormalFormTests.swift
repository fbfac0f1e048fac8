import Foundation
import Replies
import Session
import TestSupport
import Testing

/// Texts are stored in Unicode NFC. `decomposed` is written with combining marks in each way in.
@Suite struct NormalFormTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  private static func world(_ script: String = "") -> String {
    """
    define Person {
      name: Text key
      role: Choice(\(decomposed), bar) = bar
      code: Text? matching /[a-ze\u{301}]*/
      tags: [Text]
      boss: Person?
    }

    """ + script
  }

  /// The stored bytes of a column, because Swift compares texts in any form as equal.
  private static func bytes(_ column: String, in outsider: Outsider) throws -> [String] {
    try outsider.texts("SELECT hex(\(column)) FROM Person ORDER BY id")
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { String($0, radix: 16, uppercase: true) }.joined()
  }

  @Test(arguments: [
    "new Person name=\"\(decomposed)\"", "new Person name=\"cafe\\u{301}\"",
    "new Person name=x; set Person[\"x\"].name \"\(decomposed)\"",
    "new Person name=x; for l in stdin { set Person/1.name :l }",
    "new Person name=x; set Person/1.name (substr('\(decomposed)', 1, 9))",
    "new Person name=x; set Person/1.name ('cafe' || char(769))",
    "new Person name=x; field f on Person/1.name; type f \"<Clear>\(decomposed)<Return>\"",
    "new Person name=x; field f on Person/1.name; type f \"<Clear><Paste:\(decomposed)><Return>\"",
    "new Person name=x; field f on Person/1.name; type f \"<Clear>cafe<Left><Left><End>\u{301}<Return>\"",
    "import rows.csv into Person", "import rows.json into Person",
    "define Old { name: Text }; new Old name=\"cafe\"; alter Old { change name: Text using (name || char(769)) }",
  ])
  func aTextIsStoredInNFC(command: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      Self.world(), database: outsider.path,
      files: [
        "rows.csv": "name\n\(Self.decomposed)\n", "rows.json": "[{\"name\": \"cafe\\u0301\"}]",
        "-": Self.decomposed,
      ])
    expectEqual(talk.tell(command).filter { $0.hasPrefix("error") }, [])
    talk.tell("save")
    let isOld = command.contains("Old")
    expectEqual(
      try outsider.texts("SELECT hex(name) FROM \(isOld ? "Old" : "Person")"),
      [Self.hex(Self.composed)])
  }

  @Test(arguments: [
    "get Person[\"\(decomposed)\"].name", "get Person[\"cafe\\u{301}\"].name",
    "list Person name where name = \"\(decomposed)\"",
    "list Person name where name = 'cafe' || 'x' or name = '\(decomposed)'",
    "let n = \"cafe\\u{301}\"; list Person name where name = :n",
    "for n in stdin { list Person name where name = :n }",
    "list Person name where role = \"\(decomposed)\"",
    "find \"\(decomposed)\"", "echo (Person[\"\(decomposed)\"].name)",
  ])
  func aTextIsFoundInAnyForm(command: String) throws {
    let talk = try Conversation(
      Self.world("new Person name=\"\(Self.composed)\" role=\(Self.composed)"),
      files: ["-": Self.decomposed])
    let lines = talk.tell(command)
    #expect(lines.last?.contains(Self.composed) == true, "\(lines)")
    expectEqual(lines.filter { $0.hasPrefix("error") }, [])
  }

  @Test func namesOfDefinitionsAreFoundInAnyForm() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "define E\u{301}tat { ne\u{301}: Text, `o\u{308} k`: Text := (ne\u{301} || '\(Self.decomposed)') }",
      database: outsider.path)
    expectEqual(
      talk.tell(
        """
        let a = new \u{C9}tat n\u{E9}=x
        set a.ne\u{301} y
        get a.n\u{E9}
        list E\u{301}tat `o\u{308} k` where `\u{F6} k` like '%\(Self.composed)' and n\u{E9} = 'y'
        get a.`o\u{308} k`
        check
        """
      ).suffix(3), ["y", "\u{C9}tat/1|ycaf\u{E9}", "ycaf\u{E9}"])
    expectEqual(
      try outsider.texts("SELECT hex(name) FROM wb_type"), [Self.hex("\u{C9}tat")])
  }

  @Test func referencesOfAnImportAreFoundInAnyForm() throws {
    let talk = try Conversation(
      Self.world("new Person name=\"\(Self.composed)\""),
      files: [
        "rows.csv": "name,boss,role\nx,\(Self.decomposed),\(Self.decomposed)\n",
        "more.csv": "name,role\n\(Self.decomposed),\(Self.decomposed)\n",
      ])
    talk.tell("import rows.csv into Person; import more.csv into Person update by name")
    expectEqual(
      talk.tell("list Person name, boss, role"),
      ["Person/1|\(Self.composed)|nil|\(Self.composed)", "Person/2|x|Person/1|\(Self.composed)"])
  }

  @Test func aMarkThatIsTypedAfterALetterJoinsIt() throws {
    let talk = try Conversation(
      Self.world("let p = new Person name=x code=ab\nfield f on p.code\nfield r on p.role"))
    expectEqual(
      talk.tell("type f \"<Left>e<Paste:e\u{301}>\""),
      ["f: \"aee\u{301}b\" p.code = \"ae\u{E9}b\" (editing)"])
    expectEqual(talk.tell("type f \"z\"; type f \"<Return>\"").last?.contains("ae\u{E9}zb"), true)
    expectEqual(
      talk.tell("type r \"<Clear><Paste:\(Self.decomposed)><Return>\""),
      ["r: \"\(Self.composed)\" p.role = \"\(Self.composed)\""])
  }

  @Test func checkWarnsOfTextsOfOtherProgramsAndRepairsThem() throws {
    let outsider = try Outsider()
    let script = Self.world(
      "new Person name=a tags=[x]\nnew Person name=b\nnew Person name=\"\(Self.composed)\"")
    _ = try Conversation(script, database: outsider.path)
    try outsider.run(
      """
      UPDATE Person SET name = 're\u{301}e', tags = '["o\u{308}"]' WHERE id = 1
      """)
    // Writes of the same millisecond are one transaction.
    Thread.sleep(forTimeInterval: 0.002)
    try outsider.run("UPDATE Person SET name = '\(Self.decomposed)' WHERE id = 2")
    let talk = try Conversation(database: outsider.path)
    let warnings = [
      "warning: \"re\u{301}e\" is not in Unicode NFC|Person/1|name|5",
      "warning: \"\(Self.decomposed)\" is not in Unicode NFC, and Person/3 has the same NFC text"
        + "|Person/2|name|6",
      "warning: [\"o\u{308}\"] is not in Unicode NFC|Person/1|tags|5",
    ]
    expectEqual(talk.tell("check"), warnings)
    expectEqual(talk.exitStatus, nil)
    expectEqual(
      talk.tell("check --repair"),
      [
        "notice: 2 texts were normalised to Unicode NFC", warnings[0] + "|repaired",
        warnings[2] + "|repaired", warnings[1] + "|left",
      ])
    expectEqual(talk.exitStatus, nil)
    expectEqual(
      try Self.bytes("name", in: outsider),
      [Self.hex("r\u{E9}e"), Self.hex(Self.decomposed), Self.hex(Self.composed)])
    expectEqual(try Self.bytes("tags", in: outsider)[0], Self.hex("[\"\u{F6}\"]"))
    expectEqual(talk.tell("check"), [warnings[1]])
    expectEqual(talk.tell("log --limit 1").count, 1)
    talk.tell("undo")
    expectEqual(try Self.bytes("name", in: outsider)[0], Self.hex("re\u{301}e"))
    expectEqual(talk.tell("check").count, 3)
  }

  @Test func aKeyOfAnotherProgramIsFoundUntilItIsRepaired() throws {
    let outsider = try Outsider()
    _ = try Conversation(Self.world("new Person name=a"), database: outsider.path)
    try outsider.run("UPDATE Person SET name = '\(Self.decomposed)'")
    let talk = try Conversation(database: outsider.path)
    expectEqual(talk.tell("get Person[\"\(Self.composed)\"].role"), ["bar"])
    talk.tell("set Person/1.name \"\(Self.composed)\"")
    expectEqual(try Self.bytes("name", in: outsider), [Self.hex(Self.composed)])
  }

  /// Older versions stored names as they were typed.
  @Test func definitionsOfAnOlderVersionKeepTheirForm() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      """
      define `T-Qz` {
        `n-Qz`: Text key, role: Choice("Qz", b) = "Qz", twice: Text := (`n-Qz` || 'Qz')
        code: Text? matching /[a-zQz]*/, mark: Mask("Qz0")?
      }
      new `T-Qz` `n-Qz`=x code="Qz" mark="Qz1"
      rule `T-Qz`.r "no" : `n-Qz` <> "bad"
      """, database: outsider.path)
    let replacement = "'Qz', 'e\u{301}')"
    try outsider.run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET name = replace(name, \(replacement),
        tbl_name = replace(tbl_name, \(replacement), sql = replace(sql, \(replacement);
      CREATE TEMP TABLE kept AS SELECT * FROM sqlite_schema WHERE type = 'trigger';
      DELETE FROM sqlite_schema WHERE type = 'trigger';
      PRAGMA writable_schema = RESET;
      UPDATE wb_type SET name = replace(name, \(replacement), tbl = replace(tbl, \(replacement);
      UPDATE wb_prop SET name = replace(name, \(replacement), col = replace(col, \(replacement);
      UPDATE wb_def SET old = replace(old, \(replacement), new = replace(new, \(replacement);
      UPDATE sqlite_sequence SET name = replace(name, \(replacement);
      UPDATE wb_change SET new = replace(new, \(replacement) WHERE typeof(new) = 'text';
      UPDATE `T-e\u{301}` SET role = 'e\u{301}', code = 'e\u{301}', mark = 'e\u{301}1';
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema SELECT * FROM temp.kept;
      PRAGMA writable_schema = RESET
      """)
    let talk = try Conversation(database: outsider.path)
    expectEqual(talk.tell("check").filter { !$0.hasPrefix("warning") }, [])
    talk.tell("check --repair")
    expectEqual(
      talk.tell(
        """
        check
        set `T-\u{E9}`/1.role "\u{E9}"
        list `T-\u{E9}` `n-\u{E9}`, role, twice, code, mark where role = "\u{E9}" and `T-\u{E9}`.`n-\u{E9}` = 'x'
        field f on `T-\u{E9}`/1.role
        type f "<Clear>\u{E9}<Return>"
        check
        set `T-\u{E9}`/1.`n-\u{E9}` bad
        """),
      [
        "`T-\u{E9}`/1|x|\u{E9}|x\u{E9}|\u{E9}|\u{E9}1",
        "f: \"\u{E9}\" `T-\u{E9}`/1.role = \"\u{E9}\"",
        "error rule 7:19: `T-\u{E9}`/1 breaks r, no: `n-\u{E9}` is \"bad\"",
      ])
  }
}

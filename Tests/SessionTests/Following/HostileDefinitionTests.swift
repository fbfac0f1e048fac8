import TestSupport
import Testing

/// A database with definitions that another program has changed.
@Suite struct HostileDefinitionTests {
  private static let bills = """
    define Bill { no: Integer key, t: Text? }
    put Bill[1] t="a"
    save command c1 { echo "one" }
    save on change Bill.t as h1 { set record.no (no + 1) }
    rule Bill.r1 "words" : no > 0
    formatter F for Bill "x {{no}}"
    screen S for Bill { label l on no }
    label lab on Bill/1.no
    save layout L1
    """
  private static let objects = [
    "command:1", "handler:1", "formatter:1", "screen:1", "layout:1", "rule:1",
  ]

  private func database(_ change: String, _ object: String) throws -> Outsider {
    let database = try Outsider()
    _ = try Conversation(Self.bills, database: database.path).finish()
    try database.run("UPDATE wb_def SET new = \(change) WHERE object GLOB '\(object)'")
    return database
  }

  @Test(
    arguments: objects,
    [
      "new || '; echo \"evil\"'", "new || char(10) || 'echo \"evil\"'",
      "new || char(0) || 'echo \"evil\"'", "replace(new, ' ', ' ' || char(0) || 'evil')",
      "new || ' \"evil'",
    ])
  func aTextBehindACommandIsIgnoredWithANotice(object: String, change: String) throws {
    let database = try database(change, object)
    let talk = try Conversation("", database: database.path)
    let said = talk.tell("count Bill")
    #expect(said.contains("1"), "\(said)")
    for command in ["schema", "dump", "history --script"] {
      expectEqual(talk.tell(command).filter { $0.contains("evil") }, [])
    }
    #expect(talk.tell("check").joined().contains(object), "\(object)")
    talk.tell("set Bill[1].t \"z\"")
    expectEqual(talk.tell("list Bill no").last, object == "handler:1" ? "Bill/1|1" : "Bill/1|2")
  }

  @Test(arguments: objects, ["schema", "dump", "history --script"])
  func commentsAreNotPrinted(object: String, command: String) throws {
    let inside = object == "formatter:1" ? "new" : "replace(new, '{', '{ # evil' || char(10))"
    let change = "\(inside) || ' # ' || char(27) || 'evil'"
    let database = try database(change, object)
    let talk = try Conversation("", database: database.path)
    let script = talk.tell(command)
    expectEqual(script.filter { $0.contains("evil") }, [])
    let copy = try Conversation(script.joined(separator: "\n"))
    expectEqual(copy.tell("schema").count, talk.tell("schema").count)
    expectEqual(copy.tell("c1"), ["one"])
  }

  @Test(arguments: [
    ("command:1", "save on change Bill.t as h2 { set record.no 77 }"),
    ("handler:1", "save command c1 { echo \"evil\" }"), ("command:1", "save evil.db"),
    ("command:1", "save command c1"), ("layout:1", "layout L1"), ("screen:1", "sql \"select 1\""),
    ("formatter:1", "formatter F for Bill file evil.txt"),
  ])
  func anotherCommandIsNoDefinition(object: String, text: String) throws {
    let database = try database("'\(text)'", object)
    let talk = try Conversation("", database: database.path)
    expectEqual(talk.tell("count Bill").last, "1")
    #expect(talk.tell("check").joined().contains(object))
    expectEqual(talk.tell("schema; dump").filter { $0.contains("evil") || $0.contains("77") }, [])
    expectEqual(talk.files, [:])
  }

  @Test(arguments: [
    "replace(new, '{', '{' || replace(hex(zeroblob(500000)), '00', '  '))",
    "replace(new, '{', '{ ' || replace(hex(zeroblob(100000)), '00', 'if true {'))",
  ])
  func aHugeDefinitionStopsNothing(change: String) throws {
    let database = try database(change, "[chf]*:1")
    let talk = try Conversation("", database: database.path)
    expectEqual(talk.tell("count Bill").last, "1")
    talk.tell("schema; dump; history --script; alter Bill { rename t to u }")
    expectEqual(talk.tell("count Bill").last, "1")
  }
}

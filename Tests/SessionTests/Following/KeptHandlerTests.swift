import TestSupport
import Testing

@Suite struct KeptHandlerTests {
  private static let shop = """
    define Part { code: Text key, price: Decimal(integer: 6, fraction: 2) = 0 }
    define Line { no: Integer key, part: Part, price: Decimal(integer: 6, fraction: 2) = 1, fills: Integer = 0 }
    put Part["a"] price=5
    put Part["b"] price=7.50
    let l = put Line[1] part=Part["a"]
    """
  private static let fill =
    "save on change Line.part as fill { set record price=(:record.part.price) fills=(fills + 1) }"

  private func shop(_ more: String = fill, files: [String: String] = [:]) throws -> Conversation {
    let talk = try Conversation(Self.shop, files: files)
    expectEqual(talk.tell(more).filter { $0.hasPrefix("error") }, [])
    return talk
  }

  @Test(arguments: ["field g on C/1.a", "form g on C/1"])
  func aHandlerCanDeleteTheRecordOfAFieldOrForm(interactor: String) throws {
    let talk = try Conversation(
      """
      define C { a: Text? }
      save on change C.a as h { if :new = "gone" { delete record } }
      new C a=z
      """)
    let said = talk.tell("\(interactor)\ntype g \"<All>gone<Submit>\"")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(talk.tell("count C; check"), ["0"])
    expectEqual(talk.tell("undo; get C/1.a").last, "z")
  }

  @Test func aHandlerReadsWhatItHasNamed() throws {
    let talk = try shop(
      """
      save on change Line.part as fill {
        let own = :record.part
        let price = (:own.price * 2)
        if :price > 1 { for l in Line where part = :own { set l.price (:price) } }
      }
      """)
    talk.tell("set l.part Part[\"b\"]")
    expectEqual(talk.tell("get l.price"), ["15.00"])
    expectEqual(
      talk.tell("save on change Line.part as other { if :later > 1 { let later = 2 } }").first?
        .contains("\"later\", because this name exists only in this session"), true)
  }

  /// The script sets the part of the line to b.
  @Test(arguments: [
    "set l.part Part[\"b\"]", "set Line where fills = 0 : part=Part[\"b\"]",
    "for x in Line { set x.part Part[\"b\"] }", "put Line[1] part=Part[\"b\"] price=2",
    "field f on l.part\ntype f \"<All>b<Return>\"",
    "form f on l\ntype f \"<Tab><All>b<Tab><All>2<Return><Return>\"",
    "form f on l\ntype f \"<Return><All>b<Return><Return><Return>\"",
    "screen S for Line { field f on part }\nopen S l\ntype f \"<All>b<Return>\"",
    "import l.csv into Line update by no", "begin\nset l.part Part[\"b\"]\ncommit",
    "command turn { set Line/1.part Part[\"b\"] }\nturn",
    "on change Line.fills { set l.part Part[\"b\"] }\nset l.fills 0\nset l.fills -1\nset l.fills 0",
  ])
  func aHandlerRunsForEveryWayAPropertyChanges(script: String) throws {
    let talk = try shop(files: ["l.csv": "no,part\n1,b\n"])
    talk.tell("expect l.price = 1")
    let said = talk.tell(script)
    expectEqual(talk.tell("get l.price"), ["7.50"], "\(said)")
    expectEqual(talk.tell("undo; get l.price").last, "1.00")
    expectEqual(talk.tell("redo; get l.price").last, "7.50")
    expectEqual(talk.tell("check"), [])
  }

  @Test func aHandlerRunsOnceForARecordAndNotAtItsCreation() throws {
    let talk = try shop()
    talk.tell("let m = put Line[2] part=Part[\"b\"]")
    expectEqual(talk.tell("get m.fills; get m.price"), ["0", "1.00"])
    talk.tell(
      "begin; set m.part Part[\"a\"]; set m.part Part[\"b\"]; set m.part Part[\"a\"]; commit")
    expectEqual(talk.tell("get m.fills"), ["3"])
    talk.tell("save on change Line.fills as more { set record.fills (fills + 100) }")
    talk.tell("set m.part Part[\"b\"]")
    expectEqual(talk.tell("get m.fills"), ["104"])
    talk.tell("set Line where id > 0 : fills=7")
    expectEqual(talk.tell("list Line fills"), ["Line/1|107", "Line/2|107"])
  }

  @Test func aHandlerPutsRightWhatARuleWouldRefuse() throws {
    let talk = try shop()
    talk.tell(
      "rule Line.priced \"a line has the price of its part\" : price = part.price or fills = 0")
    talk.tell("set l.fills 1")
    expectEqual(talk.tell("set l.part Part[\"b\"]; get l.price"), ["7.50"])
    #expect(talk.tell("set l.price 3").first?.hasPrefix("error rule") == true)
    talk.tell("save on change Line.part as fill { set record.price 2 }")
    #expect(talk.tell("set l.part Part[\"a\"]").first?.contains("priced") == true)
    expectEqual(talk.tell("get l.part.code; get l.price; check"), ["b", "7.50"])
  }

  @Test(arguments: ["set l.part Part[\"b\"]", "field f on l.part\ntype f \"<All>b<Return><Esc>\""])
  func aHandlerThatFailsTakesTheChangeBack(script: String) throws {
    let talk = try shop(
      "save on change Line.part as fill { set record.fills 5; set record.price 12345678 }")
    let told = talk.tell(script)
    #expect(told.contains { $0.contains("on change fill") || $0.contains("12345678") }, "\(told)")
    expectEqual(talk.tell("get l.part.code; get l.fills; check"), ["a", "0"])
  }

  @Test func aHandlerThatRunsForEverIsInterrupted() throws {
    var looks = 0
    let talk = try Conversation(
      Self.shop,
      isInterrupted: {
        looks += 1
        return looks > 500
      })
    looks = -1_000_000
    talk.tell("save on change Line.part as fill { while (1 = 1) { let x = 1 } }")
    looks = 0
    let said = talk.tell("set l.part Part[\"b\"]")
    #expect(said.first?.contains("interrupted") == true, "\(said)")
    looks = -1_000_000
    expectEqual(talk.tell("get l.part.code"), ["a"])
  }

  @Test(arguments: [
    ("{ sql \"select 1\" }", "can use only commands that work with records; sql cannot be used"),
    (
      "{ export Line to x.csv }",
      "can use only commands that work with records; export cannot be used"
    ),
    ("{ for x in stdin { echo :x } }", "for cannot use files"),
    ("{ if (1 = 1) { try { backup x.db } } }", "backup cannot be used"),
    ("{ echo (:limit) }", "\"limit\", because this name exists only in this session"),
    ("{ echo (:env.HOME) }", "differs between users"), ("{ other }", "save them first"),
    ("{ list Line }", "list cannot be used"), ("{ undo }", "undo cannot be used"),
    (
      "{ keeps }",
      "keeps: a handler stored in the database can use only commands that work with records"
    ),
  ])
  func aHandlerThatTheFileKeepsChangesRecordsOnly(body: String, words: String) throws {
    let talk = try shop(
      "let limit = 3\ncommand other { echo hi }\nsave command keeps { list Line }")
    let said = talk.tell("save on change Line.part as fill \(body)")
    #expect(said.first?.contains(words) == true, "\(said)")
    expectEqual(talk.tell("schema").filter { $0.contains("on change") }, [])
  }

  @Test func aHandlerFollowsAllRecordsAndHasAName() throws {
    let talk = try shop("")
    for (command, words) in [
      ("save on change Line.part { echo hi }", "expected \"as\""),
      ("save on change l.part as x { echo hi }", "all records"),
      ("save on change Line.parts as x { echo hi }", "no such property"),
      ("save on change Line.part as x { set record.cost 1 }", "Line has no \"cost\""),
      ("save on change Line.part as x { set record cost=1 }", "Line has no \"cost\""),
      ("save on change Lines.part as x { echo hi }", "Line"),
      ("drop on change x", "the database has no handler \"x\""),
    ] {
      let said = talk.tell(command)
      #expect(said.first?.contains(words) == true, "\(command): \(said)")
    }
  }

  @Test func commandsThatHandlersCallStayAsHarmless() throws {
    let talk = try shop(
      "save command price r { set r.price (:r.part.price) }\n"
        + "save on change Line.part as fill { price :record }")
    talk.tell("set l.part Part[\"b\"]")
    expectEqual(talk.tell("get l.price"), ["7.50"])
    let said = talk.tell("save command price r { export Line to x.csv }")
    #expect(said.first?.contains("the handler \"fill\" calls this command") == true, "\(said)")
    #expect(talk.tell("drop command price").first?.contains("\"fill\" calls this command") == true)
    expectEqual(talk.tell("set l.part Part[\"a\"]; get l.price"), ["5.00"])
  }

  @Test func aHandlerFollowsRenamesAndGoesWithItsType() throws {
    let talk = try shop()
    talk.tell("alter Line { rename part to item; rename price to cost }")
    talk.tell("alter Part { rename price to list }")
    talk.tell("set l.item Part[\"b\"]")
    expectEqual(talk.tell("get l.cost"), ["7.50"])
    #expect(talk.tell("alter Line { drop item }").first?.contains("the handler \"fill\"") == true)
    talk.tell("drop type Line")
    expectEqual(talk.tell("schema").filter { $0.contains("on change") }, [])
    talk.tell("undo; set Line/1.item Part[\"a\"]")
    expectEqual(talk.tell("get Line/1.cost"), ["5.00"])
  }

  @Test(arguments: [
    ("set record.price (price + 1)", "alter Line { rename price to cost }", "(cost + 1)"),
    ("set record price=(price + 1)", "alter Line { rename price to cost }", "cost=(cost + 1)"),
    (
      "set record.fills (round(`price` + part.price))", "alter Part { rename price to cost }",
      "(round(`price` + part.cost))"
    ),
    (
      "if true { set record.price (part.price) }", "alter Line { rename part to item }",
      "(item.price)"
    ),
    ("set record.fills 1; echo \"price\"", "alter Line { rename price to cost }", "\"price\""),
  ])
  func bareNamesInItsExpressionsAreRenamed(body: String, alter: String, part: String) throws {
    let talk = try shop("save on change Line.fills as more { \(body) }")
    expectEqual(talk.tell(alter), [])
    let kept = talk.tell("schema").first { $0.contains("as more") }
    #expect(kept?.contains(part) == true, "\(kept ?? "")")
    expectEqual(talk.tell("set l.fills 3").filter { $0.hasPrefix("error") }, [])
  }

  @Test func itCallsTheCommandOfTheFileEvenIfTheSessionHidesIt() throws {
    let database = try Outsider()
    _ = try Conversation(
      Self.shop + "\nsave command inner r { set r.fills 1 }\nsave command mark r { inner :r }\n"
        + "save on change Line.part as fill { mark :record }", database: database.path)
    let talk = try Conversation("let l = Line/1", database: database.path)
    talk.tell("command mark r { set r.fills 7 }; command inner r { set r.fills 8 }")
    expectEqual(talk.tell("set l.part Part[\"b\"]; get l.fills"), ["1"])
    expectEqual(talk.tell("mark Line/1; get l.fills"), ["7"])
    talk.tell("on change Line.part as own { mark :record }")
    expectEqual(talk.tell("set l.part Part[\"a\"]; get l.fills"), ["7"])
  }

  @Test func otherSessionsRunItAndItCanBeReplacedAndDropped() throws {
    let database = try Outsider()
    let talk = try Conversation(Self.shop, database: database.path)
    let other = try Conversation("let l = Line/1", database: database.path)
    talk.tell(Self.fill)
    other.tell("set l.part Part[\"b\"]")
    expectEqual(other.tell("get l.price"), ["7.50"])
    other.tell("save on change Line.part as fill { set record.price 9 }")
    expectEqual(talk.tell("set l.part Part[\"a\"]; get l.price"), ["9.00"])
    expectEqual(talk.tell("schema").filter { $0.contains("on change") }.count, 1)
    talk.tell("drop on change fill")
    expectEqual(other.tell("set l.part Part[\"b\"]; get l.price"), ["9.00"])
    talk.tell("undo; undo")
    expectEqual(talk.tell("set l.part Part[\"a\"]; get l.price"), ["9.00"])
  }

  @Test func aHandlerPlantedInAFileIsIgnoredWithANotice() throws {
    let database = try Outsider()
    let talk = try Conversation(Self.shop + "\n" + Self.fill, database: database.path)
    _ = talk.finish()
    try database.run(
      "UPDATE wb_def SET new = 'save on change Line.part as fill { export Line to evil.csv }' "
        + "WHERE object = 'handler:1'")
    let victim = try Conversation("", database: database.path)
    let said = victim.tell("set Line/1.part Part[\"b\"]")
    expectEqual(Array(victim.files.keys), [])
    expectEqual(victim.tell("get Line/1.price"), ["1.00"], "\(said)")
    #expect(
      victim.tell("check").joined().contains(
        "handler:1 is ignored: a handler stored in the database"))
    for command in ["schema", "dump"] {
      expectEqual(victim.tell(command).filter { $0.contains("evil") }, [])
    }
  }

  @Test func aHandlerWhoseCommandWasReplacedInTheFileIsDamage() throws {
    let database = try Outsider()
    _ = try Conversation(
      Self.shop + "\nsave command price r { set r.price 3 }\n"
        + "save on change Line.part as fill { price :record }", database: database.path
    ).finish()
    try database.run(
      "UPDATE wb_def SET new = 'save command price r { export Line to evil.csv }' "
        + "WHERE object = 'command:1'")
    let victim = try Conversation("", database: database.path)
    victim.tell("set Line/1.part Part[\"b\"]")
    expectEqual(Array(victim.files.keys), [])
    let found = victim.tell("check")
    let finding = "the handler \"fill\" of the database is ignored"
    #expect(found.contains { $0.contains(finding) }, "\(found)")
  }

  @Test(arguments: ["dump", "history --script"])
  func aReplayHasTheEffectsOfHandlers(command: String) throws {
    let talk = try shop()
    talk.tell("set l.part Part[\"b\"]; set l.price 3")
    talk.tell(
      "save on change Part.price as all "
        + "{ for x in Line where part = :record { set x.price (:record.price) } }")
    talk.tell("set Part[\"b\"].price 4; set l.price 2")
    let script = talk.tell(command)
    #expect(script.contains("option handlers off") && script.last == "option handlers on")
    let copy = try Conversation(script.joined(separator: "\n"))
    expectEqual(
      copy.tell("list Line; list Part; schema"), talk.tell("list Line; list Part; schema"))
    expectEqual(copy.tell("set Line/1.part Part[\"a\"]; get Line/1.price"), ["5.00"])
  }

  @Test func handlersAreSwitchedOffForASession() throws {
    let talk = try shop()
    talk.tell("option handlers off; set l.part Part[\"b\"]")
    expectEqual(talk.tell("get l.price"), ["1.00"])
    talk.tell("option handlers on; set l.part Part[\"a\"]")
    expectEqual(talk.tell("get l.price"), ["5.00"])
  }

  @Test func aChangeOfADatabaseOpenForReadingIsRefusedWithThatReason() throws {
    let outsider = try Outsider()
    let script =
      "define S { v: Integer, d: Date? }; save on change S.v as f { set record.d today }; new S v=1"
    _ = try Conversation(script, database: outsider.path)
    let talk = try Conversation(database: outsider.path, isReadOnly: true)
    #expect(talk.tell("set S/1.v 3").first?.hasSuffix("is open read-only") == true)
  }
}

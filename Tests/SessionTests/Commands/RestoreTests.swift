import Session
import TestSupport
import Testing

@Suite struct RestoreTests {
  private func newest(_ talk: Conversation) -> Int { talk.tell("log").count }

  @Test func recordsThatExchangedUniqueValuesInARingAreRestored() throws {
    let talk = try Conversation(
      """
      define P { name: Text key, seat: Integer unique, boss: P? on delete cascade }
      let a = new P name=a seat=1
      let b = new P name=b seat=2 boss=a
      new P name=c seat=3 boss=b
      """)
    let now = newest(talk)
    talk.tell("set P/1 name=x seat=9; set P/2 name=a seat=1")
    talk.tell("set P/3 name=b seat=2; set P/1 name=c seat=3")
    let ring = talk.tell("list P name, seat")
    expectEqual(ring, ["P/1|c|3", "P/2|a|1", "P/3|b|2"])
    expectEqual(talk.tell("restore P where true to #\(now)").first, "notice: 3 records restored")
    let restored = ["P/1|a|1", "P/2|b|2", "P/3|c|3"]
    expectEqual(talk.tell("list P name, seat"), restored)
    expectEqual(talk.tell("new P name=d seat=3").first?.hasPrefix("error"), true)
    talk.tell("undo")
    expectEqual(talk.tell("list P name, seat"), ring)
    talk.tell("redo")
    expectEqual(talk.tell("list P name, seat"), restored)
    expectEqual(talk.tell("check"), [])
  }

  @Test func anItemThatARecordRefersToIsNotDeletedByRestoringItsOwner() throws {
    let talk = try Conversation(
      """
      define Box { name: Text key, parts: [Part] owned }
      define Part { boss: Part? }
      new Box name=a
      append Box/1.parts new Part
      append Box/1.parts new Part boss=Part/1
      new Part boss=Part/2
      """)
    expectEqual(
      talk.tell("restore Box/1 to #3"),
      [
        "error refused 1:9: Part/2 cannot be deleted: it is the boss of Part/3"
      ])
    talk.tell("delete Part/3; restore Box/1 to #3")
    expectEqual(talk.tell("count Part; check"), ["0"])
  }

  @Test func valuesAreRestoredIntoATypeThatHasChangedWhereTheyFit() throws {
    let talk = try Conversation(
      """
      define P { name: Text key, age: Integer?, note: Text? }
      let ann = new P name=Ann age=41
      new P name=Bob age=300 note=old
      """)
    let now = newest(talk)
    talk.tell("delete P/2; set ann age=5")
    talk.tell("alter P { rename age to years, change years: Text?, add level: Integer = 7 }")
    talk.tell("set ann.level 9")
    talk.tell("restore ann to #\(now)")
    expectEqual(talk.tell("get ann.years; get ann.level"), ["41", "9"])
    talk.tell("restore P/2 to #\(now)")
    expectEqual(talk.tell("get P/2.years; get P/2.level; get P/2.note"), ["300", "7", "old"])
    expectEqual(talk.tell("check"), [])
    talk.tell(
      "alter P { change years: Integer? in 0...400 }; alter P { drop note }; set ann.years 1")
    let refusal = talk.tell("restore P/2 to #\(now)").first ?? ""
    #expect(refusal.contains("P/2.note cannot be restored to #\(now): the value was \"old\""))
    #expect(refusal.contains("(alter P { drop note })"))
    expectEqual(talk.tell("restore ann to #\(now); get ann.years"), ["41"])
    talk.tell("delete P/2; alter P { change years: Integer? in 0...40 using (9) }")
    expectEqual(
      talk.tell("restore ann to #\(now)").first?.contains(
        "P/1.years cannot be restored to #\(now): "), true)
    expectEqual(talk.tell("check"), [])
  }

  @Test func aPastStateIsKeptUntilTheHistoryGoesOn() throws {
    let talk = try Conversation("define P { n: Integer }\nnew P n=1")
    let now = newest(talk)
    expectEqual(talk.tell("count P at #\(now); get P/1.n at #\(now)"), ["1", "1"])
    expectEqual(talk.tell("begin; set P/1.n 2; get P/1.n at #\(now); commit; new P n=5").first, "1")
    expectEqual(talk.tell("count P at #\(now + 2); get P/1.n at #\(now + 1)"), ["2", "2"])
    talk.tell("begin; new P n=6; rollback; set P/1.n 8")
    expectEqual(talk.tell("count P at #\(now + 3); get P/1.n at #\(now + 3)"), ["2", "8"])
  }

  @Test func nobodyIsCreditedWithWhatNothingRecorded() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "define P { n: Integer, m: Integer }\nnew P n=1 m=2", database: outsider.path)
    try outsider.run("DROP TRIGGER wb_prop2_updated")
    try outsider.run("UPDATE P SET n = 7")
    let finding = "P/1.n: changed by an unknown program after #2: 1 in the history, 7 in the record"
    let blame = talk.tell("blame P/1")
    #expect(blame.contains("n|7|nil|nil|(unknown program)|nil"))
    #expect(blame.contains { $0.hasPrefix("m|2|2|") })
    for command in ["blame P/1", "why P/1.n", "diff #1"] {
      #expect(talk.tell(command).contains("warning store: \(finding)"), "\(command)")
    }
    #expect(!talk.tell("why P/1.m").contains { $0.hasPrefix("warning") })
    talk.tell("check --repair")
    #expect(
      !talk.tell("blame P/1; why P/1.n; diff #1").contains { $0.contains("unknown program)") })
  }

  @Test func restoreBringsRecordsBackWithTheirItems() throws {
    let (talk, now) = try AsOfTests.conversation()
    talk.tell("label age on ann.age\nset ann.age 5\nappend ann.notes new Note text=two")
    talk.tell("set Note/1.text changed")
    expectEqual(talk.tell("restore ann to #\(now)"), ["age: 41"])
    expectEqual(talk.tell("get ann.notes; get Note/1.text; count Note"), ["[Note/1]", "one", "1"])
    expectEqual(talk.tell("undo; get ann.notes; get ann.age").suffix(2), ["[Note/1, Note/2]", "5"])
    talk.tell("delete ann; new Person name=Bob")
    expectEqual(
      talk.tell("restore Person where age > 40 to #\(now)").first, "notice: 2 records restored")
    expectEqual(
      talk.tell("get ann.age; get ann.notes; get ann.team"), ["41", "[Note/1]", "Team/1"])
    talk.tell("delete ann; delete red")
    expectEqual(
      talk.tell("restore Person/1 to #\(now)").first,
      "error refused 1:9: Person/1.team would be Team/1, which no longer exists; "
        + "restore Team/1 first")
    expectEqual(
      talk.tell("restore Team/1 to #\(now); restore ann to #\(now); get ann.team.name"),
      [
        "age: 41", "Red",
      ])
    expectEqual(
      talk.tell("restore Person/2 to #\(now)").first,
      "error name 1:9: there is no Person/2 at #\(now)")
    expectEqual(talk.tell("check"), [])
  }
}

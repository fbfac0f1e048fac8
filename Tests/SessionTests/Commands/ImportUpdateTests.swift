import TestSupport
import Testing

@Suite struct ImportUpdateTests {
  private static let people = """
    define P { name: Text key, age: Integer?, low: Integer = 0, note: Text = "", tags: [Text], pal: P? }
    rule P.order "low must be below age" : age is null or low < age
    new P name=A age=5 note=n tags=[x]
    new P name=B age=6 note=m tags=[y]
    """

  private func talk(_ files: [String: String]) throws -> Conversation {
    try Conversation(Self.people, files: files)
  }

  @Test(arguments: [
    "[{\"name\":\"A\",\"age\":1},{\"name\":\"B\",\"note\":\"new\",\"tags\":[\"z\"]}]",
    "{\"name\":\"A\",\"age\":1}\n{\"name\":\"B\",\"note\":\"new\",\"tags\":[\"z\"]}\n",
  ])
  func anObjectChangesOnlyWhatItNames(text: String) throws {
    let talk = try talk(["u.json": text])
    expectEqual(talk.tell("import u.json into P update by name"), ["notice: 2 changed"])
    expectEqual(
      talk.tell("list P name, age, note, tags"), ["P/1|A|1|n|[x]", "P/2|B|6|new|[z]"])
  }

  @Test func aNewRecordHasTheDefaultOfWhatItsObjectLacksAndNilOfNull() throws {
    let talk = try Conversation(
      "define Q { name: Text key, o: Integer? = 9 }",
      files: ["q.json": "[{\"name\":\"B\"},{\"name\":\"D\",\"o\":1},{\"name\":\"E\",\"o\":null}]"])
    expectEqual(talk.tell("import q.json into Q"), ["notice: 3 records created"])
    expectEqual(talk.tell("list Q name, o"), ["Q/1|B|9", "Q/2|D|1", "Q/3|E|nil"])
  }

  @Test func anEmptyCellIsTheEmptyTextAndNoOtherValueThatThereIsNot() throws {
    let talk = try talk(["u.csv": "name,note\nA,\n", "v.csv": "name,low\nA,\n"])
    expectEqual(
      talk.tell("import u.csv into P update by name"), ["notice: 1 changed, 1 value emptied"])
    expectEqual(talk.tell("get P/1.note"), [""])
    #expect(talk.tell("import v.csv into P update by name")[0].contains("low cannot be empty"))
  }

  @Test func theSummaryCountsTheValuesThatEmptyCellsEmptied() throws {
    let file = "name,age,low,note,tags\nA,,0,,\nB,6,0,m,\nC,,,,\n"
    let talk = try talk(["u.csv": file, "v.json": #"[{"name": "A", "age": null}]"#])
    expectEqual(
      talk.tell("import u.csv into P update by name --keep-empty"),
      ["notice: 1 record created, 2 left as they are"])
    expectEqual(talk.tell("delete P[\"C\"]"), [])
    expectEqual(
      talk.tell("import u.csv into P update by name --dry-run").last,
      "notice: dry run: 1 record created, 2 changed, 4 values emptied")
    expectEqual(
      talk.tell("import u.csv into P update by name"),
      ["notice: 1 record created, 2 changed, 4 values emptied"])
    expectEqual(
      talk.tell("list P name, age, low, note, tags"),
      ["P/1|A|nil|0||[]", "P/2|B|6|0|m|[]", "P/4|C|nil|0||[]"])
  }

  @Test func anEmptyCellOfANewRecordIsTheDefaultAsInAPlainImport() throws {
    let file = "name,low,o,d,t\nN,,,,\n"
    let define = """
      define N { name: Text key, low: Integer = 3, o: Integer? = 9, d: Date = today, t: Text = "x" }
      """
    for end in ["", " update by name", " update by name --keep-empty"] {
      let talk = try Conversation(define, files: ["n.csv": file])
      expectEqual(talk.tell("import n.csv into N" + end), ["notice: 1 record created"])
      expectEqual(talk.tell("list N name, low, o, t"), ["N/1|N|3|nil|x"])
    }
  }

  @Test func aNumberThatIsNotThatOfTheKeyIsAMistake() throws {
    let talk = try talk([
      "u.csv": "ref,name,age\nP/2,A,7\n", "v.csv": "ref,name,age\nP/1,A,7\nP/9,C,8\n",
      "w.csv": "ref,name,pal\nP/7,D,\nP/8,E,P/7\n",
    ])
    let told = talk.tell("import u.csv into P update by name")[0]
    #expect(
      told.contains(" 2:1: ")
        && told.contains("name \"A\" belongs to P/1, not to P/2"))
    expectEqual(talk.tell("import u.csv into P map ref=nil update by name"), ["notice: 1 changed"])
    // A new record gets the number of its row, so that other rows can refer to it.
    expectEqual(
      talk.tell("import v.csv into P update by name"),
      ["notice: 1 record created, 1 left as it is"])
    expectEqual(talk.tell("import w.csv into P update by name"), ["notice: 2 records created"])
    expectEqual(
      talk.tell("list P name, pal where id > 5"), ["P/7|D|nil", "P/8|E|P/7", "P/9|C|nil"])
  }

  @Test func twoRowsForOneNewRecordAreAMistakeWhateverTheirNumbers() throws {
    let talk = try talk(["u.csv": "ref,name,age\nP/7,C,7\nP/8,C,8\n"])
    #expect(
      talk.tell("import u.csv into P update by name")[0].contains("name \"C\" is already in line 2")
    )
    expectEqual(talk.tell("count P"), ["2"])
  }

  @Test func aMistakeInAnObjectHasTheLineAndTheColumnOfItsValue() throws {
    let talk = try talk([
      "a.json": "[{\"name\":\"C\"},\n {\"name\":\"ä\",\n  \"age\": true}]",
      "b.json": "[{\"name\":\"ü\",\"age\":1},{\"name\":\"D\",\"age\":\"x\"},{\"age\":2}]",
    ])
    #expect(talk.tell("import a.json into P")[0].contains(" 3:10: "))
    let told = talk.tell("import b.json into P")
    #expect(told[0].contains(" 1:41: "), "\(told)")
    #expect(told[1].contains(" 1:46: ") && told[1].contains("name is required"), "\(told)")
  }

  @Test func aRuleIsJudgedByTheValuesThatTheRecordWouldHave() throws {
    // low is below the record's age, but not below the default.
    let talk = try talk(["u.csv": "name,low,tags\nA,3,7\n"])
    let told = talk.tell("import u.csv into P update by name").filter { $0.hasPrefix("error") }
    #expect(told[0].contains("tags cannot be"), "\(told)")
    #expect(!told.contains { $0.contains("low must be") })
  }
}

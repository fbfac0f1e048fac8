import Foundation
import Session
import TestSupport
import Testing

@Suite struct ManyRecordsTests {
  /// Ann is 41, Bob 70, Cid 80, and Dot has no age.
  private static let world =
    people + """

      new Person name=Bob age=70
      new Person name=Cid age=80 active=false
      new Person name=Dot
      """

  private func ages(_ talk: Conversation) -> [String] {
    talk.tell("list Person").map { $0.split(separator: "|")[2...2].joined() }
  }

  // MARK: set

  @Test func setChangesAllForWhichItHoldsInOneTransaction() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("set Person where age > 64 : active=false age=65"),
      [
        "notice: 2 records changed", "notice:   Person/2 active true → false",
        "notice:   Person/2 age 70 → 65", "notice:   Person/3 age 80 → 65",
      ])
    expectEqual(talk.tell("count Person where age = 65 and not active"), ["2"])
    let log = talk.tell("log limit 1")
    #expect(log[0].contains("|set Person where age > 64 : active=false age=65|false|3"))
    expectEqual(talk.tell("undo").count, 1)
    expectEqual(ages(talk), ["41", "70", "80", "nil"])
  }

  @Test func whatChangesNothingIsNotCounted() throws {
    let talk = try Conversation(Self.world)
    let count = talk.tell("log").count
    expectEqual(talk.tell("set Person where age > 64 : age=(age)"), ["notice: 0 records changed"])
    expectEqual(talk.tell("set Person where age > 100 : age=1"), ["notice: 0 records changed"])
    expectEqual(talk.tell("log").count, count)
    expectEqual(
      talk.tell("set Person where age is nil : age=1 active=true"),
      [
        "notice: 1 record changed", "notice:   Person/4 age nil → 1",
      ])
  }

  @Test func anExpressionIsAboutEachRecordAsItWasBefore() throws {
    let talk = try Conversation(Self.world + "\nlet step = 5")
    talk.tell("set Person where age is not nil : age=(age + :step) weight=(age / 2.0)")
    expectEqual(ages(talk), ["46", "75", "85", "nil"])
    expectEqual(talk.tell("get ann.weight"), ["20.5"])
    talk.tell(
      "set Person where true : age=((select max(age) from Person)) fee=(length(name) * 1.1)")
    expectEqual(ages(talk), ["85", "85", "85", "85"])
    expectEqual(talk.tell("get ann.fee"), ["3.30"])
    talk.tell("set Person where id = :ann : age=:step active=(age > 90)")
    expectEqual(talk.tell("get ann.age; get ann.active"), ["5", "false"])
  }

  @Test func oneThatBreaksALimitRefusesAllAndIsNamed() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("set Person where age > 0 : age=(age * 2) active=false"),
      [
        "error rule 1:32: Person/3: age must be 0…150, not 160"
      ])
    expectEqual(
      talk.tell("set Person where true : age=(age * 2) name=(nil)"),
      [
        "error value 1:44: Person/1: name is required"
      ])
    expectEqual(
      talk.tell("set Person where true : code=(\"ab\")"),
      [
        "error conflict 1:30: Person/2: code \"ab\" is taken by Person/1"
      ])
    expectEqual(
      talk.tell("set Person where false : age=151"),
      [
        "error rule 1:30: age must be 0…150, not 151"
      ])
    expectEqual(ages(talk), ["41", "70", "80", "nil"])
    expectEqual(talk.tell("count Person where active").last, "3")
  }

  @Test func labelsAndFieldsSeeIt() throws {
    let talk = try Conversation(
      Self.world + """

        let bob = Person/2
        label age on ann.age
        label sum = ((select sum(age) from Person))
        field f on bob.age
        field g on ann.fee
        """)
    expectEqual(talk.tell("set Person where true : age=1").suffix(2), ["age: 1", "sum: 4"])
    // The edit of another property ends, the edit of this property continues.
    talk.tell("type f \"2\"; type g \"<BS>5\"")
    let lines = talk.tell("set Person where id < 3 : age=7")
    #expect(lines.contains("notice:   Person/2 age 1 → 7"))
    expectEqual(
      talk.tell("type f \"\"; type g \"\""),
      [
        "f: \"7\" bob.age = 7 (editing)", "g: \"0.05\" ann.fee = 0.05",
      ])
    expectEqual(talk.tell("count Person where fee = 0.05"), ["1"])
    expectEqual(talk.tell("type f \"<Esc>\"; get bob.age"), ["f: \"7\" bob.age = 7", "7"])
  }

  @Test func anEditingThatIsIncompleteRefusesOnlyWhatChangesItsRecord() throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.name")
    talk.tell("type f \"<Clear>\"")
    expectEqual(talk.tell("set Person where age > 64 : age=1").count, 3)
    expectEqual(
      talk.tell("set Person where true : age=2"),
      [
        "error refused 1:1: f is being edited and cannot be left: name is required"
      ])
    expectEqual(talk.tell("delete Person where id = 1").first?.hasPrefix("error refused"), true)
    expectEqual(ages(talk), ["41", "1", "1", "nil"])
  }

  // MARK: delete

  @Test func deleteTakesAllForWhichItHoldsAndUndoBringsThemBack() throws {
    let talk = try Conversation(Self.world + "\nlabel age on ann.age")
    expectEqual(
      talk.tell("delete Person where age > 50 or name = 'Ann'"),
      [
        "notice: 3 records deleted", "notice:   Person/1 \"Ann\"", "notice:   Person/2 \"Bob\"",
        "notice:   Person/3 \"Cid\"", "age: «nil»",
      ])
    expectEqual(talk.tell("count Person; check"), ["1"])
    expectEqual(talk.tell("undo").last, "age: 41")
    expectEqual(ages(talk), ["41", "70", "80", "nil"])
    expectEqual(talk.tell("delete Person where age > 200"), ["notice: 0 records deleted"])
  }

  @Test func itIsAPartOfATransactionThatIsOpen() throws {
    let talk = try Conversation(Self.world)
    talk.tell("begin; set Person where true : age=1; delete Person where id = 4; rollback")
    expectEqual(ages(talk), ["41", "70", "80", "nil"])
  }

  // MARK: Asking

  @Test func aPersonIsAskedAndNothingIsDoneWithoutAYes() throws {
    var questions: [String] = []
    var answer = false
    let talk = try Conversation(
      Self.world,
      confirm: { question in
        questions.append(question)
        return answer
      })
    let shown = [
      "notice: 2 records to change", "notice:   Person/2 age 70 → 71",
      "notice:   Person/3 age 80 → 81",
    ]
    expectEqual(
      talk.enter("set Person where age > 64 : age=(age + 1)"),
      shown + [
        "notice: nothing was changed"
      ])
    expectEqual(talk.enter("delete Person where id = 1").last, "notice: nothing was deleted")
    expectEqual(questions, ["change 2 records?", "delete 1 record?"])
    answer = true
    expectEqual(talk.enter("set Person where age > 64 : age=(age + 1)"), shown)
    expectEqual(talk.enter("delete Person where id = 1").count, 2)
    expectEqual(ages(talk), ["71", "81", "nil"])
    expectEqual(talk.enter("set Person where age > 100 : age=1"), ["notice: 0 records changed"])
    expectEqual(questions.count, 4)
    expectEqual(talk.tell("delete Person where true").first, "notice: 3 records deleted")
    expectEqual(questions.count, 4)
  }

  @Test func aPersonIsAskedAgainWhereTheRecordsHaveChangedBeforeTheAnswer() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    _ = try Conversation(Self.world, database: path).finish()
    let other = try Conversation(database: path, actor: "bob")
    var questions = 0
    let talk = try Conversation(
      database: path,
      confirm: { _ in
        questions += 1
        // The second change does not affect these records.
        other.tell(questions == 1 ? "set Person/2.age 90" : "set Person/1.age 42")
        return true
      })
    expectEqual(
      talk.enter("set Person where age > 64 : age=(age + 1)"),
      [
        "notice: 2 records to change", "notice:   Person/2 age 70 → 71",
        "notice:   Person/3 age 80 → 81",
        "notice: another program has changed the records",
        "notice: 2 records to change", "notice:   Person/2 age 90 → 91",
        "notice:   Person/3 age 80 → 81",
      ])
    expectEqual(questions, 2)
    expectEqual(ages(talk), ["42", "91", "81", "nil"])
  }

  @Test(arguments: [
    ("set Persn where true : age=1", "error name 1:5: there is no type \"Persn\""),
    (
      "set Person where agee > 1 : age=1",
      "error name 1:18: no such property: Person has no \"agee\""
    ),
    ("set Person where true : agee=1", "error name 1:25: no such property: Person has no \"agee\""),
    (
      "set Person where true : age=(agee)",
      "error name 1:30: no such property: Person has no \"agee\""
    ),
    ("set Person where true : age=x", "error value 1:29: age cannot be \"x\""),
    ("set ann where true : age=1", "error name 1:5: there is no type \"ann\""),
    ("delete Person where nme = 1", "error name 1:21: no such property: Person has no \"nme\""),
    ("delete Person", "error name 1:8: there is no record \"Person\""),
    ("set ann.age (agee + 1)", "error name 1:14: no such property: Person has no \"agee\""),
  ])
  func aMistakeIsSaidAtItsPlace(script: String, error: String) throws {
    let talk = try Conversation(Self.world)
    let lines = talk.tell(script)
    #expect(lines.count == 1 && lines[0].hasPrefix(error), "\(lines)")
    expectEqual(ages(talk), ["41", "70", "80", "nil"])
  }
}

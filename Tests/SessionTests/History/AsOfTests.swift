import Session
import TestSupport
import Testing

@Suite struct AsOfTests {
  private static let setting = """
    define Team { name: Text key }
    define Person {
      name: Text key
      age: Integer?
      team: Team? on delete clear
      card: Card?
      twice: Integer? := (age * 2)
      notes: [Note] owned
    }
    define Note { text: Text }
    let red = new Team name=Red
    let ann = new Person name=Ann age=41 team=red
    append ann.notes new Note text=one
    """

  static func conversation() throws -> (Conversation, now: Int) {
    let talk = try Conversation(setting)
    return (talk, now: talk.tell("log").count)
  }

  @Test func everyQueryCanBeAskedOfAPastState() throws {
    let (talk, now) = try Self.conversation()
    talk.tell(
      """
      set ann age=5 name=Anna
      set red.name Blue
      append ann.notes new Note text=two
      new Person name=Bob age=9
      let limit = 40
      """)
    expectEqual(talk.tell("get ann.age at #\(now); get ann.twice at #\(now)"), ["41", "82"])
    expectEqual(talk.tell("get ann.team.name at #\(now); get ann.team.name"), ["Red", "Blue"])
    expectEqual(talk.tell("get ann.notes at #\(now)"), ["[Note/1]"])
    expectEqual(talk.tell("get Person[\"Ann\"].age at #\(now)"), ["41"])
    expectEqual(talk.tell("count Person at #\(now); count Person"), ["1", "2"])
    expectEqual(talk.tell("count Person where age > :limit at #\(now)"), ["1"])
    expectEqual(
      talk.tell(
        "list Person name, team.name, count(notes) where twice > 80 order by name at #\(now)"),
      ["Person/1|Ann|Red|1"])
    expectEqual(
      talk.tell("list Person at #\(now)"),
      talk.tell("list Person where false") + [
        "Person/1|Ann|41|Team/1|nil|82|[Note/1]"
      ])
    expectEqual(
      talk.tell("list Person team.name, sum(age) group by team.name at #\(now)"), ["Red|41"])
    expectEqual(talk.tell("sql at #\(now) \"select name, twice from Person\""), ["Ann|82"])
    expectEqual(
      talk.tell("sql at #\(now) \"select * from history\"").first?
        .contains("a past state does not include the history (at character 15)"), true)
    expectEqual(
      talk.tell("show ann at #\(now)").first?.contains("name=Ann age=41 team=Team/1"), true)
  }

  @Test func whatIsNoMoreCanBeNamed() throws {
    let (talk, now) = try Self.conversation()
    talk.tell("delete ann; delete red")
    expectEqual(talk.tell("get ann.team at #\(now)"), ["Team/1"])
    expectEqual(talk.tell("get Person/1.team.name at #\(now)"), ["Red"])
    expectEqual(
      talk.tell("get Person/1.age at #1").first, "error name 1:5: there is no type \"Person\" at #1"
    )
    expectEqual(
      talk.tell("get Person/1.age at #4").first, "error name 1:5: there is no Person/1 at #4")
    expectEqual(
      talk.tell("get Person[\"Anna\"].age at #\(now)").first,
      "error name 1:5: there is no Person whose name is \"Anna\" at #\(now) "
        + "(did you mean Person[\"Ann\"]?)")
  }

  @Test func aTimeMeansTheLastTransactionNotAfterIt() throws {
    let (talk, _) = try Self.conversation()
    talk.advance(milliseconds: 3_600_000)
    talk.tell("set ann.age 2")
    expectEqual(talk.tell("get ann.age at \"2026-11-21 10:30\""), ["41"])
    expectEqual(talk.tell("get ann.age at :now"), ["2"])
    let future = "the time is in the future; expected a time in the past"
    expectEqual(talk.tell("get ann.age at 2026-11-22").first, "error refused 1:16: \(future)")
    expectEqual(
      talk.tell("get ann.age at 2020-01-01").first,
      "error name 1:16: the time is before the first transaction "
        + "(the database begins with #1 at 2026-11-21T10:00:00.000Z)")
    for number in ["#0", "#99"] {
      let answer = talk.tell("list Person at \(number)").first ?? ""
      #expect(
        answer.hasPrefix("error name 1:16: there is no transaction \(number) (the first is #1"))
    }
  }

  @Test func tenThousandCommandsWithinAMillisecondAreToldApart() throws {
    let talk = try Conversation("define P { n: Integer = 0 }\nnew P", isGrouping: true)
    let first = 3
    talk.tell((1...10_000).map { "set P/1.n \($0)" }.joined(separator: "\n"))
    expectEqual(talk.tell("count P where n = 10000 at \"2026-11-21 10:00\""), ["1"])
    for number in [1, 2, 4_999, 5_000, 9_999, 10_000] {
      expectEqual(talk.tell("get P/1.n at #\(first + number - 1)"), ["\(number)"])
    }
    expectEqual(talk.tell("undo 3; get P/1.n").last, "9997")
    expectEqual(talk.tell("check"), [])
  }

  @Test func aDateAloneIsTheEndOfThatDayAndOfTodayNow() throws {
    let talk = try Conversation("define T { n: Integer = 0 }; new T")
    talk.advance(milliseconds: 2 * 86_400_000)
    talk.tell("set T/1.n 5")
    for (day, value) in [("2026-11-21", "0"), ("2026-11-22", "0"), ("2026-11-23", "5")] {
      expectEqual(talk.tell("get T/1.n at \(day)"), [value])
      expectEqual(talk.tell("get T/1.n at \"\(day)\""), [value])
    }
    #expect(talk.tell("get T/1.n at 2026-11-24")[0].contains("in the future"))
    #expect(talk.tell("get T/1.n at 2026-11-20")[0].contains("before the first transaction"))
    expectEqual(talk.tell("history T/1.n until 2026-11-22").count, 1)
    expectEqual(talk.tell("history T/1.n since 2026-11-22 until 2026-11-23").count, 1)
    expectEqual(talk.tell("log since 2026-11-23 until 2026-11-23").count, 1)
  }
}

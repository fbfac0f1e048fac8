import TestSupport
import Testing

@Suite struct HistoryTests {
  @Test func historyIsCutByTimeActorRecordAndNumber() throws {
    let talk = try Conversation(people)
    talk.advance(milliseconds: 3_600_000)
    talk.tell("set ann.age 1")
    talk.advance(milliseconds: 3_600_000)
    talk.tell("set ann.age 2\nnew Person name=Bob")
    func values(_ command: String) -> [String] {
      talk.tell(command).map { String($0.split(separator: "|").last ?? "") }
    }
    expectEqual(values("history ann.age"), ["41", "1", "2"])
    expectEqual(values("history ann.age limit 2"), ["1", "2"])
    expectEqual(values("history ann.age since \"2026-11-21 11:30\""), ["2"])
    expectEqual(values("history ann.age until \"2026-11-21 11:30\""), ["41", "1"])
    expectEqual(values("history ann.age since 2026-11-22"), [])
    expectEqual(values("history ann.age since #3 until #3"), ["1"])
    expectEqual(values("history ann.age by bob"), [])
    expectEqual(
      values("history Person where name = 'Bob' limit 1"), values("history Person/2 limit 1"))
    expectEqual(talk.tell("history Person/9").first, "error name 1:9: Person/9 never existed")
    expectEqual(
      talk.tell("history ann since \"x\"").first?.hasPrefix(
        "error value 1:19: \"x\" is not a date, or a date and time"), true)
  }

  @Test(arguments: ["log", "history Person"])
  func todayAndNowAreMoments(command: String) throws {
    let talk = try Conversation("define Person { age: Integer? }\nnew Person age=1")
    let all = talk.tell("\(command)")
    #expect(all.count > 1)
    expectEqual(talk.tell("\(command) since today until now"), all)
    talk.advance(milliseconds: 86_400_000)
    expectEqual(talk.tell("\(command) since today"), [])
    expectEqual(talk.tell("\(command) until today"), all)
  }

  static let lists = """
    define B { name: Text key }
    define A { name: Text key; mem: [B] on delete clear; own: [B] owned; tags: [Text] }
    new B name=b1
    new A name=a1
    append A/1.mem B/1
    append A/1.own new B name=o1
    append A/1.tags t
    new A name=a2
    """

  private static let outing = """
    define Person { name: Text title }
    define Stop { place: Text title }
    define Outing { day: Date = 2026-05-01; crew: [Person]; stops: [Stop] owned }
    new Person name=Ann; new Person name=Bob
    new Outing
    append Outing/1.crew Person/1; append Outing/1.crew Person/2
    append Outing/1.stops new Stop place=Inn
    set Outing/1.day 2026-05-02
    move Outing/1.crew 0 1
    remove Outing/1.crew 0; remove Outing/1.stops 0

    """

  @Test func theHistoryOfARecordHasItsLists() throws {
    let talk = try Conversation(Self.outing)
    let rows = talk.tell("history Outing/1").map { $0.split(separator: "|").suffix(4) }
    let told = rows.map { $0.joined(separator: "|") }
    expectEqual(
      told,
      [
        "create|nil|nil|1", "set|day|nil|2026-05-01", "set|crew|nil|Person/1",
        "set|crew|nil|Person/2", "set|stops|nil|Stop/1", "set|day|2026-05-01|2026-05-02",
        "set|crew|Person/1|Person/1", "set|crew|Person/2|nil", "set|stops|Stop/1|nil",
      ])
    expectEqual(talk.tell("history Outing/1 limit 2").count, 2)
    expectEqual(talk.tell("history Outing/1 limit 1").first?.hasSuffix("Stop/1|nil"), true)
    expectEqual(talk.tell("history Outing/1 by nobody"), [])
    let person = try Conversation(Self.outing, isForPerson: true)
    let words = person.tell("history Outing/1")
    for change in [
      "crew + Ann (Person/1) at 0", "crew Ann (Person/1) 0 → 1", "stops + Stop/1 at 0",
      "crew - Bob (Person/2) at 0",
    ] {
      #expect(words.contains { $0.contains(change) }, "\(change) in \(words)")
    }
  }
}

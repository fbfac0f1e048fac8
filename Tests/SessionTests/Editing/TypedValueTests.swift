import TestSupport
import Testing

/// Values in fields, as people type them.
@Suite struct TypedValueTests {
  private static func typed(_ keys: String, kind: String, options: String = "") throws -> String {
    let talk = try Conversation(
      "define T { it: \(kind)? }\nlet a = new T\nfield f on a.it\(options)")
    talk.tell("type f \"\(keys)<Return>\"")
    return talk.tell("get a.it").last ?? ""
  }

  @Test(arguments: [
    ("Month", "02/2028", "2028-02"), ("Month", "2.2028", "2028-02"),
    ("Month", "2028-02", "2028-02"),
    ("Duration", "1.5", "1:30"), ("Duration", "1,5", "1:30"), ("Duration", "90m", "1:30"),
    ("Duration", "1h30", "1:30"), ("Duration(seconds)", "0.01", "0:00:36"),
    ("Duration", "90", "nil"), ("Time", "9:00", "09:00"), ("Time", "930", "09:30"),
    ("Time", "2:30 PM", "14:30"), ("Time", "12:15 am", "00:15"), ("Date", "1.12.26", "2026-12-01"),
    ("Date", "1.12.46", "1946-12-01"), ("Date", "31.2.26", "nil"),
    ("Choice(Adult, Child)", "a", "Adult"), ("Choice(Adult, Child)", "CH", "Child"),
  ])
  func aValueIsTakenAsPeopleTypeIt(kind: String, keys: String, value: String) throws {
    try expectEqual(Self.typed(keys, kind: kind), value)
  }

  @Test(arguments: [
    ("de_DE", "1.12.26", "2026-12-01"), ("en_US", "12/1/26", "2026-12-01"),
    ("en_GB", "1/12/26", "2026-12-01"), ("de_DE", "1.12.1926", "1926-12-01"),
  ])
  func aYearOfTwoDigitsIsCompletedInALocalField(
    locale: String, keys: String, value: String
  ) throws {
    try expectEqual(
      Self.typed(keys, kind: "Date", options: " locale \(locale) local"), value)
  }

  @Test func aYearOfTwoDigitsIsCompletedWhereAFormIsLeft() throws {
    let talk = try Conversation(
      "define T { day: Date?, n: Integer? }\nlet a = new T\nform e on a")
    talk.tell("type e \"1.12.26<Tab>3<Submit>\"")
    expectEqual(talk.tell("get a.day; get a.n"), ["2026-12-01", "3"])
    talk.tell("type e \"<All>2.12.26<Submit>\"")
    expectEqual(talk.tell("get a.day"), ["2026-12-02"])
  }
}

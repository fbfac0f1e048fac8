import TestSupport
import Testing

@Suite struct CountTests {
  private static let world = people + "\nnew Person name=Bob age=41\nnew Person name=Cid"

  @Test(arguments: [
    ("count Person", ["3"]), ("count Person where age = 41", ["2"]),
    ("count Person where age > 41", ["0"]), ("count Person limit 2", ["2"]),
    ("count Person limit 9", ["3"]), ("count Person at #2", ["1"]),
    ("count Person where name = \"Bob\" at #2", ["0"]),
  ])
  func theRecordsOfATypeAreCounted(command: String, lines: [String]) throws {
    try expectEqual(Conversation(Self.world).tell(command), lines)
  }

  @Test(arguments: [
    ("count Person by age", ["nil|1", "41|2"]),
    ("count Person by age order by count() desc limit 1", ["41|2"]),
    ("count Person where age is not nil by (age > 40)", ["true|2"]),
    ("count Person by age, active", ["nil|true|1", "41|true|2"]),
    ("count Person by age at #2", ["41|1"]),
  ])
  func withByEachValueHasItsCount(command: String, lines: [String]) throws {
    try expectEqual(Conversation(Self.world).tell(command), lines)
  }

  @Test(arguments: [
    ("count", "syntax 1:6: expected a type after \"count\""),
    ("count Persn", "name 1:7: there is no type \"Persn\" (did you mean \"Person\"?)"),
    (
      "count Person where agee > 3",
      "name 1:20: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    (
      "count Person by agee",
      "name 1:17: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    (
      "count Person where age",
      "expression 1:20: expected a condition, not age, a number (as in age > 0)"
    ),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(Self.world).tell(command), ["error \(error)"])
  }
}

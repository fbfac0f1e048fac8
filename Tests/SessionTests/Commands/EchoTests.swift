import TestSupport
import Testing

@Suite struct EchoTests {
  @Test(arguments: [
    ("echo ann \"b  c\" (1 + 1) :ann.age true nil", "ann b  c 2 41 true nil"),
    ("echo \":ann.name is :(:ann.age + 1) soon\"", "Ann is 42 soon"),
    ("echo \"at 10:30, ::ann\"", "at 10:30, :ann"),
    ("echo :ann [1, b] 2026-11-21", "Person/1 [1, b] 2026-11-21"),
    ("echo \"\"", ""),
  ])
  func valuesAreInOneLineWithASpaceBetweenThem(command: String, line: String) throws {
    try expectEqual(Conversation(people).tell(command), [line])
  }

  @Test(arguments: [
    ("echo", "syntax 1:5: expected a value after \"echo\""),
    (
      "echo a :ann.agee",
      "name 1:13: no such property: Person has no \"agee\" (did you mean \"age\"?)"
    ),
    (
      "echo \"a :ann.nme\"",
      "name 1:14: no such property: Person has no \"nme\" (did you mean \"name\"?)"
    ),
    ("echo \":(1 + )\"", "expression 1:11: expected a value at the end of the expression"),
  ])
  func aMistakeIsSaidAtItsPlaceAndNothingIsPrinted(command: String, error: String) throws {
    try expectEqual(Conversation(people).tell(command), ["error \(error)"])
  }
}

import TestSupport
import Testing

@Suite struct UserCallTests {
  private static let commands =
    people + """

      command greet who { echo hello :who }
      command older who { set who.age (age + 1); set who.fee 3 }
      command wrong who { set who.age 1; set who.age 900 }
      command local { let k = 1; echo :k }
      """

  @Test(arguments: [
    ("greet Ann", ["hello Ann"]), ("greet :ann", ["hello Person/1"]),
    ("greet (1 + 1)", ["hello 2"]), ("greet [1, 2]", ["hello [1, 2]"]),
    (
      "local; echo :k",
      ["1", "error name 1:14: there is no session name \"k\""]
    ),
  ])
  func itsCommandsRunWithTheValuesThatItIsGiven(script: String, lines: [String]) throws {
    try expectEqual(Conversation(Self.commands).tell(script), lines)
  }

  @Test func aCallIsOneUndoAndAllOrNothing() throws {
    let talk = try Conversation(Self.commands)
    expectEqual(talk.tell("older :ann; get ann.age; get ann.fee"), ["42", "3.00"])
    expectEqual(talk.tell("undo"), ["notice: undone #3 by ann: older :ann"])
    expectEqual(talk.tell("get ann.age; get ann.fee"), ["41", "0.00"])
    expectEqual(talk.tell("wrong :ann"), ["error rule 12:48: age must be 0…150, not 900"])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test(arguments: [
    ("greet", "syntax 1:1: greet takes 1 argument, not 0 (greet who)"),
    ("greet a b", "syntax 1:9: greet takes 1 argument, not 2 (greet who)"),
    ("local a", "syntax 1:7: local takes 0 arguments, not 1 (local)"),
    ("greeet x", "name 1:1: there is no command \"greeet\" (did you mean \"greet\"?)"),
    ("frob", "name 1:1: there is no command \"frob\""),
    ("greet :nobody", "name 1:8: there is no session name \"nobody\""),
  ])
  func aMistakeIsSaidAtItsPlace(command: String, error: String) throws {
    try expectEqual(Conversation(Self.commands).tell(command), ["error \(error)"])
  }
}

import Session
import TestSupport
import Testing

@Suite struct SaveTests {
  private let outsider: Outsider

  init() throws { outsider = try Outsider() }

  @Test func theSessionGoesOnInTheFileWithItsHistory() throws {
    let talk = try Conversation(people + "\nlabel age on ann.age; set ann.age 42")
    #expect(talk.unsavedWork != nil)
    expectEqual(talk.tell("save \(outsider.path)").last?.contains(outsider.path), true)
    #expect(talk.unsavedWork == nil)
    expectEqual(talk.tell("set ann.age 43; count Person where age > 42"), ["age: 43", "1"])
    try outsider.run("UPDATE Person SET age = 50")
    expectEqual(talk.tell("get ann.age"), ["age: 50", "50"])
    talk.tell("undo to #3")
    expectEqual(talk.tell("check; history ann.age").count, 6)
    _ = talk.finish()
    let later = try Conversation(database: outsider.path)
    expectEqual(later.tell("get Person/1.age; check"), ["42"])
    expectEqual(later.tell("new Person name=Bob"), ["Person/2"])
  }

  @Test(arguments: [
    ("begin\nsave x.db", "error refused 2:1: save cannot be used inside a transaction"),
    ("repeat 1 { save x.db }", "error refused 1:12: save cannot be used in a block"),
    ("save nowhere/x.db", "error store 1:6: nowhere/x.db cannot be written: there is no folder "),
    ("save Package.swift", "error refused 1:6: Package.swift already exists"),
  ])
  func whatCannotBeSavedIsRefused(command: String, error: String) throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell(command).last?.hasPrefix(error), true)
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  @Test func aStoreOfAFileIsNotSaved() throws {
    let talk = try Conversation(people, database: outsider.path)
    expectEqual(
      talk.tell("save y.db"),
      [
        "error refused 1:6: the records are already stored in \(outsider.path)"
      ])
  }

  @Test func savedCommandsCanBeIncluded() throws {
    let talk = try Conversation(
      BlockTests.staff + """
        command greet who { # says hello
          echo hello :who
        }
        on change ann.age { echo :old :new }
        save commands to mine.wb
        """)
    expectEqual(talk.tell("save commands to mine.wb"), ["error file 1:18: mine.wb already exists"])
    expectEqual(
      talk.tell("detach change1; include mine.wb; greet Zoe; set ann.age 1"),
      [
        "hello Zoe", "41 1",
      ])
  }
}

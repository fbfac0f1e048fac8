import Foundation
import Session
import TestSupport
import Testing

@Suite struct CommandGroupTests {
  private final class Place {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).db")
      .path

    deinit {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
  }

  private static let script = """
    define Person { name: Text key, age: Integer = 0 }
    let ann = new Person name=Ann
    label age on ann.age
    field f on ann.age
    set ann.age 1
    type f "2<Return>"
    begin
    set ann.age 3
    rollback
    set ann.age 4
    undo
    put Person["Bob"] age=5
    list Person
    set Person where age > 0 : age=(age + 1)
    expect error "no such property" { set ann.agee 1 }
    set ann.age 7
    for x in [8, 9] { set ann.age :x; list Person }
    rule Person.low "low" severity warn : age < 10
    try { set ann.age 10; list Person; echo no; set ann.age oops } else { echo :error }
    on change ann.age { echo :old :new }
    command older p { set p.age (age + 1) }
    repeat 2 { older :ann }
    undo
    get ann.age
    log
    check
    """

  @Test func aScriptSaysAndDoesTheSameWhetherItsCommandsAreGroupedOrNot() throws {
    let places = [Place(), Place()]
    let said = try zip(places, [false, true]).map { place, isGrouping in
      try Conversation(database: place.path, isGrouping: isGrouping).tell(Self.script)
    }
    #expect(said[0].count > 20)
    expectEqual(said[0], said[1])
  }

  @Test(arguments: [
    "for x in [1, oops] { set P/1.n :x }", "set P/1.n 1; set P/1.n oops",
    "try { } ; set P/1.n oops",
  ])
  func anErrorAtThePromptIsSaidAtOnce(line: String) throws {
    let place = Place()
    let talk = try Conversation(
      "define P { n: Integer = 0 }\nnew P", database: place.path, isGrouping: true)
    let said = talk.enter(line)
    expectEqual(said.count, 1)
    expectEqual(said.last?.contains("n cannot be"), true)
  }

  @Test func nothingIsSaidOfCommandsThatAreLost() throws {
    let place = Place()
    let talk = try Conversation(
      "define P { n: Integer = 0 }\nnew P", database: place.path, isGrouping: true)
    try FileManager.default.moveItem(atPath: place.path, toPath: place.path + ".away")
    defer { try? FileManager.default.removeItem(atPath: place.path + ".away") }
    let said = talk.tell("set P/1.n 1\nget P/1.n\nset P/1.n 2")
    expectEqual(said.count, 2)
    expectEqual(
      said.last?.hasSuffix("not stored: 2 commands from test:1 on"), true, "\(said)")
    expectEqual(talk.tell("get P/1.n"), ["0"])
  }
}

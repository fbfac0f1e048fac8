import Foundation
import TestSupport
import Testing

@Suite struct SessionLeakTests {
  @Test func commandsLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let talk = try Conversation("define C { n: Integer = 0, note: Text? }\nnew C")
      var number = 0
      // Changes are rolled back, because the store is in memory too.
      Leak.expect(atMost: 64, rounds: 4000) {
        number += 1
        let said = talk.tell(
          "get C/1.n; list C where n > 3; try { set C/1.n \(number); get C/1.nn } else { echo no }")
        precondition(said == ["0", "no"])
      }
    }
  }

  @Test func storesThatAreOpenedAndClosedLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let path = FileManager.default.temporaryDirectory.appending(path: "leak-\(UUID()).db").path
      try Leak.expect(atMost: 1024, rounds: 300) {
        let talk = try Conversation("define C { n: Integer = 0 }\nnew C", database: path)
        talk.tell("type C/1.n \"4x2<Return>\"; set C/1.n 7; undo")
        _ = talk.finish()
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      }
    }
  }

  /// Otherwise a program that opens many sessions runs out of descriptors.
  @Test(arguments: [
    "label l on c.n\nset c.n 2", "label l = (c.n + 1)\nset c.n 2",
    "field f on c.n\ntype f \"<All>5<Return>\"", "field f on c.n\ntype f \"<All>5\"",
    "form f on c\ntype f \"<All>5\"", "label l on c.d.n\nfield f on c.d",
    "screen S for C { label l on n; label m = (n + 1); field f on n }\nopen S c",
    "screen S for C { field f on n }\nopen S c\ntype f \"<All>5\"",
    "screen L for [C] { columns n }\nopen L\nselect c", "on change C.n { echo changed }\nset c.n 2",
    "command grow { set C/1.n 5 }\ngrow", "begin\nset c.n 2",
  ])
  func aSessionThatIsLetGoClosesItsFile(script: String) throws {
    let database = try Outsider()
    var talk: Conversation? = try Conversation(
      "define D { n: Integer = 0 }\ndefine C { n: Integer = 1, d: D? }\nlet d = new D\nlet c = new C d=d",
      database: database.path)
    let said = talk?.tell(script) ?? []
    expectEqual(said.filter { $0.hasPrefix("error") }, [])
    talk = nil
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let open = files.filter {
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return file?.hasPrefix(database.path) == true
    }
    expectEqual(open, [])
  }
}

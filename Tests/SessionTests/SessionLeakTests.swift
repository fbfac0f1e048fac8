import Foundation
import TestSupport
import Testing

/// A session that goes on for long, and many after each other, leave nothing behind.
@Suite struct SessionLeakTests {
  @Test func commandsLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let talk = try Conversation("define C { n: Integer = 0, note: Text? }\nnew C")
      var number = 0
      // What is kept would be in the store, which is in memory, too: each change is rolled back.
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
}

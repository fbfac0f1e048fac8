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
}

import Session
import TestSupport
import Testing

@Suite struct WatchTests {
  @Test func watchPrintsItsLabelsUntilItIsInterrupted() throws {
    let outsider = try Outsider()
    var waits = 0
    var talk: Conversation?
    talk = try Conversation(
      people + "\nlabel age on ann.age\nlabel fee on ann.fee", database: outsider.path,
      isInterrupted: { waits == 3 },
      wait: { _ in
        waits += 1
        if waits < 3 { try? outsider.run("UPDATE Person SET age = \(waits), fee = \(waits)") }
      })
    expectEqual(talk?.enter("watch age"), ["age: 41", "age: 1", "age: 2", "fee: 2.00"])
  }
}

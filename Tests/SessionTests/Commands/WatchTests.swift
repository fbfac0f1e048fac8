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

  @Test(arguments: [
    ("watch", "syntax 1:6: expected a label after \"watch\""),
    ("watch x", "name 1:7: there is no label, field or form \"x\""),
    ("watch f", "name 1:7: expected a label, not f"),
    (
      "deactivate age; watch age",
      "refused 1:23: age is not active (`activate age` resumes the label)"
    ),
    (
      "begin\nwatch age",
      "refused 2:1: watch cannot be used inside a transaction, because the open transaction would "
        + "block other programs"
    ),
    ("repeat 1 { watch age }", "refused 1:12: watch cannot be used in a block"),
  ])
  func whatCannotBeWatchedIsRefused(script: String, error: String) throws {
    try expectEqual(Conversation(TypeTests.fields).tell(script), ["error \(error)"])
  }
}

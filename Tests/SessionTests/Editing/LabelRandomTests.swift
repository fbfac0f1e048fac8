import Session
import TestSupport
import Testing

/// The last output of a label is always its current text.
@Suite struct LabelRandomTests {
  private static let expressions = [
    "coalesce(:ann.name, 'nobody') || ' ' || coalesce(:ann.age, '?')",
    "count(Person where age > 40)", "(select sum(age) from Person where active)",
    "coalesce(:ann, 0) + coalesce(:bob.age, 0)", "(select group_concat(name) from Person)",
    "(select max(fee) from Person) - coalesce(:bob.fee, 0)",
  ]

  private static let commands = [
    "set ann.age nil", "set ann age=60 fee=2.5", "set bob.fee 7", "set bob.age 3", "delete ann",
    "delete bob", "delete Person where age > 60", "set Person where age < 50 : age=(age + 7)",
    "set Person where true : active=(not active)", "new Person name=\"NEW\" age=45", "undo",
    "undo 2",
    "redo", "begin", "commit", "rollback", "type f \"5\"", "type f \"<BS>\"", "type f \"<Return>\"",
    "type f \"<Esc>\"", "type f \"<Clear>\"", "put Person[\"Ann\"] age=12",
    "set ann name=Eve age=200",
  ]

  @Test(arguments: 0..<(Seeded.isLong ? 40 : 10))
  func theLastTextIsThatOfNow(seed: UInt64) throws {
    var state = seed &* 2 &+ 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let talk = try Conversation(
      people + "\nlet bob = new Person name=Bob age=70\nfield f on ann.age")
    var shown: [String: String] = [:]
    func hear(_ lines: [String]) {
      for line in lines where line.prefix(1) == "l" && line.dropFirst(2).hasPrefix(": ") {
        shown[String(line.prefix(2))] = String(line.dropFirst(4))
      }
    }
    for (index, expression) in Self.expressions.enumerated() {
      hear(talk.tell("label l\(index) = (\(expression))"))
    }
    expectEqual(shown.count, Self.expressions.count)
    for step in 0..<40 {
      let command = Self.commands[random(Self.commands.count)]
        .replacing("NEW", with: "n\(step)")
      hear(talk.tell(command))
      for (index, expression) in Self.expressions.enumerated() {
        let now = talk.tell("label fresh = (\(expression)); detach fresh")
        // The label's name may belong to a record that was not created.
        guard let text = now.first, text.hasPrefix("fresh: ") else { continue }
        expectEqual(shown["l\(index)"], String(text.dropFirst(7)), "\(seed) \(step) \(command)")
      }
    }
  }
}

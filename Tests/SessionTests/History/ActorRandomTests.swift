import TestSupport
import Testing

/// While two people work on one file in separate sessions, each change is credited to its author,
/// and undo affects only one's own changes.
@Suite struct ActorRandomTests {
  private final class Run {
    struct Deed {
      var owner: String
      var before: [String]
      var after: [String]
    }

    let outsider: Outsider
    let talks: [String: Conversation]
    let reader: Conversation
    var random: Seeded
    var state: [String]
    var newest = 0
    var done: [Deed] = []
    var undone: [Deed] = []
    var counts: [String: Int] = [:]

    init(stream: Int) throws {
      outsider = try Outsider()
      random = Seeded(stream: stream)
      _ = try Conversation(
        "define P { n: Integer, a: Integer?, key: Text? unique }; new P n=1; new P n=2",
        database: outsider.path, actor: "root")
      talks = [
        "ann": try Conversation(database: outsider.path, actor: "ann"),
        "zoe": try Conversation(database: outsider.path, actor: "zoe"),
      ]
      reader = try Conversation(database: outsider.path, actor: "bob", isReadOnly: true)
      state = []
      state = present(to: reader)
      newest = try transactions(after: 0).count
    }

    func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

    func present(to talk: Conversation) -> [String] { talk.tell("describe P; list P; count P") }

    /// Authors of later transactions; 'open' for one that never ended.
    func transactions(after number: Int) throws -> [String] {
      try outsider.texts(
        "SELECT CASE WHEN t.n IS NULL THEN 'open' ELSE a.s END FROM wb_tx AS t "
          + "LEFT JOIN wb_text AS a ON a.id = t.actor WHERE t.id > \(number) ORDER BY t.id")
    }

    func command() -> String {
      let id = "P/\(1 + random.below(6))"
      let number = random.below(40)
      switch random.below(20) {
      case 0..<4: return "set \(id).n \(number)"
      case 4: return "set \(id).n (n)"
      case 5: return "set \(id) n=\(number) key=k\(random.below(4))"
      case 6..<8: return "new P n=\(number)"
      case 8: return "delete \(id)"
      case 9: return "alter P { add b\(random.below(3)): Integer\(pick(["?", " = 4"])) }"
      case 10: return "alter P { drop b\(random.below(3)) }"
      case 11:
        return pick([
          "alter P { rename a to c }", "alter P { rename c to a }",
          "alter P { change n: Integer in 0...\(30 + number) }", "alter P { change n: Integer }",
          "alter P { drop a }", "rule P.r : n < \(20 + number)", "drop rule P.r",
        ])
      case 12: return "begin\nset \(id).n \(number)\nnew P n=3\n\(pick(["commit", "rollback"]))"
      case 13: return "begin\nset \(id).n \(number)\nset \(id).none 1\ncommit"
      case 14: return "revert #\(1 + random.below(newest))"
      case 15..<18: return "undo"
      default: return "redo"
      }
    }

    func act() throws {
      let actor = pick(["ann", "zoe"])
      guard let talk = talks[actor] else { return }
      let command = command()
      let verb = String(command.prefix { $0 != " " && $0 != "\n" })
      var lines = talk.tell(command)
      var said = "seed \(Seeded.seed): \(actor): \(command): \(lines)"
      if command.hasPrefix("begin"), talk.openWork != nil { lines += talk.tell("rollback") }
      let hasFailed = lines.contains { $0.hasPrefix("error") }
      let made = try transactions(after: newest)
      #expect(made.allSatisfy { $0 == actor }, "\(said) \(made)")
      newest += made.count
      let former = state
      state = present(to: reader)
      #expect(talks.values.allSatisfy { present(to: $0) == state }, "\(said)")
      expectEqual(talk.tell("check"), [], "\(said)")
      if hasFailed { #expect(made.isEmpty && state == former, "\(said)") }
      counts[hasFailed ? "error" : verb, default: 0] += 1
      switch verb {
      case "undo":
        expectEqual(
          hasFailed, (done.last?.owner != actor), "\(said) \(String(describing: done.last))")
        guard let deed = done.last else { return }
        if hasFailed {
          #expect(lines[0].contains("the last change is \(deed.owner)'s, not yours: #"), "\(said)")
          guard random.below(3) == 0, let number = lines[0].split(separator: "#").last else {
            return
          }
          // `undo to` can still undo it.
          let text = "undo to #\(number.prefix { $0.isNumber })"
          said += " \(text): \(talk.tell(text))"
          try expectEqual(transactions(after: newest), [actor], "\(said)")
          newest += 1
          state = present(to: reader)
          counts["undo to", default: 0] += 1
        }
        expectEqual(state, deed.before, "\(said)")
        undone.append(done.removeLast())
      case "redo":
        expectEqual(hasFailed, undone.isEmpty, "\(said)")
        guard !hasFailed, var deed = undone.popLast() else { return }
        expectEqual(state, deed.after, "\(said)")
        deed.owner = actor
        done.append(deed)
      default:
        guard !made.isEmpty else { return }
        expectEqual(made.count, 1, "\(said)")
        done.append(Deed(owner: actor, before: former, after: state))
        undone = []
      }
    }
  }

  @Test(arguments: 0..<(Seeded.isLong ? 6 : 3))
  func eachChangeIsCreditedToWhoMadeItAndUndoTakesBackOnesOwn(stream: Int) throws {
    let run = try Run(stream: stream)
    let verbs = ["set", "alter", "new", "undo", "undo to", "redo", "revert", "error"]
    var steps = 0
    // Every verb occurs eventually.
    while steps < (Seeded.isLong ? 2_000 : 100) || verbs.contains(where: { run.counts[$0] == nil })
    {
      try run.act()
      steps += 1
      try #require(steps < 10_000, "seed \(Seeded.seed): \(run.counts)")
    }
  }
}

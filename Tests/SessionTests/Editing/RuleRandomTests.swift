import Foundation
import TestSupport
import Testing

@Suite struct RuleRandomTests {
  private struct Worker: Hashable {
    var name: String
    var age: Int?
    var boss: Int?

    var isGrown: Bool {
      guard boss != nil, let age else { return true }
      return age >= 18
    }
  }

  private final class Run {
    let talk: Conversation
    var random: Seeded
    var isOpen = false
    /// The next command may store the typed text.
    var isEditing = false
    /// By outcome, such as a refusal by the rule.
    var counts: [String: Int] = [:]

    init(seed: UInt64) throws {
      random = Seeded(seed: seed)
      talk = try Conversation(
        """
        define Person { name: Text, age: Integer? in 0...150, boss: Integer? }
        rule Person.grown "must be 18 to lead" : boss is null or age >= 18
        new Person name=first as first
        field f on first.age
        """)
    }

    func pick<Element>(_ list: [Element]) -> Element {
      list[Int.random(in: 0..<list.count, using: &random)]
    }

    func state() -> [String: Worker] {
      let rows = talk.tell("list Person").map { $0.split(separator: "|").map(String.init) }
      return Dictionary(
        rows.map { ($0[0], Worker(name: $0[1], age: Int($0[2]), boss: Int($0[3]))) },
        uniquingKeysWith: { first, _ in first })
    }

    func command(_ state: [String: Worker]) -> (String, String?, Worker?) {
      let missing = "Person/\(Int.random(in: 1...6, using: &random))"
      let id = pick(state.keys.sorted() + [missing])
      var worker = state[id] ?? Worker(name: "x")
      let age = pick([nil, 3, 17, 18, 40])
      let boss = pick([nil, 1, 2])
      func text(_ value: Int?) -> String { value.map(String.init) ?? "nil" }
      switch pick([0, 0, 1, 1, 2, 2, 3, 4, 5, 6]) {
      case 0:
        worker.age = age
        return ("set \(id).age \(text(age))", id, worker)
      case 1:
        worker.boss = boss
        return ("set \(id).boss \(text(boss))", id, worker)
      case 2:
        worker.age = age
        worker.boss = boss
        return ("set \(id) boss=\(text(boss)) age=\(text(age))", id, worker)
      case 3:
        let new = Worker(name: "x", age: age, boss: boss)
        return ("new Person name=x age=\(text(age)) boss=\(text(boss))", nil, new)
      case 4: return ("delete \(id)", nil, nil)
      case 5:
        let keys = pick(["3<Return>", "40<Return>", "5", "<Esc>", "<Clear><Return>"])
        return ("type f \"<All>\(keys)\"", nil, nil)
      default:
        if isOpen {
          isOpen = false
          return (pick(["commit", "rollback"]), nil, nil)
        }
        let command = pick(["undo", "undo", "undo 2", "redo", "redo", "undo 3", "begin"])
        isOpen = command == "begin"
        return (command, nil, nil)
      }
    }

    func step(_ seed: UInt64) {
      let before = state()
      let (command, id, wanted) = command(before)
      let wasEditing = isEditing
      if command.hasPrefix("type f") { isEditing = command.hasSuffix("5\"") }
      let errors = talk.tell(command).filter { $0.hasPrefix("error") }
      // This test needs the rule, so its removal is undone.
      if command.hasPrefix("undo"), !talk.tell("describe Person").contains(where: isRule) {
        talk.tell(command.replacing("undo", with: "redo"))
      }
      let after = state()
      let isRefused = errors.contains { $0.hasPrefix("error rule") }
      for (id, worker) in after {
        #expect(worker.isGrown, "seed \(seed): \(command) left \(id)")
      }
      if let wanted, id == nil || before[id ?? ""] != nil, !wasEditing,
        !errors.contains(where: isAboutField)
      {
        // Refused exactly if the result would break the rule; then nothing has changed.
        expectEqual(isRefused, !wanted.isGrown, "seed \(seed): \(command) \(errors)")
        if isRefused { expectEqual(after, before, "seed \(seed): \(command)") }
        if let id, !isRefused { expectEqual(after[id], wanted, "seed \(seed): \(command)") }
      }
      counts[isRefused ? "refused" : errors.isEmpty ? "done" : "other", default: 0] += 1
    }

    private func isRule(_ line: String) -> Bool { line.contains("rule Person.grown") }

    /// The command failed because of the edited field.
    private func isAboutField(_ error: String) -> Bool { error.contains("f is being edited") }
  }

  @Test(arguments: 0..<4)
  func noOrderOfCommandsLeavesARuleBroken(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    let run = try Run(seed: seed)
    for _ in 0..<200 { run.step(seed) }
    run.talk.tell(run.isOpen ? "commit" : "")
    expectEqual(run.talk.tell("check"), [], "seed \(seed)")
    #expect(run.counts["refused", default: 0] > 3, "seed \(seed): \(run.counts)")
    #expect(run.counts["done", default: 0] > 30, "seed \(seed): \(run.counts)")
  }
}

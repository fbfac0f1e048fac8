import Foundation
import Session
import TestSupport
import Testing

/// Every past state of changing types can be read, and undo and redo are exact.
@Suite struct TypeRandomTests {
  private final class Run {
    let outsider: Outsider
    var talk: Conversation
    var random: Seeded
    /// After each transaction: the definition and the records of each type.
    var states: [Int: [String: [String]]] = [:]
    var newest = 0
    var counts: [String: Int] = [:]
    private var definitions: [String: [String]] = [:]
    private var altering: [Int] = []

    init(seed: UInt64) throws {
      outsider = try Outsider()
      random = Seeded(seed: seed)
      // Definitions of another actor are not undone.
      _ = try Conversation(
        "define Tag { word: Text key }", database: outsider.path, actor: "zoe")
      talk = try Conversation("", database: outsider.path)
    }

    func pick<Element>(_ list: [Element]) -> Element {
      list[Int.random(in: 0..<list.count, using: &random)]
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: States

    func types() -> [String] {
      talk.tell("types").map { String($0.split(separator: "|")[0]) }
    }

    func newestNumber() -> Int {
      Int(talk.tell("log limit 1").first?.split(separator: "|").first ?? "") ?? 0
    }

    /// - Parameter isAltered: Whether definitions may have changed since the last call.
    func state(isAltered: Bool = true) -> [String: [String]] {
      if isAltered {
        let known = types().map { ($0, talk.tell("describe \($0)")) }
        definitions = Dictionary(known, uniquingKeysWith: { first, _ in first })
      }
      return Dictionary(
        definitions.map { ($0.key, $0.value + talk.tell("list \($0.key)")) },
        uniquingKeysWith: { first, _ in first })
    }

    func records(of state: [String: [String]], _ type: String) -> [String] {
      (state[type] ?? []).filter { $0.hasPrefix("\(type)/") }
    }

    // MARK: Commands

    private static let kinds = [
      "Integer?", "Integer", "Integer? in 0...50", "Text?", "Text", "Text = \"t\"", "Double?",
      "Decimal(integer: 4, fraction: 2)?", "Decimal(integer: 20, fraction: 4)?", "Boolean?",
      "Choice(a, b)?", "Date?", "Tag?", "[Tag]", "[Text]", "Text? unique", "Integer? = 7",
    ]
    private static let names = ["a", "b", "c", "d", "`e f`"]

    func type() -> String { pick(["P", "P", "P", "Q"]) }
    func name() -> String { pick(Self.names) }

    func name(in type: String) -> String {
      let lines = states[newest]?[type] ?? []
      let names = lines.filter { !$0.hasPrefix("\(type)/") && !$0.hasPrefix("nil|") }
        .map { $0.split(separator: "|")[0] }
      return chance(90) && !names.isEmpty ? "`\(pick(names))`" : name()
    }

    func property() -> String { "\(name()): \(pick(Self.kinds))" }

    func step(in type: String) -> String {
      let name = name(in: type)
      switch pick([0, 0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7]) {
      case 0: return "add \(property())"
      case 1: return "rename \(name) to \(self.name())"
      case 2: return "change \(name): \(pick(Self.kinds))"
      case 3: return "drop \(name)"
      case 5: return "drop \(name), add \(name): \(pick(Self.kinds))"
      case 6: return "rename \(name) to \(self.name()), add \(name): \(pick(Self.kinds))"
      case 7:
        let other = self.name(in: type)
        return "rename \(name) to x, rename \(other) to \(name), rename x to \(other)"
      default:
        let kind = pick(["Text?", "Integer?", "Double?", "Integer", "Text"])
        return "change \(name): \(kind) using (\(pick(["id", "nil", "id * 2"])))"
      }
    }

    func command() -> String {
      let type = type()
      if states[newest]?[type] == nil, chance(80) {
        return
          "define \(type) { \(name()): \(pick(Self.kinds)), key: Text? unique, z: Text? := (id || 'z') }"
      }
      let known = records(of: states[newest] ?? [:], type)
        .compactMap { $0.split(separator: "|").first.map(String.init) }
      let id = known.isEmpty || chance(10) ? "\(type)/7" : pick(known)
      // More records would only take time.
      if known.count > 12, chance(50) {
        return "delete \(type) where id % 3 = \(Int.random(in: 0...2, using: &random))"
      }
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<4: return "define \(type) { \(property()), z: Integer? := (id + 1) }"
      case 4..<6: return "define \(type) { key: Text = k, n: Integer = 0, a: \(pick(Self.kinds)) }"
      case 6..<18:
        return
          "alter \(type) { \((0...pick([0, 0, 0, 1])).map { _ in step(in: type) }.joined(separator: ", ")) }"
      case 18..<20: return "drop type \(type)"
      case 20..<22:
        return "rule \(type).r : \(name(in: type)) is null or \(name(in: type)) is not 3"
      case 22..<23: return "drop rule \(type).r"
      case 23..<24: return "index \(type).\(name(in: type))"
      case 24..<28: return "new Tag word=w\(Int.random(in: 1...8, using: &random))"
      case 28..<42: return "new \(type)"
      case 42..<46: return "new \(type) key=k\(Int.random(in: 1...9, using: &random))"
      case 46..<70:
        return
          "set \(id).\(name(in: type)) \(pick(["nil", "1", "3", "2.5", "\"x\"", "a", "true", "2026-11-21", "Tag/1"]))"
      case 70..<74: return "delete \(id)"
      case 74..<75:
        return
          "append \(id).\(name(in: type)) new Tag word=w\(Int.random(in: 1...8, using: &random))"
      case 75..<77:
        return pick([
          "begin\nalter \(type) { \(step(in: type)) }\nnew \(type)\ncommit",
          "begin\ndrop type \(type)\ndefine \(type) { \(property()) }\nnew \(type)\ncommit",
          "begin\nalter \(type) { add x: \(pick(Self.kinds)) }\nnew \(type)\n"
            + "alter \(type) { drop x }\ncommit",
        ])
      case 77..<87: return "undo \(pick([1, 1, 2, 3]))"
      case 87..<93: return "redo \(pick([1, 1, 2]))"
      case 93..<95: return "revert #\(recent())"
      case 95..<96: return "revert #\(altering.isEmpty ? recent() : pick(altering))"
      default:
        return pick([
          "restore \(id) to #\(recent())", "restore \(type) where id > 2 to #\(recent())",
          "repeat 5 { new \(type) }", "set \(type) where id % 2 = 0 : \(name(in: type))=1",
          "delete \(type) where id % 7 = 3",
        ])
      }
    }

    /// Excludes the first transaction, whose type others refer to.
    func recent() -> Int { newest - min(newest - 2, Int.random(in: 0..<12, using: &random)) }

    func act() throws {
      if chance(8), let type = types().first(where: { $0 != "Tag" }) {
        // Another program may violate a rule or a table, and is stopped.
        try? outsider.run("PRAGMA foreign_keys = ON; DELETE FROM \(type) WHERE id % 5 = 0")
        try? outsider.run("INSERT INTO \(type) DEFAULT VALUES")
      }
      if chance(3) { talk = try Conversation("", database: outsider.path) }
      if chance(1), newest > 60 {
        let first = newest - 50
        expectEqual(talk.tell("compact before #\(first)").count, 1)
        states = states.filter { $0.key >= first }
        counts["compact", default: 0] += 1
      }
      let command = command()
      let before = newest
      let errors = talk.tell(command).filter { $0.hasPrefix("error") }
      if !errors.isEmpty, command.hasPrefix("begin") { talk.tell("rollback") }
      let verb = String(command.prefix { $0 != " " && $0 != "\n" })
      #expect(!errors.contains { $0.hasPrefix("error store") }, "\(command): \(errors)")
      newest = newestNumber()
      guard newest > before else { return }
      if errors.isEmpty { counts[verb, default: 0] += 1 }
      let isAltered = !Self.recordVerbs.contains(verb)
      let former = states[before]
      states[newest] = state(isAltered: isAltered)
      if isAltered, talk.tell("log limit 1").first?.contains("|schema|") == true {
        altering = altering.suffix(5) + [newest]
      }
      guard ["revert", "restore"].contains(verb), errors.isEmpty else { return }
      if chance(20) { expectEqual(talk.tell("check"), [], "\(command)") }
      // A command without effect is not in the log, whose last entry may be another program's.
      let isOwn = newest == before + 1 && talk.tell("log limit 1").first?.contains("|ann|") == true
      if isOwn, chance(30) { takeBack(command, to: former) }
    }

    /// The undo of a command is itself a transaction.
    private func takeBack(_ command: String, to former: [String: [String]]?) {
      let undone = talk.tell("undo")
      #expect(
        undone.contains { $0.hasPrefix("notice: undone #\(newest) ") }, "\(command): \(undone)")
      newest = newestNumber()
      states[newest] = state()
      #expect(former == nil || states[newest] == former, "undo after \(command)")
    }

    private static let recordVerbs: Set = ["new", "set", "delete", "append", "repeat", "restore"]

    // MARK: Checks

    func checkPast() {
      for number in states.keys.sorted().shuffled(using: &random).prefix(2) {
        for (type, lines) in states[number] ?? [:] {
          let records = lines.filter { $0.hasPrefix("\(type)/") }
          expectEqual(talk.tell("list \(type) at #\(number)"), records, "\(type) at #\(number)")
          expectEqual(
            talk.tell("count \(type) where id % 2 = 1 at #\(number)"), ["\(odd(records))"])
        }
      }
    }

    private func odd(_ records: [String]) -> Int {
      records.count { ($0.split(separator: "|")[0].last?.wholeNumberValue ?? 0) % 2 == 1 }
    }

    func checkUndo() {
      let before = state()
      let count = pick([1, 2, 3, 5])
      guard !talk.tell("undo \(count)").contains(where: { $0.hasPrefix("error") }) else { return }
      if chance(20) { expectEqual(talk.tell("check"), []) }
      let errors = talk.tell("redo \(count)").filter { $0.hasPrefix("error") }
      expectEqual(errors, [])
      expectEqual(state(), before, "undo \(count)")
      newest = newestNumber()
      states[newest] = before
    }

    func checkScripts() throws {
      for command in ["dump", "history --script"] {
        let script = talk.tell(command)
        let other = try Conversation("")
        let errors = other.tell(script.joined(separator: "\n")).filter { $0.hasPrefix("error") }
        expectEqual(errors, [], "\(command)")
        for type in types() {
          let question = "describe \(type); list \(type)"
          expectEqual(other.tell(question), talk.tell(question), "\(command): \(type)")
        }
        expectEqual(Set(other.tell("schema")), Set(talk.tell("schema")), "\(command)")
        expectEqual(other.tell("check"), [], "\(command)")
      }
    }
  }

  /// Five hundred steps in total, or two hundred times as many with `WORKBENCH_LONG=1`.
  private static let runs = Seeded.isLong ? 40 : 5
  private static let steps = Seeded.isLong ? 2_500 : 100

  @Test(arguments: 0..<runs)
  func everyStateOfTypesThatChangeCanBeAskedFor(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    let run = try Run(seed: seed)
    for step in 1...Self.steps {
      try run.act()
      guard step.isMultiple(of: 10) else { continue }
      run.checkPast()
      if step.isMultiple(of: 50) { run.checkUndo() }
      if step.isMultiple(of: 50) { expectEqual(run.talk.tell("check"), [], "seed \(seed)") }
      // Older states would need too much time.
      if run.states.count > 100 {
        run.states = run.states.filter { $0.key > run.newest - 50 }
      }
    }
    // Compacted history is in no script.
    if number.isMultiple(of: 8), run.counts["compact"] == nil { try run.checkScripts() }
    for verb in ["define", "alter", "new", "undo"] {
      #expect(run.counts[verb, default: 0] > 0, "seed \(seed): \(run.counts)")
    }
  }
}

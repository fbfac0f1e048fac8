import Replies
import Session
import TestSupport
import Testing

@Suite struct LoopTests {
  static let staff = """
    define Person { name: Text key, age: Integer? in 0...150, crew: [Person], tags: [Text] }
    let ann = new Person name="Ann" age=41 tags=[x, y]
    let bob = new Person name="Bob" age=91
    set ann.crew [:bob, :ann]

    """

  @Test(arguments: [
    ("let n = 3; while :n > 0 { echo :n; let n = (:n - 1) }", ["3", "2", "1"]),
    ("while 1 = 2 { echo never }", []),
    ("while true { break; echo never }", []),
    ("let n = 0; while true { let n = (:n + 1); if :n > 2 { break } }; echo :n", ["3"]),
    ("for x in [1, 2, 3] { if :x = 2 { continue }; echo :x }", ["1", "3"]),
    ("for x in [1, 2, 3] { try { if :x = 2 { continue }; echo :x } }", ["1", "3"]),
    ("for x in [1, 2, 3] { try { set ann.age 900 } else { break }; echo :x }", []),
    ("for x in [1, 2] { for y in [1, 2, 3] { if :y = 2 { break }; echo :x :y } }", ["1 1", "2 1"]),
    ("for x in [1, 2] { repeat 3 { continue; echo never }; echo :x }", ["1", "2"]),
    ("repeat 3 { echo round; break }", ["round"]),
    (
      "command c { for x in [1, 2] { break } ; echo after }\nfor y in [1, 2] { c }",
      ["after", "after"]
    ),
    ("for i in 1...3 { echo :i }", ["1", "2", "3"]),
    ("for i in -1...1 { echo :i }", ["-1", "0", "1"]),
    ("for i in 3...3 { echo :i }", ["3"]),
    ("for i in 3...(1) { echo :i }", []),
    ("for i in (1 + 1)...(count(Person) + 1) { echo :i }", ["2", "3"]),
    ("let n = 2; for i in :n...3 { echo :i }", ["2", "3"]),
    ("for d in 2024-02-28...2024-03-01 { echo :d }", ["2024-02-28", "2024-02-29", "2024-03-01"]),
    ("for d in :today...(:today + 1) { echo :d }", ["2026-11-21", "2026-11-22"]),
    ("for i in 1...9223372036854775807 { if :i = 3 { break } }", []),
    (
      "for i in 9223372036854775806...9223372036854775807 { echo :i }",
      [
        "9223372036854775806", "9223372036854775807",
      ]
    ),
    ("for x in (split(\"a, b\", \", \")) { echo :x }", ["a", "b"]),
    ("for p in (Person[\"Ann\"].crew) { echo :p.name }", ["Bob", "Ann"]),
    ("for p in (ann.crew) { echo :p.name }", ["Bob", "Ann"]),
    ("for p in (:ann.crew) { echo :p.name }", ["Bob", "Ann"]),
    ("for t in (Person[\"Ann\"].tags) { echo :t }", ["x", "y"]),
    ("for n in (Person[\"Ann\"].crew.name) { echo :n }", ["Bob", "Ann"]),
    (
      "for n in (Person.age where age > 50) { echo :n }",
      [
        "error expression 1:22: expected an operator, not \"where\""
      ]
    ),
    ("let l = [1, 2]; for x in (:l) { echo :x }", ["1", "2"]),
    (
      "for x in (7) { }",
      [
        "error value 1:10: expected a list (write values in brackets: [3, 5])"
      ]
    ),
    (
      "for i in 1.5...3 { }",
      [
        "error value 1:10: the bounds of a range must be two whole numbers or two dates"
      ]
    ),
    (
      "for i in 1...2026-01-01 { }",
      [
        "error value 1:14: the bounds of a range must be two whole numbers or two dates"
      ]
    ),
    ("while \"a\" { }", ["error expression 1:7: expected a condition, not a text"]),
    ("for stdin in [1] { }", ["error name 1:5: \"stdin\" is reserved for standard input"]),
    ("define stdin { n: Integer }", ["error name 1:8: \"stdin\" is reserved for standard input"]),
  ])
  func aLoopPrints(script: String, lines: [String]) throws {
    let talk = try Conversation(Self.staff)
    let printed = talk.tell(script)
    expectEqual(printed.count, lines.count, "\(printed)")
    for (line, expected) in zip(printed, lines) { #expect(line.hasPrefix(expected)) }
  }

  /// Errors visible to the parser are reported before anything of the line runs.
  @Test(arguments: [
    ("break", "1:1: break can be used only in a loop"),
    ("if true { continue }", "1:11: continue can be used only in a loop"),
    ("for x in [1] { command c { break } }", "1:28: break can be used only in a loop"),
    ("for x in [1] { on change ann.age { break } }", "1:36: break can be used only in a loop"),
    ("for x in [1] { expect rejected { break } }", "1:34: break can be used only in a loop"),
    ("for i in 5...1 { }", "1:10: the lower bound of this range is above the upper"),
    ("for i in 1... { }", "1:15: expected a number, a date or \"(\" after \"...\", not \"{\""),
    ("for i in ...5 { }", "1:10: expected a number, a date or \"(\" after \"in\", not \"...\""),
    ("for i in 1 { }", "1:12: expected \"...\" after \"1\", not \"{\""),
    ("exit 256", "1:6: the status must be from 0 to 255"),
  ])
  func aMistakeIsSeenWhereItIsRead(line: String, error: String) throws {
    let talk = try Conversation(Self.staff, files: ["f": "echo run\n\(line)"])
    let lines = talk.tell("include \"f\"")
    let place = error.replacing("1:", with: "2:", maxReplacements: 1)
    #expect(lines.count == 1 && lines[0].contains(place), "\(lines)")
  }

  // MARK: Where errors come from

  @Test func anErrorInACommandOrHandlerSaysWhereItWasCalled() throws {
    let talk = try Conversation(
      Self.staff + """
        command inner { set ann.agee 1 }
        command outer {
          inner
        }
        on change bob.age { outer }
        """)
    func calls(of script: String) -> [String] {
      talk.replies(to: script).flatMap { reply -> [String] in
        guard case .diagnostic(let diagnostic) = reply else { return [] }
        return diagnostic.calledFrom.map { "\($0.line):\($0.column ?? 0)" }
      }
    }
    expectEqual(calls(of: "\n  outer"), ["7:3", "2:3"])
    expectEqual(calls(of: "set bob.age 3"), ["7:3", "9:21", "1:1"])
    expectEqual(calls(of: "set ann.agee 3"), [])
    talk.tell("command f { f }")
    expectEqual(calls(of: "f").count, 10)
  }

  // MARK: Standard input and the environment

  @Test(arguments: [
    ("echo :env.HOME", ["/home/ann"]), ("echo :env.NONE", ["nil"]),
    ("echo \"in :env.HOME\"", ["in /home/ann"]), ("if :env.NONE is null { echo none }", ["none"]),
    ("let home = :env.HOME; echo :home", ["/home/ann"]),
    ("echo :env", ["error name 1:6: env needs the name of a variable (as in :env.HOME)"]),
    (
      "rule Person.r: name = :env.HOME",
      [
        "error expression 1:23: a rule cannot read session names such as :env.HOME"
      ]
    ),
  ])
  func theEnvironmentIsRead(script: String, lines: [String]) throws {
    let talk = try Conversation(Self.staff, environment: ["HOME": "/home/ann"])
    expectEqual(talk.tell(script), lines)
  }
}

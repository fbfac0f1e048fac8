import CommandLanguage
import Session
import TestSupport
import Testing

@Suite struct ScriptCheckTests {
  /// Files whose last line is wrong, and the error that prevents their run.
  private static let mistakes: [(text: String, error: String)] = [
    ("sett ann.age 2", "error name 2:1: there is no command \"sett\" (did you mean \"set\"?)"),
    ("for p in Person {\n  echo 1", "error syntax 2:17: this \"{\" is never closed"),
    ("repeat 2 { repeat 2 { frob } }", "error name 2:23: there is no command \"frob\""),
    ("include \"none\"", "error file 2:9: none cannot be read"),
    ("if (1 = 1) { include \"none\" }", "error file 2:22: none cannot be read"),
    ("include \"wrong\"", "error name 1:1: there is no command \"frob\""),
    ("command greet { include \"wrong\" }", "error name 1:1: there is no command \"frob\""),
    (
      "if (1 = 2) { echo \"over :limti\" }\nlet limit = 3",
      "error name 2:26: there is no session name \"limti\" (did you mean \"limit\"?)"
    ),
    (
      "for p in Person { echo :p }\necho :p",
      "error name 3:7: there is no session name \"p\" "
        + "(the script does not set this name; use --var p=VALUE)"
    ),
    (
      "include \"reader\"",
      "error name 1:10: there is no session name \"given\" "
        + "(the script does not set this name; use --var given=VALUE)"
    ),
    ("call\ncommand call { frob }", "error name 3:16: there is no command \"frob\""),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsSaidBeforeTheFileRuns(text: String, error: String) throws {
    let talk = try Conversation(
      people,
      files: ["f": "echo \"run\"\n\(text)", "wrong": "frob", "reader": "echo 1 (:given + 1)"])
    expectEqual(talk.tell("include \"f\""), [error])
  }

  /// Files that run although a part looks wrong.
  private static let sound: [(text: String, lines: [String])] = [
    (
      "command even n { if (:n > 0) { odd (:n - 1) } else { echo even } }\n"
        + "command odd n { if (:n > 0) { even (:n - 1) } else { echo odd } }\nodd 3", ["even"]
    ),
    ("command a { later }\ninclude \"lib\"\na", ["lib"]),
    ("expect error \"none\" { include \"none\" }", []),
    ("try { include \"wrong\" } else { echo :error }", ["there is no command \"frob\""]),
    ("expect error \"no command\" { frob }", []),
    ("expect error \"no session name\" { echo :none }", []),
    ("command later { echo :none }\nif (:today > 2000-01-01) { echo 1 }", ["1"]),
    ("if (1 = 2) { echo :late }\nrepeat 1 { let late = 2 }\necho 1", ["1"]),
    ("for given in [1] { include \"reader\" }", ["1 2"]),
    ("command older who when (:who > 0) { echo :who }\nolder 2", ["2"]),
    ("try { echo :none } else { echo :error }", ["there is no session name \"none\""]),
  ]

  @Test(arguments: sound)
  func whatMayGoWellIsRun(text: String, lines: [String]) throws {
    let talk = try Conversation(
      files: [
        "f": text, "lib": "command later { echo lib }", "wrong": "echo begun\nfrob",
        "reader": "echo 1 (:given + 1)",
      ])
    expectEqual(talk.tell("include \"f\"").filter { !$0.hasPrefix("notice") }, lines)
  }

  @Test func aFileWrittenByAFileIsReadWhenItIsIncluded() throws {
    let talk = try Conversation(
      files: ["f": "command hi { echo hi }\nsave commands to new\ninclude new\nhi"])
    expectEqual(talk.tell("include \"f\"").last, "hi")
  }

  @Test func aCommandCalledBeforeItsDefinitionHasRunFailsThere() throws {
    let talk = try Conversation(files: ["f": "echo 1\nlater\ncommand later { }"])
    expectEqual(talk.tell("include \"f\""), ["1", "error name 2:1: there is no command \"later\""])
  }

  @Test func aMistakeAfterManyLinesOfOneShapeHasItsPlace() throws {
    let lines =
      (1...50).map { "set ann.age \($0)" } + ["let late = 1", "sett ann.age 1", "echo :late"]
    let talk = try Conversation(people, files: ["f": lines.joined(separator: "\n")])
    expectEqual(
      talk.tell("include \"f\""),
      [
        "error name 52:1: there is no command \"sett\" (did you mean \"set\"?)"
      ])
    expectEqual(talk.tell("get ann.age"), ["41"])
  }

  /// Only the first line of a shape is parsed, so all lines of the shape must be valid: every
  /// example with other numbers and texts.
  @Test func linesOfOneShapeAreReadAlike() {
    var random = Seeded(seed: Seeded.seed)
    func isRead(_ line: String) -> Bool {
      var reader = CommandReader(Session.verbs)
      reader.append(line: line)
      reader.finish()
      do { while try reader.next() != nil {} } catch { return false }
      return true
    }
    var count = 0
    let verbs = Session.verbs.all.filter(\.changesRecords)
    let examples = verbs.flatMap(\.examples) + ["set P/1 a=1 b=c d=\"e f\"", "delete P/3"]
    for line in Set(examples.flatMap { $0.split(separator: "\n") }.map(String.init)).sorted() {
      guard let shape = LineShape(of: Array(line.utf8)[...]) else { continue }
      count += 1
      for _ in 0..<20 {
        let number = [1, 7, 256, 99_999, 999_999_999].randomElement(using: &random) ?? 1
        let text = ["x", "2026-11-21", "1", "an y", "-"].randomElement(using: &random) ?? ""
        let other = line.replacing(
          #/\b[1-9][0-9]*\b/#, with: "\(number)"
        )
        .replacing(#/"[^"]+"/#, with: "\"\(text)\"")
        guard shape.isShape(of: Array(other.utf8)[...]) else { continue }
        expectEqual(isRead(other), isRead(line), "\(line) and \(other)")
      }
    }
    #expect(count > 20)
  }

  /// The fast comparison agrees with comparing the shapes themselves.
  @Test func aLineHasAShapeWhereItsOwnIsThatOne() {
    let pieces = [
      "set", "P", "1", "0", "007", "\"\"", "\"a\"", "\"é\"", " ", "=", "/", ".", "#", "a1", "_",
    ]
    var random = Seeded(seed: Seeded.seed)
    func piece() -> String { pieces.randomElement(using: &random) ?? "" }
    func bytes(_ pieces: [String]) -> ArraySlice<UInt8> { Array(pieces.joined().utf8)[...] }
    var alike = 0
    for _ in 0..<20_000 {
      let first = (0..<4).map { _ in piece() }
      var second = first
      second[Int.random(in: 0..<4, using: &random)] = piece()
      guard let shape = LineShape(of: bytes(first)) else { continue }
      let isAlike = LineShape(of: bytes(second)) == shape
      if isAlike { alike += 1 }
      expectEqual(shape.isShape(of: bytes(second)), isAlike, "\(first) and \(second)")
    }
    #expect(alike > 100)
  }
}

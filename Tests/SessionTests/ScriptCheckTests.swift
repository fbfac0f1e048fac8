import Testing

/// Files are read to their ends before they run.
@Suite struct ScriptCheckTests {
  /// Files whose last line is wrong, and what is said of them instead of running them.
  private static let mistakes: [(text: String, error: String)] = [
    ("sett ann.age 2", "error name 2:1: there is no command \"sett\" (did you mean \"set\"?)"),
    ("for p in Person {\n  echo 1", "error syntax 2:17: this \"{\" is never closed"),
    ("repeat 2 { repeat 2 { frob } }", "error name 2:23: there is no command \"frob\""),
    ("include \"none\"", "error file 2:9: none cannot be read"),
    ("if (1 = 1) { include \"none\" }", "error file 2:22: none cannot be read"),
    ("include \"wrong\"", "error name 1:1: there is no command \"frob\""),
    ("command greet { include \"wrong\" }", "error name 1:1: there is no command \"frob\""),
    ("call\ncommand call { frob }", "error name 3:16: there is no command \"frob\""),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsSaidBeforeTheFileRuns(text: String, error: String) throws {
    let talk = try Conversation(people, files: ["f": "echo \"run\"\n\(text)", "wrong": "frob"])
    #expect(talk.tell("include \"f\"") == [error])
  }

  /// Files that run although something in them looks like a mistake.
  private static let sound: [(text: String, lines: [String])] = [
    (
      "command even n { if (:n > 0) { odd (:n - 1) } else { echo even } }\n"
        + "command odd n { if (:n > 0) { even (:n - 1) } else { echo odd } }\nodd 3", ["even"]
    ),
    ("command a { later }\ninclude \"lib\"\na", ["lib"]),
    ("expect error \"none\" { include \"none\" }", []),
    ("try { include \"wrong\" } else { echo :error }", ["there is no command \"frob\""]),
    ("expect error \"no command\" { frob }", []),
  ]

  @Test(arguments: sound)
  func whatMayGoWellIsRun(text: String, lines: [String]) throws {
    let talk = try Conversation(
      files: ["f": text, "lib": "command later { echo lib }", "wrong": "echo begun\nfrob"])
    #expect(talk.tell("include \"f\"").filter { !$0.hasPrefix("notice") } == lines)
  }

  @Test func aFileWrittenByAFileIsReadWhenItIsIncluded() throws {
    let talk = try Conversation(
      files: ["f": "command hi { echo hi }\nsave commands to new\ninclude new\nhi"])
    #expect(talk.tell("include \"f\"").last == "hi")
  }

  @Test func aCommandCalledBeforeItsDefinitionHasRunFailsThere() throws {
    let talk = try Conversation(files: ["f": "echo 1\nlater\ncommand later { }"])
    #expect(
      talk.tell("include \"f\"") == ["1", "error name 2:1: there is no command \"later\""])
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ShellCompletionTests {
  @Test(arguments: [("help", "--help"), ("completions", "--help"), ("help", "-h")])
  func aRequestForHelpIsNoError(word: String, option: String) throws {
    let program = try Program()
    defer { program.remove() }
    let run = try program(word, option)
    expectEqual(run.status, 0)
    #expect(run.output.hasPrefix("OVERVIEW: "))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsHaveTheWordsOfTheProgramAndTheirOptions(shell: String) throws {
    let program = try Program()
    defer { program.remove() }
    let script = try program("completions", shell).output
    for word in ["node", "cluster", "copy", "serve", "user-header"] {
      #expect(script.contains(word), "\(word)")
    }
  }

  /// ArgumentParser's own scripts complete subcommands only after a database.
  @Test(arguments: [
    (["clu"], "cluster"), (["cluster", "st"], "status"), (["cluster", "status", "--j"], "--json"),
    (["node", "--beg"], "--begin"), (["--js"], "--json"), (["a.db", "--js"], "--json"),
  ])
  func bashCompletesACommandInPlaceOfTheDatabase(words: [String], expected: String) throws {
    let program = try Program()
    defer { program.remove() }
    let script = """
      source <("$0" completions bash)
      COMP_WORDS=(workbench "$@"); COMP_CWORD=$#; COMP_LINE="${COMP_WORDS[*]}"
      COMP_POINT=${#COMP_LINE}
      _workbench workbench "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      echo "${COMPREPLY[*]}"
      """
    let run = try program.run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script, Program.executable.path] + words, Data(),
      [:])
    expectEqual(run.output, expected + "\n", "\(run.errors)")
  }
}

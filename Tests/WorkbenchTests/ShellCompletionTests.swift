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
}

import TestSupport
import Testing

@Suite(.waits) struct ManualPageTests {
  @Test func theManualPageHasTheOptionsAndTheCommands() throws {
    let program = try Program()
    defer { program.remove() }
    let run = try program("man")
    expectEqual(run.status, 0)
    expectEqual(run.errors, "")
    #expect(run.output.hasPrefix(".TH WORKBENCH 1 "))
    let help = try program("--help").output + program("serve", "--help").output
    for option in help.matches(of: /--[a-z][a-z-]+/).map({ String($0.output) }) {
      #expect(run.output.contains(option.replacing("-", with: "\\-")), "\(option)")
    }
    for section in ["OPTIONS", "SERVE", "COMMANDS", "FILES"] {
      #expect(run.output.contains("\n.SH \(section)\n"))
    }
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

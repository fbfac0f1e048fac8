import Session
import TestSupport
import Testing

@Suite struct TourTests {
  private func commands() throws -> [String] {
    try Session.help(on: "tour").split(separator: "\n").compactMap { line in
      let line = line.trimmingPrefix(while: { $0 == " " })
      return line.hasPrefix("> ") ? String(line.dropFirst(2)) : nil
    }
  }

  @Test func everyStepOfTheTourCanBeTyped() throws {
    let talk = try Conversation(isForPerson: true)
    let commands = try commands()
    expectEqual(commands.count, 10)
    var told: [String: [String]] = [:]
    for command in commands {
      told[command] = talk.enter(command)
      expectEqual(told[command]?.filter { $0.hasPrefix("error") }, [], "\(command)")
    }
    expectEqual(told["list Person"], ["Person/1|Ann|41"])
    expectEqual(told["set ann.age 42 --reason \"her birthday\""], ["age: 42"])
    #expect(told["undo"]?.first?.hasPrefix("age: ") == true || told["undo"]?.count == 2)
    expectEqual(told["log"]?.contains { $0.contains("her birthday · set ann.age 42") }, true)
  }

  @Test func theTourFollowsTheFirstCommands() throws {
    let talk = try Conversation(isForPerson: true)
    for command in talk.firstCommands { #expect(!talk.enter(command).joined().contains("error")) }
    expectEqual(talk.firstCommands, [])
    for command in try commands() {
      expectEqual(talk.enter(command).filter { $0.hasPrefix("error") }, [], "\(command)")
    }
  }
}

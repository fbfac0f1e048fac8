import Session
import TestSupport
import Testing

@Suite struct FirstStepsTests {
  private func commands() throws -> [String] {
    try Session.help(on: "start").split(separator: "\n").compactMap { line in
      let line = line.trimmingPrefix(while: { $0 == " " })
      return line.hasPrefix("> ") ? String(line.dropFirst(2)) : nil
    }
  }

  @Test(arguments: [false, true])
  func everyStepCanBeTypedAtOnceOrAfterTheFirstCommands(isAfterThem: Bool) throws {
    let talk = try Conversation(isForPerson: true)
    if isAfterThem {
      for command in talk.firstCommands { #expect(!talk.enter(command).joined().contains("error")) }
      expectEqual(talk.firstCommands, [])
    }
    let commands = try commands()
    expectEqual(commands.count, 10)
    for command in commands {
      // One mistake is part of the lesson.
      let errors = talk.enter(command).filter { $0.hasPrefix("error") }
      expectEqual(errors.count, command == "set ann.age 420" ? 1 : 0, "\(command): \(errors)")
    }
    expectEqual(talk.enter("get ann.age"), ["42"])
  }
}

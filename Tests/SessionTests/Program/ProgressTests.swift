import Session
import TestSupport
import Testing

/// Progress of long commands, and the message after an interruption.
///
/// The clock advances by a millisecond at each reading.
@Suite struct ProgressTests {
  private final class Screen {
    var shown: [String?] = []
    var texts: [String] { shown.compactMap(\.self) }
  }

  private func talk(
    _ screen: Screen, isInterrupted: @escaping () -> Bool = { false },
    confirm: ((String) -> Bool)? = nil
  ) throws -> Conversation {
    try Conversation(
      people, isInterrupted: isInterrupted, confirm: confirm,
      showProgress: { screen.shown.append($0) }, isForPerson: true)
  }

  @Test(arguments: [
    ("repeat 2000 { set ann.age 1 }", "repeat 2000 { set ann.age 1 }"),
    (
      "for x in [\((0..<2000).map(String.init).joined(separator: ", "))] {\nset ann.age 1\n}",
      "for x in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9"
    ),
  ])
  func aLoopShowsItsRoundsAndWhatIsLeft(command: String, name: String) throws {
    let screen = Screen()
    let talk = try talk(screen)
    talk.tell(command)
    let first = try #require(screen.texts.first)
    #expect(
      first.hasPrefix(name) && first.contains(": ") && first.contains(" of 2000 iterations, ")
        && first.hasSuffix(" s left"),
      "\(first)")
    #expect(Set(screen.texts).count > 3)
    expectEqual(screen.shown.last, .some(nil))
  }

  @Test func aShortCommandShowsNothing() throws {
    let screen = Screen()
    let talk = try talk(screen)
    talk.tell("for i in [1, 2, 3] { set ann.age (:i) }\nlist Person\nundo\ncheck")
    expectEqual(screen.shown, [])
  }

  @Test func anUndoShowsItsChanges() throws {
    let screen = Screen()
    let talk = try talk(screen)
    let names = (0..<2500).map { "new Person name=p\($0)" }.joined(separator: "\n")
    talk.tell("begin\n\(names)\ncommit")
    screen.shown = []
    talk.tell("undo")
    #expect(screen.texts.contains { $0.hasPrefix("undo: ") && $0.contains(" changes, ") })
    expectEqual(screen.shown.last, .some(nil))
    screen.shown = []
    talk.tell("redo")
    #expect(screen.texts.contains { $0.hasPrefix("redo: ") && $0.contains(" changes, ") })
    screen.shown = []
    talk.tell("find \"x\"")
    #expect(
      screen.texts.contains {
        $0.hasPrefix("find \"x\": ") && $0.contains(" of ") && $0.contains(" records, ")
      })
  }

  @Test func nothingIsShownWhileAQuestionIsOpen() throws {
    let screen = Screen()
    var shownThen: [String?] = []
    let talk = try talk(
      screen,
      confirm: { _ in
        shownThen = [screen.shown.last ?? nil]
        return true
      })
    talk.tell("begin\n" + (0..<2500).map { "new Person name=p\($0)\n" }.joined() + "commit")
    screen.shown = []
    talk.enter("set Person where age is null : age=(abs(3))")
    #expect(!screen.texts.isEmpty)
    expectEqual(shownThen, [nil])
  }

  @Test func whoInterruptsIsToldWhatBecameOfIt() throws {
    let screen = Screen()
    var looks = 0
    var isOver = false
    let talk = try talk(
      screen,
      isInterrupted: {
        looks += 1
        guard looks > 3000, !isOver else { return false }
        isOver = true
        return true
      })
    let line = try #require(talk.tell("repeat 9000 { set ann.age 1; set ann.age 2 }").last)
    let pattern =
      #/error refused 1:1: interrupted at \d+ of 9000 iterations; the command stored no changes/#
    #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
    expectEqual(talk.tell("get ann.age"), ["41"])
    // Work that is not one transaction stays up to the interruption.
    talk.files["more.wb"] = String(repeating: "set ann.age 1\nset ann.age 2\n", count: 2000)
    (looks, isOver) = (0, false)
    let other = try #require(talk.tell("include \"more.wb\"").last)
    #expect(other.contains("interrupted; stored before that: "), "\(other)")
  }

  @Test func aProgramIsToldNoMore() throws {
    var looks = 0
    let talk = try Conversation(
      people,
      isInterrupted: {
        looks += 1
        return looks == 300
      })
    // The position depends on the current command.
    let line = talk.tell("repeat 9000 { set ann.age 1; set ann.age 2 }").last
    #expect(line?.wholeMatch(of: #/error refused 1:\d+: interrupted/#) != nil, "\(line ?? "")")
  }
}

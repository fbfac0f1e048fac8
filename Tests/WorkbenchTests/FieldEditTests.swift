import TestSupport
import Testing

@Suite(.waits) struct FieldEditTests {
  private let program: Program

  init() throws { program = try Program() }

  // MARK: Typing

  @Test func aKeyThatIsRefusedIsNeverSeen() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.run("field f on ann.age")
    let editing = try Editing("edit f", at: terminal)
    try editing.press("1x299")
    try editing.wait(for: "129")
    try editing.press("\r")
    try terminal.wait("the question") {
      $0.flow.contains("\"9\" was rejected; press Return again to keep \"129\"")
    }
    try expectEqual(editing.end().last, "f: \"129\" → ann.age = 129")
    #expect(editing.hasShown("12"))
    #expect(!editing.hasShown("x"))
    #expect(!editing.hasShown("1x"))
    #expect(!editing.hasShown("1299"))
    try expectEqual(terminal.run("get ann.age"), ["129"])
  }

  @Test func aPropertyIsEditedWithoutAField() throws {
    defer { program.remove() }
    try program.writeStore()
    let terminal = try program.prompt("x.db")
    try terminal.run("let ann = Person[\"Ann\"]")
    let editing = try Editing("edit ann.age", showing: "41", at: terminal)
    try editing.press(Keys.backspace + "2")
    try editing.wait(for: "42")
    try expectEqual(editing.end().last, "ann.age: \"42\" → ann.age = 42")
    try expectEqual(program.storedAge(), "42\n")
  }

  @Test func returnIsRefusedWithTheReasonWhileTheTextIsIncomplete() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.code", at: terminal)
    try editing.press("12")
    try editing.wait(for: "12")
    try editing.press("\r")
    try terminal.wait("the reason at the right") {
      $0.beforeCursor == editing.prompt + "12"
        && $0.line.hasSuffix("12 is below 100; expected a digit") && $0.line.count > 60
    }
    try editing.press("3")
    try editing.wait(for: "123")
    try expectEqual(editing.end().last, "ann.code: \"123\" → ann.code = 123")
  }

  @Test func theUnitStandsBesideTheTextAndMayBePastedWithIt() throws {
    defer { program.remove() }
    let terminal = try program.prompt()
    try terminal.run("define Crate { weight: Decimal(integer: 3, fraction: 1)? unit \"kg\" }")
    try terminal.run("let crate = new Crate")
    let editing = try Editing("edit crate.weight", at: terminal)
    expectEqual(editing.prompt, "crate.weight (kg): ")
    try editing.press(Keys.paste("2.5 kg"))
    try editing.wait(for: "2.5")
    try expectEqual(editing.end().last, "crate.weight: \"2.5\" → crate.weight = 2.5")
  }

  @Test(arguments: [Keys.escape, Keys.control("C")])
  func escapeAndCtrlCRestoreTheValueFromBefore(key: String) throws {
    defer { program.remove() }
    try program.writeStore()
    let terminal = try program.prompt("x.db")
    try terminal.run("let ann = Person[\"Ann\"]")
    let editing = try Editing("edit ann.age", showing: "41", at: terminal)
    try editing.press(Keys.backspace + "7")
    try editing.wait(for: "47")
    try editing.end(key)
    try expectEqual(terminal.run("get ann.age"), ["41"])
    try expectEqual(program.storedAge(), "41\n")
  }

  @Test func labelsPrintAboveTheLineWhileOneTypes() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try expectEqual(terminal.run("label age on ann.age"), ["age: «nil»"])
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press("1")
    try expectEqual(editing.wait(for: "1").lines(aboveCursor: 1), ["age: 1"])
    try editing.press("x2")
    let screen = try editing.wait(for: "12")
    expectEqual(screen.lines(aboveCursor: 2), ["age: 1", "age: 12"])
    let lines = try editing.end()
    expectEqual(lines.filter { $0.hasPrefix("age:") }, ["age: 1", "age: 12"])
    expectEqual(lines.last, "ann.age: \"12\" → ann.age = 12")
  }

  @Test func labelsAboveTheLastLineOfTheScreenScrollIt() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn(rows: 6)
    try terminal.run("label age on ann.age")
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press("123" + Keys.backspace + Keys.backspace + "4")
    let screen = try editing.wait(for: "14")
    expectEqual(screen.cursor.row, 5)
    expectEqual(screen.lines(aboveCursor: 4), ["age: 123", "age: 12", "age: 1", "age: 14"])
    try editing.end()
  }

  // MARK: The right side

  @Test func theHintIsDimAndRedWhereAKeyWasRefusedAndTheTextIsPlain() throws {
    defer { program.remove() }
    var seen: [[String]] = []
    for environment in [[:], ["NO_COLOR": "1"]] {
      let terminal = try program.promptWithAnn(environment: environment)
      let editing = try Editing("edit ann.age", at: terminal)
      var lines = [terminal.screen.line]
      for (key, text, hint) in [("x", "", "not a digit"), ("1", "1", "0 to 150"), ("2", "12", "")] {
        try editing.press(key)
        let screen = try terminal.wait("the hint after \(key)") {
          $0.beforeCursor == editing.prompt + text && $0.afterCursor.contains(hint)
        }
        lines.append(screen.line)
      }
      seen.append(lines)
      let drawn = String(decoding: terminal.raw[editing.start...], as: UTF8.self)
      let isColoured = environment.isEmpty
      expectEqual(drawn.contains("\u{1B}[0;2m0 to 150\u{1B}[0m"), isColoured)
      expectEqual(drawn.contains("\u{1B}[0;1;31m\"x\" is not a digit"), isColoured)
    }
    expectEqual(seen[0], seen[1])
  }

  @Test func theRightSideSaysWhatIsExpectedAndWhyAKeyWasRefused() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.age", at: terminal)
    try terminal.wait("what is expected, at the right") {
      let hint = $0.afterCursor
      return hint.hasPrefix(" ") && hint.contains("0") && hint.contains("150") && $0.line.count > 60
    }
    try editing.press("x")
    try terminal.wait("the reason") { $0.line.hasSuffix("\"x\" is not a digit") }
    try editing.press("1")
    try terminal.wait("the reason to go") {
      $0.beforeCursor == editing.prompt + "1" && !$0.line.contains("not a digit")
    }
    try editing.end()
  }

  @Test func atTwentyColumnsAFieldStillWorks() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn(columns: 20)
    try terminal.run("field f on ann.age")
    try terminal.run("label age on ann.age")
    let editing = try Editing("edit f", at: terminal)
    try editing.press("1x")
    try editing.wait(for: "1")
    try editing.press("2\r")
    try terminal.wait("the outcome") { $0.flow.contains("f: \"12\" → ann.age = 12") }
    try terminal.waitForPrompt()
    #expect(terminal.screen.transcript.contains("age: 1\n"))
    #expect(terminal.screen.transcript.contains("age: 12\n"))
  }

  @Test func whatIsSaidAtTheRightIsCutToWhatFits() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn(columns: 26)
    let name = try Editing("edit ann.name", showing: "Ann", at: terminal)
    let screen = try terminal.wait("the beginning of what is expected") {
      $0.beforeCursor == name.prompt + "Ann" && $0.afterCursor.contains(" 1 char")
    }
    #expect(!screen.afterCursor.contains("more"))
    #expect(screen.lines[(screen.cursor.row + 1)...].allSatisfy { $0.isEmpty })
    try name.end(Keys.escape)
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press("x")
    try terminal.wait("the beginning of the reason") {
      $0.beforeCursor == editing.prompt && $0.afterCursor.contains(" \"x\" is")
    }
    try editing.end(Keys.escape)
  }

  @Test func aWindowMadeSmallerWhileAFieldIsEditedKeepsItUsable() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press("12")
    try editing.wait(for: "12")
    try terminal.resize(columns: 20, rows: 10)
    try editing.press("3")
    try editing.wait(for: "123")
    try editing.press("\r")
    try terminal.wait("the outcome") { $0.flow.contains("ann.age: \"123\" → ann.age = 123") }
    try terminal.waitForPrompt()
  }

  // MARK: Keys of emacs

  /// The text 123 after some keys, before and after the cursor.
  @Test(arguments: [
    (Keys.control("A"), "", "123"), (Keys.control("A") + Keys.control("F"), "1", "23"),
    (Keys.control("B"), "12", "3"),
    (Keys.control("A") + Keys.control("E") + Keys.control("B"), "12", "3"),
    (Keys.left, "12", "3"), (Keys.left + Keys.left + Keys.right, "12", "3"),
    ("\u{1B}OD", "12", "3"), (Keys.home, "", "123"), ("\u{1B}OH", "", "123"),
    ("\u{1B}[1~", "", "123"), (Keys.home + Keys.end + Keys.left, "12", "3"),
    (Keys.backspace, "12", ""), (Keys.control("H"), "12", ""), (Keys.home + Keys.delete, "", "23"),
    (Keys.home + Keys.right + Keys.control("K"), "1", ""), (Keys.control("W"), "", ""),
    (Keys.control("U"), "", ""), (Keys.control("L"), "", ""),
    // Yank the killed text twice; the field has no room for the second one.
    (Keys.control("U") + Keys.control("Y") + Keys.control("Y") + Keys.left, "12", "3"),
    (Keys.control("T"), "132", ""),
    // No value in range begins with 194.
    (Keys.backspace + Keys.backspace + "49" + Keys.control("T") + Keys.left, "14", "9"),
    (Keys.control("_"), "12", ""), (Keys.control("_") + Keys.control("_"), "1", ""),
    (Keys.control("_") + Keys.control("_") + "\u{1B}_", "12", ""),
    (Keys.control("U") + Keys.control("_") + Keys.left, "12", "3"),
    (Keys.control("L") + "x7", "7", ""),
  ])
  func aKeyOfEmacsMovesOrIsAnEditThatTheRulesJudge(
    keys: String, before: String, after: String
  ) throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.run("field f on ann.age confirm off")
    let editing = try Editing("edit f", at: terminal)
    try editing.press("123")
    try editing.wait(for: "123")
    try editing.press(keys)
    try editing.wait(for: before, after)
    let text = before + after
    let value = text.isEmpty ? "nil" : text
    try expectEqual(editing.end().last, "f: \"\(text)\" → ann.age = \(value)")
  }

  @Test func clearingResetsTheProperty() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("age=41")
    try terminal.run("label age on ann.age")
    let editing = try Editing("edit ann.age", showing: "41", at: terminal)
    try editing.press(Keys.control("L"))
    try editing.wait(for: "")
    try terminal.wait(for: "age: «nil»")
    try editing.end(Keys.escape)
    try expectEqual(terminal.run("get ann.age"), ["41"])
  }

  // MARK: Pastes

  @Test func aPasteThatDoesNotFitIsRefusedWhole() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.fee", at: terminal)
    #expect(terminal.screen.isPasteBracketed)
    try editing.press(Keys.paste("12,345.678"))
    try editing.press("7")
    try editing.wait(for: "7")
    #expect(!editing.hasShown("1"))
    try expectEqual(editing.end("\r\r").last, "ann.fee: \"7.00\" → ann.fee = 7.00")
  }

  @Test func aPasteLosesTheBlanksAroundItAndItsGroups() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.fee", at: terminal)
    try editing.press(Keys.paste(" 1,234.5 "))
    try editing.wait(for: "1234.5")
    try expectEqual(editing.end().last, "ann.fee: \"1234.50\" → ann.fee = 1234.50")
  }

  @Test func aGroupedFieldShowsItsGroups() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    try terminal.run("field g on ann.fee grouped")
    let editing = try Editing("edit g", at: terminal)
    try editing.press(Keys.paste(" 1,234.5 "))
    try editing.wait(for: "1,234.5")
    try editing.press(Keys.home + Keys.right)
    try editing.wait(for: "1", ",234.5")
    try editing.press(Keys.delete)
    try editing.wait(for: "1", "34.5")
    try expectEqual(editing.end().last, "g: \"134.50\" → ann.fee = 134.50")
  }

  /// A typed separator skips an existing one; a pasted separator does not.
  @Test func aPasteOfOneCharacterIsNoKey() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn("fee=1234.5")
    try terminal.run("field g on ann.fee grouped")
    let editing = try Editing("edit g", showing: "1,234.50", at: terminal)
    try editing.press(Keys.home + Keys.right)
    try editing.wait(for: "1", ",234.50")
    let bells = terminal.screen.bells
    try editing.press(Keys.paste(","))
    try terminal.wait("the bell") { $0.bells > bells }
    try editing.wait(for: "1", ",234.50")
    try editing.press(",")
    try editing.wait(for: "1,", "234.50")
    try editing.end(Keys.escape)
  }

  @Test func aPasteOfLinesEndsNothing() throws {
    defer { program.remove() }
    let terminal = try program.promptWithAnn()
    let editing = try Editing("edit ann.age", at: terminal)
    try editing.press(Keys.paste("12\necho \"run\"\n"))
    try editing.press("7")
    try editing.wait(for: "7")
    try expectEqual(editing.end("\r\r").last, "ann.age: \"7\" → ann.age = 7")
    #expect(!terminal.screen.lines.contains("run"))
  }

  // MARK: vi

  /// Starts in command mode, with the cursor on the last character.
  private func viEditing(_ text: String = "129") throws -> Editing {
    try program.write("bind -v\n", to: ".editrc")
    let terminal = try program.promptWithAnn()
    try terminal.run("field f on ann.age confirm off")
    let editing = try Editing("edit f", at: terminal)
    try editing.press("x" + text)
    try editing.wait(for: text)
    try editing.press(Keys.escape)
    try editing.wait(for: String(text.dropLast()), String(text.suffix(1)))
    return editing
  }

  @Test(arguments: [
    ("129", "rx", "129"), ("129", "r7", "127"), ("150", "r7", "150"), ("129", "x", "12"),
    ("129", "0xx", "9"), ("129", "xp", "129"), ("129", "xpp", "129"), ("129", "xPx", "19"),
    ("129", "0~~~", "129"), ("129", "0cwx5", "5"), ("129", "0cwx", ""), ("129", "0D", ""),
    ("129", "0lD", "1"), ("129", "0Du", "129"), ("129", "xu", "129"), ("129", "0sx1", "129"),
    ("129", "Ax0", "129"), ("129", "0R1x3", "139"), ("129", "ddp", "129"), ("129", "ddpp", "129"),
    ("129", "X", "19"), ("129", "0i9", "129"), ("129", "cc7", "7"), ("150", "s7x1", "15"),
  ])
  func noKeyOfViLeavesATextThatIsRefused(start: String, keys: String, text: String) throws {
    defer { program.remove() }
    let editing = try viEditing(start)
    try editing.press(keys)
    let value = text.isEmpty ? "nil" : text
    try expectEqual(editing.end().last, "f: \"\(text)\" → ann.age = \(value)")
  }

  @Test func undoInViBringsBackNothingThatWasRefused() throws {
    defer { program.remove() }
    let editing = try viEditing("150")
    try editing.press("r7uu")
    let outcome = try #require(try editing.end().last)
    #expect(["", "1", "15", "150"].contains { outcome.hasPrefix("f: \"\($0)\" → ") })
    #expect(!editing.hasShown("157"))
  }

  @Test func aTextThatViLeavesIncompleteIsThereToBeMended() throws {
    defer { program.remove() }
    let editing = try viEditing()
    try editing.press("0r9\r")
    try editing.terminal.wait("the reason") {
      $0.line.hasPrefix(editing.prompt + "929 ") && $0.line.hasSuffix("929 is above 150")
    }
    try editing.press("0r1")
    try expectEqual(editing.end().last, "f: \"129\" → ann.age = 129")
  }

  @Test func escapeInTheCommandModeOfViCancels() throws {
    defer { program.remove() }
    let editing = try viEditing()
    try editing.end(Keys.escape)
    try expectEqual(editing.terminal.run("get ann.age"), ["nil"])
  }
}

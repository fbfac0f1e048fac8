import LineEditor
import TestSupport
import Testing
import Values

@Suite struct ScreenInputTests {
  @Test func theTerminalIsAsBeforeWhenTheScreenHasEnded() throws {
    let person = try Person()
    let client = person.client { person in
      #expect(person.grid.isAlternate)
      #expect(person.grid.bracketsPastes)
      #expect(!person.grid.wraps)
      #expect(!person.isAsBefore)
      expectEqual(person.grid[0], "Test")
    }
    #expect(person.run(client))
    #expect(!person.grid.isAlternate)
    #expect(!person.grid.bracketsPastes)
    #expect(person.grid.wraps)
    #expect(person.grid.showsCursor)
    #expect(person.isAsBefore)
    expectEqual(person.grid.unknown, [])
  }

  @Test func whatOthersChangeIsSeenWithoutAKey() throws {
    let person = try Person()
    var client: Client?
    let made = person.client(
      { _ in client?.screen.title = "Changed" }, { expectEqual($0.grid[0], "Changed") })
    client = made
    #expect(person.run(made))
    expectEqual(made.keys, [])
  }

  @Test func anotherSizeOfTheWindowIsDrawnFor() throws {
    let person = try Person()
    let client = person.client(
      { $0.resize(columns: 100, rows: 30) },
      { expectEqual($0.grid[1].count, 100) },
      { $0.resize(columns: 39, rows: 10) },
      { expectEqual($0.grid[0], "the window has 39 columns and 10 rows;") },
      { $0.type("x\u{1B}") },
      { expectEqual($0.grid.bells, 1) },
      { $0.resize(columns: 80, rows: 24) },
      { expectEqual($0.grid[0], "Test") })
    #expect(person.run(client))
    // A screen that is too small to be shown accepts no typing.
    expectEqual(client.keys, [.escape])
  }

  @Test func aKeyThatDoesNothingRingsTheBell() throws {
    let person = try Person()
    let client = person.client({ $0.type("ab\u{1B}[99~c") })
    client.takes = { $0 == .character("a") }
    #expect(person.run(client))
    expectEqual(person.grid.bells, 3)
    expectEqual(client.keys, [.character("a"), .character("b"), .character("c")])
  }

  @Test func pagesScrollWhatDoesNotFit() throws {
    let person = try Person()
    let client = person.client(
      { $0.type("\u{1B}[6~") },
      {
        #expect($0.grid[1].hasSuffix("↑ 20 more ──"))
        expectEqual($0.grid[2], "  row 20")
        $0.type("\u{1B}[5~")
      },
      {
        expectEqual($0.grid[2], "  row 0")
        expectEqual($0.grid.bells, 0)
        $0.type("\u{1B}[5~")
      },
      { expectEqual($0.grid.bells, 1) })
    client.screen.sections = [.init(rows: (0..<50).map { .text("row \($0)") })]
    #expect(person.run(client))
    expectEqual(client.keys, [])
  }

  @Test func aKeyAfterTheOneThatEndsTheScreenIsNotHandedOn() throws {
    let person = try Person()
    let client = person.client({ $0.type("\u{0B}a") })
    client.takes = { [unowned client] _ in
      client.isEnded = true
      return true
    }
    #expect(person.run(client))
    expectEqual(client.keys, [.selectEnd])
  }

  @Test func aClientThatIsStillAtWorkCanShowHowFarItHasCome() throws {
    let person = try Person()
    let client = person.client({ $0.type("a") })
    client.takes = { [unowned client] _ in
      for count in 1...3 {
        client.input?.draw(DrawnScreen(title: "Test", notice: "\(count) of 3"))
        person.look()
        expectEqual(person.grid.lines.last, "\(count) of 3")
      }
      return true
    }
    #expect(person.run(client))
    client.input?.draw(DrawnScreen(title: "Late"))
    expectEqual(person.grid[0], "Test")
  }
}

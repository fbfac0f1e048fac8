import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ScreenVisitTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let world = """
    define Review { rating: Integer in 1...5 = 3, text: Text }
    define Show { title: Text key, reviews: [Review] owned, year: Integer? in 1900...2100 }
    let show = new Show title=Lost
    append show.reviews new Review rating=4 text=fine
    formatter ratings for Show "{{#reviews}}{{rating}} {{text}}\\n{{/reviews}}"
    screen Details for Show { title "The {{title}}"; formatter ratings; label t on title; field y on year; menu add, remove }
    """

  /// - Parameters:
  ///   - text: The definition of a review's text.
  ///   - field: The definition of the field.
  ///   - menu: The menu's commands, and the text after them.
  private func screen(
    _ text: String = "text: Text", field: String = "y on year", menu: String = "add, remove"
  ) throws -> (PseudoTerminal, Screen) {
    let world = Self.world.replacingOccurrences(of: "text: Text", with: text)
      .replacingOccurrences(of: "y on year", with: field)
      .replacingOccurrences(of: "menu add, remove", with: "menu " + menu)
    try program.write(world, to: "world.wb")
    let terminal = try program.prompt("x.db", "-i", "-f", "world.wb")
    try terminal.send("open Details Show/1\r")
    let screen = try terminal.wait("the screen") { $0.isAlternate && $0.lines[0] == "The Lost" }
    return (terminal, screen)
  }

  private func row(_ start: String, of screen: Screen) -> String? {
    screen.lines.first { $0.dropFirst(2).hasPrefix(start) || $0.hasPrefix(start) }
  }

  @Test func titleItemsLabelsFieldsAndMenuAreSeen() throws {
    defer { program.remove() }
    let (terminal, screen) = try screen()
    #expect(row("ratings", of: screen) != nil)
    #expect(screen.lines.contains { $0.contains("4 fine") })
    #expect(row("t: Lost", of: screen) != nil)
    #expect(screen.lines.contains { $0.contains("r remove (nothing is selected)") })
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  @Test func anItemIsSelectedAndRemovedAndAFieldEdited() throws {
    defer { program.remove() }
    let (terminal, _) = try screen()
    try terminal.send("a")
    try terminal.wait("a further review") { screen in screen.lines.contains { $0.contains("• 3") } }
    try terminal.send("\t")
    try terminal.wait("the first") { screen in
      screen.lines.contains { $0.hasPrefix(">") && $0.contains("• 4 fine") }
    }
    for _ in 0..<2 {
      try terminal.send("r")
      try terminal.wait(for: "delete Review/1? repeat remove to confirm")
      try terminal.send("n")
      try terminal.wait("no question") { screen in
        !screen.lines.contains { $0.contains("repeat remove") }
      }
    }
    try terminal.send("r")
    try terminal.wait(for: "delete Review/1? repeat remove to confirm")
    try terminal.send("r")
    try terminal.wait("that it is gone") { screen in
      !screen.lines.contains { $0.contains("fine") }
    }
    try terminal.send("\t")
    try terminal.wait("the field") { screen in screen.lines.contains { $0.hasPrefix("> y:") } }
    try terminal.send("\r2004\r")
    try terminal.wait("the year") { screen in screen.lines.contains { $0.hasPrefix("> y: 2004") } }
    // The change is committed, so other programs can write.
    _ = try program("x.db", "-c", "set Show/1.title Found")
    try terminal.wait("the other title") { $0.lines[0] == "The Found" }
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
    try expectEqual(terminal.run("get Show/1.year"), ["2004"])
    try expectEqual(terminal.run("count Review"), ["1"])
  }

  @Test func whatIsAddedIsAskedForInAFormWhereItNeedsValues() throws {
    defer { program.remove() }
    let (terminal, _) = try screen("text: Text length 1...9")
    try terminal.send("a")
    try terminal.wait("the form") { $0.lines[0] == "Review" && $0.line.hasPrefix("> rating:") }
    try terminal.send("\u{1B}")
    let screen = try terminal.wait("the screen") { $0.lines[0] == "The Lost" }
    #expect(screen.lines.filter { $0.contains("• ") }.isEmpty)
    try terminal.send("a5\tgreat\r")
    try terminal.wait("the review") { screen in
      screen.lines[0] == "The Lost" && screen.lines.contains { $0.contains("• 5 great") }
    }
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
    try expectEqual(terminal.run("get Show/1.reviews"), ["[Review/1, Review/2]"])
    try expectEqual(terminal.run("undo").count, 1)
    try expectEqual(terminal.run("count Review"), ["1"])
  }

  @Test func theScreenBelowHasItsFocusAgain() throws {
    defer { program.remove() }
    let (terminal, _) = try screen(
      menu: "open; label n on reviews }\n"
        + "screen Rev for Review { title \"Review {{rating}}\"; field r on rating")
    try terminal.send("\t\r")
    try terminal.wait("the screen of the review") { $0.lines[0] == "Review 4" }
    try terminal.send("\u{1B}")
    try terminal.wait("the item with the focus") { screen in
      screen.lines[0] == "The Lost" && screen.lines.contains { $0.hasPrefix("> • 4 fine") }
    }
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  @Test func aFieldWhoseRecordIsDeletedSaysSoAndIsLeft() throws {
    defer { program.remove() }
    let (terminal, _) = try screen(field: "r on reviews[0].rating")
    try terminal.send("\t\t\r5")
    try terminal.wait("the key") { screen in screen.lines.contains { $0.hasPrefix(">*r: 5") } }
    _ = try program("x.db", "-c", "delete Review/1")
    try terminal.wait("that the review is gone") { screen in
      screen.lines.contains { $0.contains("Review/1 was deleted while r was edited") }
        && screen.lines.contains { $0.hasPrefix("> r:") && $0.contains("Show/1.reviews is empty") }
    }
    _ = try program("x.db", "-c", "undo")
    try terminal.wait("the review as it was") { screen in
      screen.lines.contains { $0.hasPrefix("> r: 4") }
        && screen.lines.contains { $0.contains("4 fine") }
    }
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  @Test func whatAnotherProgramChangesIsSeen() throws {
    defer { program.remove() }
    let (terminal, _) = try screen()
    _ = try program("x.db", "-c", "set Show/1.title Found")
    try terminal.wait("the other title") { $0.lines[0] == "The Found" }
    _ = try program("x.db", "-c", "delete Show/1")
    try terminal.wait("why the screen was left") { screen in
      !screen.isAlternate && screen.beforeCursor == "> "
        && screen.lines.contains { $0.contains("Show/1 was deleted") }
    }
  }

  // MARK: Screens of a type

  private func desk(members: Int, order: String = "name") throws -> PseudoTerminal {
    let world = """
      define Member { no: Integer key, name: Text title, paid: Boolean = false }
      screen Card for Member { title "Card of {{name}}"; field n on name }
      save command pay who { set who.paid true }
      screen Desk for [Member] order by \(order) { title "Members"; columns name, no, paid; label left = (count(Member where not paid)); opens Card; menu add, pay, delete }
      for i in \((1...members).map { $0 }) { new Member no=(:i) name=(printf("m%03d", :i)) }
      """
    try program.write(world, to: "world.wb")
    let terminal = try program.prompt("x.db", "-i", "-f", "world.wb")
    try terminal.send("open Desk\r")
    try terminal.wait("the list") { screen in
      screen.isAlternate && screen.lines[0] == "Members"
        && screen.lines.contains { $0.hasPrefix("> • m001") }
    }
    return terminal
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
  }

  /// More members than are read at once.
  @Test func aListIsPagedByWhatFits() throws {
    defer { program.remove() }
    let terminal = try desk(members: 700, order: "no")
    try terminal.wait("that there are more") { screen in
      screen.lines.contains { $0.contains("↓ more") }
        && screen.lines.contains { $0.contains("name  no  paid") }
    }
    try terminal.send("\u{1B}[6~")
    try terminal.wait("the next page") { screen in
      screen.lines.contains { $0.hasPrefix("> • m01") }
    }
    try terminal.send("\u{1B}[F")
    let last = try terminal.wait("the last") { screen in
      screen.lines.contains { $0.hasPrefix("> • m700") }
    }
    let rows = last.lines.filter { $0.contains(" m6") || $0.contains(" m7") }.count
    #expect(rows > 10 && rows < 22)
    #expect(last.lines[1].hasSuffix(" ↑ \(700 - rows) more ──"), "\(rows) rows")
    #expect(!last.lines.contains { $0.contains("↓") })
    try terminal.send("\u{1B}[H")
    try terminal.wait("how many there are") { screen in
      screen.lines.contains { $0.contains("↓ \(700 - rows) more") }
        && screen.lines.contains { $0.hasPrefix("> • m001") }
    }
    try terminal.send("\u{1B}[B")
    try terminal.wait("the second") { screen in
      screen.lines.contains { $0.hasPrefix("> • m002") }
    }
    try end(terminal)
  }

  @Test func aMarkGoesWithTheRecordThatLeavesTheList() throws {
    defer { program.remove() }
    let terminal = try desk(members: 4)
    try terminal.send("\u{1B}[B ")
    try terminal.wait("the mark") { screen in
      screen.lines.contains { $0.hasPrefix("  • m002") }
        && screen.lines.contains { $0.hasPrefix(">   m003") }
    }
    _ = try program("x.db", "-c", "delete Member[2]")
    try terminal.wait("what is selected now") { screen in
      !screen.lines.contains { $0.contains("m002") }
        && screen.lines.contains { $0.hasPrefix("> • m003") }
    }
    try terminal.send(" d")
    try terminal.wait(for: "repeat delete to confirm")
    try terminal.send("\u{1B}")
    try terminal.wait("no question") { screen in
      !screen.lines.contains { $0.contains("repeat delete") }
        && screen.lines.contains { $0.hasPrefix("  • m003") }
    }
    try terminal.send("\u{1B}")
    try terminal.wait("no mark") { screen in
      screen.lines.contains { $0.hasPrefix("> • m004") }
        && !screen.lines.contains { $0.contains("• m003") }
    }
    try end(terminal)
  }

  @Test func itFollowsChangesAndKeepsTheRecordAtTheCursor() throws {
    defer { program.remove() }
    let terminal = try desk(members: 5)
    try terminal.send("\u{1B}[B")
    try terminal.wait("the second") { screen in
      screen.lines.contains { $0.hasPrefix("> • m002") }
    }
    _ = try program(
      "x.db", "-c", "set Member[2].name zed; set Member[5].name aaa; set Member[1].paid true")
    try terminal.wait("the other order") { screen in
      screen.lines.contains { $0.hasPrefix("> • zed") }
        && screen.lines.first { $0.contains("aaa") || $0.contains("m001") }?.contains("aaa") == true
        && screen.lines.contains { $0.contains("left: 4") }
    }
    try terminal.send("d")
    try terminal.wait(for: "repeat delete to confirm")
    try terminal.send("d")
    try terminal.wait("that it is gone") { screen in
      !screen.lines.contains { $0.contains("zed") }
        && screen.lines.contains { $0.hasPrefix("> • m004") }
    }
    try end(terminal)
    try expectEqual(terminal.run("count Member"), ["4"])
  }

  @Test func severalAreMarkedAndTheMenuIsAboutThem() throws {
    defer { program.remove() }
    let terminal = try desk(members: 6)
    try terminal.send("  ")
    try terminal.wait("two marks") { screen in
      screen.lines.contains { $0.hasPrefix("  • m001") }
        && screen.lines.contains { $0.hasPrefix("  • m002") }
        && screen.lines.contains { $0.hasPrefix(">   m003") }
    }
    try terminal.send("p")
    try terminal.wait(for: "left: 4")
    try terminal.send("\u{1B}")
    try terminal.wait("no marks") { screen in
      screen.lines.contains { $0.hasPrefix("> • m003") }
        && !screen.lines.contains { $0.hasPrefix("  • ") }
    }
    try terminal.send("\u{1B}a")
    try terminal.wait("all of them") { screen in
      screen.lines.filter { $0.contains("• m0") }.count == 6
    }
    try terminal.send("p")
    try terminal.wait(for: "left: 0")
    try terminal.send("\u{1B}")
    try terminal.wait("no marks") { screen in
      screen.lines.filter { $0.contains("• m0") }.count == 1
    }
    try end(terminal)
    try expectEqual(terminal.run("count Member where paid"), ["6"])
    try expectEqual(terminal.run("undo").count, 1)
    try expectEqual(terminal.run("count Member where paid"), ["2"])
  }

  @Test func returnOpensTheScreenThatIsNamedAndEscapeComesBack() throws {
    defer { program.remove() }
    let terminal = try desk(members: 3)
    // The menu has the commands that it names and no others.
    let foot = try terminal.wait(for: "Return open").lines.suffix(2).joined()
    #expect(foot.contains("a add   p pay   d delete   Space select"), "\(foot)")
    try terminal.send("\u{1B}[B\r")
    try terminal.wait("the card") { $0.lines[0] == "Card of m002" }
    try terminal.send("\t\rx\r")
    try terminal.wait("the other name") { $0.lines[0] == "Card of x" }
    try terminal.send("\u{1B}")
    try terminal.wait("the list") { screen in
      screen.lines[0] == "Members" && screen.lines.contains { $0.hasPrefix("> • x") }
    }
    try terminal.send("a")
    try terminal.wait("the form") { $0.lines[0] == "Member" }
    try terminal.send("9\tnew\t\r")
    try terminal.wait("the new one") { screen in
      screen.lines[0] == "Members" && screen.lines.contains { $0.contains("new") }
    }
    try end(terminal)
    try expectEqual(terminal.run("count Member"), ["4"])
  }

  @Test func aSearchShowsWhatItFindsAtEachKey() throws {
    defer { program.remove() }
    let terminal = try desk(members: 300)
    try terminal.send("/")
    try terminal.wait("the search") { screen in
      screen.lines.contains { $0.hasPrefix("  search:") }
        && screen.lines.contains { $0.contains("Esc show all") }
    }
    for (key, first) in [("2", "m002"), ("5", "m025"), ("7", "m257")] {
      try terminal.send(key)
      try terminal.wait("what is found") { screen in
        screen.lines.contains { $0.hasPrefix("> • \(first)") }
      }
    }
    try terminal.send("p")
    try terminal.wait(for: "nothing found")
    try terminal.send("\u{7F}\u{7F}")
    try terminal.wait("what the shorter text finds") { screen in
      screen.lines.contains { $0.hasPrefix("> • m025") }
        && screen.lines.contains { $0.hasPrefix("    m125") }
    }
    // The search stays while the cursor moves, and commands have their letters again.
    try terminal.send("\r\u{1B}[Bp")
    try terminal.wait("the payment") { screen in
      screen.lines.contains { $0.hasPrefix("> • m125") && $0.contains("true") }
        && screen.lines.contains { $0.hasPrefix("  search: 25") }
        && screen.lines.contains { $0.contains("→ true · u undoes") }
    }
    try terminal.send("u")
    try terminal.wait("what was undone") { screen in
      screen.lines.contains { $0.hasPrefix("> • m125") && $0.contains("false") }
        && screen.lines.contains { $0.hasPrefix("undone: ") }
    }
    try terminal.send("\u{1B}")
    try terminal.wait("all of them") { screen in
      !screen.lines.contains { $0.contains("search:") }
        && screen.lines.contains { $0.contains("m124") }
        && screen.lines.contains { $0.hasPrefix("> • m125") }
    }
    try end(terminal)
    try expectEqual(terminal.run("count Member where paid"), ["0"])
  }

  @Test func anythingCanBeSearchedForAndNothingIsRun() throws {
    defer { program.remove() }
    let terminal = try desk(members: 3)
    for text in ["%", "_", "'", "😀", String(repeating: "d", count: 300)] {
      try terminal.send("/" + text)
      try terminal.wait(for: "nothing found")
      try terminal.send("\u{1B}")
      try terminal.wait("all of them") { screen in
        screen.lines.contains { $0.hasPrefix("> • m001") }
          && !screen.lines.contains { $0.contains("search:") }
      }
    }
    try end(terminal)
    try expectEqual(terminal.run("count Member"), ["3"])
  }

  @Test func aWindowThatIsTooSmallTakesNoKeys() throws {
    defer { program.remove() }
    let terminal = try desk(members: 3)
    try terminal.resize(columns: 39, rows: 10)
    try terminal.wait(for: "larger, or press Esc")
    let bells = terminal.screen.bells
    try terminal.send("/m003upd")
    try terminal.wait("a bell for each key") { $0.bells == bells + 8 }
    try terminal.resize(columns: 80, rows: 10)
    try terminal.wait("the list as it was") { screen in
      screen.lines[0] == "Members" && screen.lines.contains { $0.hasPrefix("> • m001") }
        && !screen.lines.contains { $0.contains("search:") }
    }
    try terminal.send("/m003")
    try terminal.wait("what is found") { screen in
      screen.lines.contains { $0.hasPrefix("> • m003") }
        && screen.lines.contains { $0.contains("search: m003") }
    }
    try terminal.send("\u{1B}")
    try end(terminal)
    try expectEqual(terminal.run("count Member where paid"), ["0"])
  }

  @Test func aMenuAsksForTheValuesOfItsCommandAndSaysWhyOneIsDisabled() throws {
    defer { program.remove() }
    let world = """
      define Part { name: Text title, stock: Integer = 10 }
      save command sell p: Part amount: Integer { set p.stock (stock - :amount) }
      save command refill p: Part "Fill up" when (:p.stock < 10) "there is enough" { set p.stock 10 }
      save command unnamed p: Part when (:p.stock > 0) { set p.stock 0 }
      screen Sheet for Part { title "{{name}}"; label s on stock; menu sell, refill }
      new Part name=Bell
      """
    try program.write(world, to: "world.wb")
    let terminal = try program.prompt("x.db", "-i", "-f", "world.wb")
    try terminal.send("open Sheet Part/1\r")
    let screen = try terminal.wait(for: "f Fill up (there is enough)")
    #expect(!screen.lines.contains { $0.contains("unnamed") })
    try terminal.send("s")
    try terminal.wait("the form") { $0.lines[0] == "sell" && $0.line.hasPrefix("> amount:") }
    try terminal.send("4\r")
    try terminal.wait("the sale") { screen in
      screen.lines.contains { $0.contains("stock 10 → 6 · u undoes") }
        && screen.lines.contains { $0.contains("f Fill up") && !$0.contains("there is enough") }
    }
    try terminal.send("u")
    try terminal.wait(for: "undone: Bell (Part/1) stock 10 → 6")
    try terminal.send("s")
    try terminal.wait("the form") { $0.lines[0] == "sell" }
    _ = try program("x.db", "-c", "delete Part/1")
    try terminal.send("4\r")
    try terminal.wait("why the screen was left") { screen in
      !screen.isAlternate && screen.beforeCursor == "> "
        && screen.lines.contains { $0.contains("Part/1 was deleted") }
    }
  }
}

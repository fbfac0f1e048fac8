import Foundation
import Testing

/// `open` at a terminal: the screen is drawn whole, and follows keys and other programs.
@Suite struct ScreenVisitTests {
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
  ///   - text: the definition of the text of a review.
  ///   - field: the definition of the field.
  ///   - menu: the commands of the menu, and what comes after them.
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
    // Any other key ends the question, and the command asks anew.
    for _ in 0..<2 {
      try terminal.send("r")
      try terminal.wait(for: "delete Review/1? remove again does it")
      try terminal.send("n")
      try terminal.wait("no question") { screen in
        !screen.lines.contains { $0.contains("remove again") }
      }
    }
    try terminal.send("r")
    try terminal.wait(for: "delete Review/1? remove again does it")
    try terminal.send("r")
    try terminal.wait("that it is gone") { screen in
      !screen.lines.contains { $0.contains("fine") }
    }
    try terminal.send("\t")
    try terminal.wait("the field") { screen in screen.lines.contains { $0.hasPrefix("> y:") } }
    try terminal.send("\r2004\r")
    try terminal.wait("the year") { screen in screen.lines.contains { $0.hasPrefix("> y: 2004") } }
    // What a person has done is committed, and other programs can write.
    _ = try program("x.db", "-c", "set Show/1.title Found")
    try terminal.wait("the other title") { $0.lines[0] == "The Found" }
    try terminal.send("\u{1B}")
    try terminal.wait("the prompt") { !$0.isAlternate && $0.beforeCursor == "> " }
    #expect(try terminal.run("get Show/1.year") == ["2004"])
    #expect(try terminal.run("count Review") == ["1"])
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
    #expect(try terminal.run("get Show/1.reviews") == ["[Review/1, Review/2]"])
    #expect(try terminal.run("undo").count == 1)
    #expect(try terminal.run("count Review") == ["1"])
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
}

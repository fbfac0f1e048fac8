import TestSupport
import Testing

@Suite(.waits) struct CharacterTests {
  private let program: Program

  init() throws { program = try Program() }

  enum Place: CaseIterable {
    case prompt, field
  }

  /// Also returns the text before the cursor.
  private func begin(
    _ place: Place, columns: Int = 80, breaksLinesAnew: Bool = true
  ) throws -> (terminal: PseudoTerminal, before: String) {
    let terminal = try PseudoTerminal(program, columns: columns, breaksLinesAnew: breaksLinesAnew)
    try terminal.waitForPrompt()
    guard place == .field else { return (terminal, "> ") }
    try terminal.run("define Note { text: Text? }")
    try terminal.run("let n = new Note")
    return (terminal, try Editing("edit n.text", at: terminal).prompt)
  }

  private static let texts = [
    "xe\u{301}y", "สวัสดีกำ", "हिन्दी", "👨‍👩‍👧", "ก็e\u{301}\u{323}日本ｶﾞ", "👍🏽🇩🇪", "a\u{200D}b",
  ]

  @Test(arguments: Place.allCases, texts)
  func theyAreDrawnWholeHoweverTheyCome(place: Place, text: String) throws {
    defer { program.remove() }
    let (terminal, before) = try begin(place)
    for scalar in text.unicodeScalars { try terminal.send(String(scalar)) }
    try terminal.wait("the text typed") { $0.beforeCursor == before + text }
    try terminal.send(Keys.control("U") + Keys.paste(text + "z") + Keys.left)
    try terminal.wait("the text pasted") {
      $0.beforeCursor == before + text && $0.afterCursor.hasPrefix("z")
    }
  }

  /// The text `a`, a character and `b` after some keys, before and after the cursor.
  @Test(
    arguments: Place.allCases,
    [
      (Keys.left + Keys.left, "a", "#b"), (Keys.left + Keys.left + Keys.right, "a#", "b"),
      (Keys.left + Keys.backspace, "a", "b"), (Keys.home + Keys.right + Keys.delete, "a", "b"),
      (Keys.backspace + Keys.backspace + "c", "ac", ""), (Keys.home + "-", "-", "a#b"),
      (Keys.left + Keys.left + "-" + Keys.right, "a-#", "b"),
      (Keys.left + Keys.control("D") + "x", "a#x", ""),
    ])
  func aKeyMovesPastThemOrDeletesThemAsAWhole(
    place: Place, test: (keys: String, before: String, after: String)
  ) throws {
    defer { program.remove() }
    let (terminal, before) = try begin(place)
    for character in ["e\u{301}\u{323}", "กี่", "👨‍👩‍👧", "👍🏽"] {
      let full = { (text: String) in text.replacing("#", with: character) }
      try terminal.send(Keys.home + Keys.control("K") + "a\(character)b")
      try terminal.wait("the text") { $0.beforeCursor == before + full("a#b") }
      try terminal.send(test.keys)
      try terminal.wait("what becomes of \(character)") {
        $0.beforeCursor == before + full(test.before) && $0.afterCursor.hasPrefix(full(test.after))
          && (!test.after.isEmpty || $0.afterCursor.isEmpty || $0.afterCursor.hasPrefix(" "))
      }
    }
  }

  @Test func aKeyOfViMovesPastThemAndDeletesThemAsAWhole() throws {
    defer { program.remove() }
    try program.write("bind -v\n", to: ".editrc")
    let (terminal, before) = try begin(.prompt)
    for (keys, text) in [
      ("0lx", "abc"), ("hix", "axกี่bc"), ("0llix", "aกี่xbc"), ("0lli\u{7F}", "abc"),
    ] {
      let start = keys == "hix" ? "aกี่bc\u{1B}h" : "aกี่bc\u{1B}"
      try terminal.send(start + keys + "\u{1B}A")
      try terminal.wait("the text after \(keys)") { $0.beforeCursor == before + text }
      try terminal.send("\u{1B}0D" + "A")
      try terminal.wait("an empty line") { $0.beforeCursor == before }
    }
  }

  @Test func theHistoryBringsThemBackAndASearchFindsThem() throws {
    defer { program.remove() }
    let (terminal, _) = try begin(.prompt)
    try expectEqual(terminal.run("echo \"กี่e\u{301}\""), ["กี่e\u{301}"])
    try terminal.run("echo \"กe\"")
    try terminal.send(Keys.up + Keys.up)
    try terminal.wait("the line") { $0.beforeCursor == "> echo \"กี่e\u{301}\"" }
    try terminal.send(Keys.down)
    try terminal.wait("the next line") { $0.beforeCursor == "> echo \"กe\"" }
    let depth = terminal.screen.depth
    try terminal.send(Keys.control("C"))
    try terminal.waitForPrompt(below: depth)
    try terminal.send(Keys.control("R") + "o" + Keys.control("R"))
    try terminal.wait("the line found") { $0.text.contains("> echo \"กี่e\u{301}\"\nbck:o") }
    try terminal.send("\r")
    try terminal.waitForPrompt()
    expectEqual(terminal.screen.lines.filter { $0 == "กี่e\u{301}" }.count, 2)
  }

  @Test func whatCannotBeSeenIsWrittenOut() throws {
    defer { program.remove() }
    let (terminal, _) = try begin(.prompt)
    try terminal.send(Keys.paste("\u{301}a\tb\u{1B}c\u{202E}d\u{200B}\n日"))
    try terminal.wait("the text") {
      $0.text.contains("> \\u{301}a      b\\u{1b}c\\u{202e}d\\u{200b}\n日") && $0.beforeCursor == "日"
    }
  }

  // MARK: The window

  private static let long = String(repeating: "日本e\u{301}กี่👨‍👩‍👧-", count: 9)

  @Test(
    arguments: Place.allCases,
    [
      (false, 17), (true, 17), (false, 60), (true, 60),
    ])
  func aWindowOfAnotherWidthShowsTheLineOnce(
    place: Place, test: (breaksLinesAnew: Bool, columns: Int)
  ) throws {
    defer { program.remove() }
    let (terminal, before) = try begin(
      place, columns: test.columns, breaksLinesAnew: test.breaksLinesAnew)
    try terminal.send(Self.long)
    try wait(before + Self.long, at: terminal)
    for columns in [41, 120, 30, 72, 25, 200, 40] {
      let start = terminal.raw.count
      try terminal.resize(columns: columns, rows: 24)
      try terminal.wait("the line to be drawn anew") { _ in
        String(decoding: terminal.raw[start...], as: UTF8.self).contains("\u{1B}[J")
      }
      try wait(before + Self.long, at: terminal)
    }
    try terminal.send("z" + Keys.left)
    try wait(before + Self.long, "z", at: terminal)
  }

  private func wait(
    _ text: String, _ after: String = "", at terminal: PseudoTerminal,
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.wait("\(text)|\(after)", sourceLocation: location) { screen in
      // If a wide character does not fit, the row ends with a blank.
      let rows = screen.lines.map { $0.split(separator: "    ").first.map(String.init) ?? "" }
      let all = rows.joined().replacing(" ", with: "")
      let wanted = (text + after).replacing(" ", with: "")
      let rest = screen.afterCursor.split(separator: "    ").first ?? ""
      return all.hasSuffix(wanted) && all.ranges(of: "日本e\u{301}กี่").count == 9
        && (rest.isEmpty || rest.hasPrefix(after))
    }
  }

  @Test func aLineLongerThanTheScreenIsSeenAroundTheCursorAndAllOfItAtItsEnd() throws {
    defer { program.remove() }
    let terminal = try program.prompt(columns: 40, rows: 6)
    let words = (100..<180).map(String.init).joined(separator: " ")
    try terminal.send("echo \"\(words)\"")
    try terminal.wait("the end") { $0.flow.contains("178 179\"") && !$0.flow.contains("echo") }
    try terminal.send(Keys.control("A"))
    try terminal.wait("the beginning") {
      $0.beforeCursor == "> " && $0.afterCursor.hasPrefix("echo \"100 101")
    }
    try terminal.send("\r")
    // The pager displays the output.
    let screen = try terminal.wait("all of it") { $0.transcript.contains("179\"\n100 101") }
    expectEqual(screen.transcript.ranges(of: "> echo \"100 101").count, 1)
  }
}

import Foundation
import TestSupport
import Testing

/// A longer session: forms at 24 × 80, typing errors, another program, a window that is killed, and
/// the log afterwards.
@Suite(.waits) struct EveningTests {
  private static let club = """
    define Fee { name: Text key, yearly: Decimal(integer: 4, fraction: 2) = 0 }
    define Member {
      name: Text key, born: Date?, fee: Fee, mail: Email?, iban: IBAN?, phone: Text?
      owes: Decimal(integer: 5, fraction: 2) := (fee.yearly)
    }
    rule Member.grown "should be 18" severity warn : born is null or born <= 2008-01-01
    new Fee name=Adult yearly=100
    new Fee name=Child yearly=40
    new Member name=Ann fee=Fee["Adult"] phone="1"
    new Member name=Bob fee=Fee["Adult"]
    screen Desk for [Member] { title "Members"; columns name; menu edit, delete }

    """

  private let program: Program
  private let terminal: PseudoTerminal

  init() throws {
    program = try Program()
    try program.write(Self.club, to: "club.wb")
    _ = try program("club.db", "-f", "club.wb", "--actor", "ann")
    terminal = try program.prompt("club.db", "--actor", "vera")
  }

  private func wait(
    for field: String, _ text: String = "",
    sourceLocation location: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.wait("\(field): \(text)", sourceLocation: location) {
      $0.isAlternate && $0.line.dropFirst(2).hasPrefix("\(field):")
        && (text.isEmpty || $0.line.contains(text))
    }
  }

  private func end(
    _ keys: String, sourceLocation location: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    try terminal.send(keys, sourceLocation: location)
    let screen = try terminal.wait("the prompt", sourceLocation: location) {
      !$0.isAlternate && $0.beforeCursor == "> " && $0.afterCursor.isEmpty
    }
    let lines = screen.lines[..<screen.cursor.row]
    let command = lines.lastIndex { $0.hasPrefix("> ") } ?? lines.startIndex
    return Array(lines[(command + 1)...])
  }

  private func log() throws -> [String] {
    try program("club.db", "--box", "-c", "log limit 5").lines.compactMap { line in
      let cells = line.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.count > 3 && cells[0] != "txn" ? cells.last : nil
    }
  }

  @Test func theEvening() throws {
    defer { program.remove() }
    let store = Keys.control("S")
    try terminal.run("label owes on Member[Ann].owes")

    try terminal.send("edit Member[Ann]\r")
    try wait(for: "name", "Ann")
    try terminal.send("\t1990" + store)
    try wait(for: "born", "1990")
    try terminal.send("-05-04\tChild\tann@club" + store)
    try wait(for: "mail", "the domain has no dot yet")
    // The form's own label is silent after the form has ended; the label outside is not.
    try expectEqual(
      end(".org" + store),
      [
        "owes: 40.00",
        "Member/1 changed: born 1990-05-04, fee Child, mail ann@club.org",
      ])

    try terminal.send("edit Member[Ann]\r")
    try wait(for: "name", "Ann")
    try terminal.send(String(repeating: Keys.down, count: 5) + "2")
    try wait(for: "phone", "2")
    _ = try program("club.db", "--actor", "bob", "-c", "set Member[\"Ann\"].phone \"9\"")
    try terminal.send(store)
    try terminal.wait("the question") { $0.text.contains("by bob meanwhile") }
    try expectEqual(end(store), ["Member/1 changed: phone 2"])

    try terminal.send("edit new Member\r")
    try wait(for: "name")
    try terminal.send("Cat\t2010-01-01" + Keys.escape)
    try wait(for: "born", "2 changes; Esc again discards them")
    try expectEqual(end(Keys.escape), ["the form Member was cancelled and changed nothing"])
    try terminal.send("edit new Member\r")
    try wait(for: "name")
    try terminal.send("Cat\t2010-01-01\t")
    try wait(for: "fee")
    try terminal.send(Keys.up)
    try wait(for: "born", "2010-01-01")
    try terminal.send("\tChild" + store)
    try expectEqual(
      end(""),
      [
        "Member/3 created: name Cat, born 2010-01-01, fee Child",
        "warning: Member/3 breaks grown, should be 18: born is 2010-01-01",
      ])

    try terminal.send("open Desk\r")
    try terminal.wait("the list") { $0.isAlternate && $0.text.contains("Bob") }
    try terminal.send(Keys.down + "dd")
    try terminal.wait("the list without Bob") { $0.isAlternate && !$0.text.contains("Bob") }
    _ = try end(Keys.escape)
    try terminal.run("set Member[Cat].iban \"DE89370400440532013000\" --reason \"a letter\"")
    try expectEqual(terminal.run("get Member[Cat].iban"), ["DE89 3704 0044 0532 0130 00"])
    try expectEqual(
      log(),
      [
        "a letter · set Member[Cat].iban \"DE89370400440532013000\"", "open Desk: delete Member/2",
        "edit new Member", "edit Member[Ann]", "set Member[\"Ann\"].phone \"9\"",
      ])

    try terminal.send("edit Member[Ann]\r")
    try wait(for: "name", "Ann")
    try terminal.send("Zoe\t")
    try wait(for: "born")
    terminal.hangUp()
    try expectEqual(terminal.exitStatus(), 129)
    try expectEqual(program("club.db", "-c", "get Member/1.name").output, "Ann\n")
    try expectEqual(log().count, 5)
  }

  @Test func aLongCommandIsShownAndInterrupted() throws {
    defer { program.remove() }
    try terminal.start("repeat 1000000 { set Member/1.phone \"2\"; set Member/1.phone \"3\" }")
    try terminal.wait("the rounds") { $0.text.contains(" of 1000000 iterations, ") }
    try terminal.send(Keys.control("C"))
    let screen = try terminal.wait("the prompt") { $0.beforeCursor == "> " }
    #expect(screen.text.contains("interrupted at "))
    let words = screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("of 1000000 iterations; the command stored no changes"))
    #expect(!screen.text.contains("s left"))
    try expectEqual(terminal.run("get Member/1.phone"), ["1"])
  }

  @Test(arguments: [("dumb", 80), ("xterm", 20)])
  func aNarrowOrPlainTerminalIsToldTheSame(kind: String, columns: Int) throws {
    defer { program.remove() }
    let terminal = try program.prompt(
      "club.db", environment: ["TERM": kind, "NO_COLOR": "1"], columns: columns, rows: 24)
    try terminal.run("set Member/1.phone \"\(columns)\" --reason \"again\"")
    let log = try terminal.run("log limit 1").joined()
    #expect(log.contains("again") || columns == 20, "\(log)")
    expectEqual(terminal.screen.unknown, [])
    let phone = try program("club.db", "-c", "get Member/1.phone").output
    expectEqual(phone, "\(columns)\n")
  }

  @Test func aPipeIsShownNoProgress() throws {
    defer { program.remove() }
    let run = try program(
      "club.db", "-c", "repeat 3000 { set Member/1.phone \"2\"; set Member/1.phone \"3\" }")
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }
}

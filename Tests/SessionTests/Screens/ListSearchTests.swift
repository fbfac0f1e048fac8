import Replies
import Session
import TestSupport
import Testing
import Values
import Workspace

@Suite struct ListSearchTests {
  private static let shop = """
    define Maker { name: Text title }
    define Part {
      name: Text title, code: Text key, price: Decimal(integer: 6, fraction: 2), maker: Maker,
      iban: IBAN?, kind: Choice(new, used) = new, seen: Date = 2026-11-21, count: Integer = 7
    }
    let m = new Maker name="Müller & Söhne"
    let n = new Maker name=Zeta
    new Part name="Kette Connex" code="KM-19" price=12.5 maker=n
    new Part name="50% Wolle" code="W_1" price=3 maker=m iban="DE89370400440532013000"
    new Part name="O'Neill 😀" code="X" price=1234.5 maker=n kind=used
    screen Parts for [Part] order by name { columns name, code, price, maker, iban, kind, seen, count }
    screen ByNumber for [Part] { columns name }

    """

  @Test(arguments: [
    ("kette", ["Kette Connex"]), ("TTE co", ["Kette Connex"]), ("km-", ["Kette Connex"]),
    ("%", ["50% Wolle"]), ("_", ["50% Wolle"]), ("'", ["O'Neill 😀"]), ("😀", ["O'Neill 😀"]),
    ("12.5", ["Kette Connex"]), ("12.50", ["Kette Connex"]), ("muller", ["50% Wolle"]),
    ("sohne", ["50% Wolle"]), ("DE89 3704", ["50% Wolle"]), ("DE893704", ["50% Wolle"]),
    ("used", ["O'Neill 😀"]), ("2026-11", ["50% Wolle", "Kette Connex", "O'Neill 😀"]),
    ("7", ["50% Wolle", "Kette Connex", "O'Neill 😀"]),
    ("", ["50% Wolle", "Kette Connex", "O'Neill 😀"]),
    ("nothing of it", []), ("\\", []), (String(repeating: "k", count: 300), []),
  ])
  func anyPartOfAnyColumnIsFound(text: String, found: [String]) throws {
    let keyboard = VisitedScreen()
    let talk = try Conversation(Self.shop, keyboard: keyboard, isForPerson: true)
    try talk.visit("open Parts", at: keyboard) { visit in
      visit.search(text)
      expectEqual(visit.names(), found)
      expectEqual(visit.countAll(), found.count)
      visit.selectAll()
      expectEqual(visit.content?.selection.count, found.count)
      expectEqual(visit.notice, nil)
    }
  }

  /// Each search is compared with one that begins anew, whatever was searched before.
  @Test func everyKeyShowsWhatItsTextFinds() throws {
    let keyboard = VisitedScreen()
    let talk = try Conversation(
      Self.shop + "for i in \((1...1500).map { $0 }) { new Part name=(printf('p%04d %s', :i, "
        + "hex(:i))) code=(printf('c-%d', :i)) price=1 maker=m }",
      keyboard: keyboard, isForPerson: true)
    let steps = [
      "p", "p1", "p14", "p1", "p", "", "-", "-1", "-14", "-1", "3", "33", "p14", "é", "e",
    ]
    for screen in ["Parts", "ByNumber"] {
      var anew: [[String]] = []
      for step in steps {
        try talk.visit("open \(screen)", at: keyboard) { visit in
          visit.search(step)
          anew.append(visit.names(3000))
        }
      }
      try talk.visit("open \(screen)", at: keyboard) { visit in
        for (step, found) in zip(steps, anew) {
          visit.search(step)
          // The first rows alone, as a screen reads them.
          expectEqual(visit.names(7), Array(found.prefix(7)))
          if step.count != 2 { expectEqual(visit.names(3000), found) }
        }
      }
    }
  }

  @Test func aListThatChangesIsSearchedAgain() throws {
    let file = try Outsider()
    let keyboard = VisitedScreen()
    let talk = try Conversation(
      Self.shop, database: file.path, keyboard: keyboard, isForPerson: true)
    let other = try Conversation(database: file.path, actor: "bob")
    try talk.visit("open ByNumber", at: keyboard) { visit in
      visit.search("k")
      visit.search("ke")
      expectEqual(visit.names(), ["Kette Connex"])
      other.tell("new Part name=Keil code=K price=1 maker=Maker/1; delete Part/1")
      visit.refresh()
      expectEqual(visit.names(), ["Keil"])
      other.tell("set Part/4.name Bolt")
      visit.refresh()
      expectEqual(visit.names(), [])
      visit.search("b")
      expectEqual(visit.names(), ["Bolt"])
      visit.search("")
      expectEqual(visit.names().count, 3)
    }
  }

  @Test func aCommandAppliesOnlyToRecordsThatTheSearchShows() throws {
    let keyboard = VisitedScreen()
    let talk = try Conversation(
      Self.shop + "command sold p { set p.count 0 }\n"
        + "screen Shelf for [Part] { columns name; menu sold, add }",
      keyboard: keyboard, isForPerson: true)
    try talk.visit("open Shelf", at: keyboard) { visit in
      let rows = visit.rows(0..<9)
      visit.search("kette")
      expectEqual(visit.listed(of: rows).map(\.id), ["Part/1"])
      visit.selectAll()
      #expect(visit.perform("sold"))
    }
    expectEqual(talk.tell("count Part where count = 0"), ["1"])
  }

  @Test func aSearchFindsNumbersAndDatesAsTheyAreShown() throws {
    let keyboard = VisitedScreen()
    let talk = try Conversation(Self.shop, keyboard: keyboard, isForPerson: true)
    talk.tell("option locale de_DE; option display local")
    for (text, count) in [("1234,5", 1), ("1234.5", 0), ("21.11.", 3), ("2026-11", 0)] {
      try talk.visit("open Parts", at: keyboard) { visit in
        visit.search(text)
        expectEqual(visit.countAll(), count, "\(text)")
      }
    }
  }
}

import Session
import TestSupport
import Testing

@Suite struct ListScreenTests {
  private static let club = """
    define Fee { name: Text key, yearly: Decimal(integer: 4, fraction: 2) }
    define Member { no: Integer key, name: Text title, active: Boolean = true, fee: Fee }
    new Fee name=Adult yearly=120
    new Fee name=Child yearly=30
    screen Card for Member { title "{{name}}"; field n on name }
    command lower who { set who.fee Fee["Child"] }
    screen Desk for [Member] where active order by name { title "Members"; columns name, fee.yearly as yearly; label all = (count(Member where active)); opens Card; menu add, lower, delete }
    new Member no=3 name=Cy fee=Fee/1
    new Member no=1 name=Ann fee=Fee/1
    new Member no=2 name=Bob fee=Fee/1 active=false
    new Member no=4 name=Älva fee=Fee/2

    """

  @Test func inAScriptItIsPrintedAsAListAndItsLabelsFollow() throws {
    let talk = try Conversation(Self.club)
    let rows = ["Member/4|Älva|30.00", "Member/2|Ann|120.00", "Member/1|Cy|120.00"]
    expectEqual(talk.tell("open Desk"), rows + ["all: 3"])
    expectEqual(
      talk.tell("list Member name, fee.yearly as yearly where active order by name"), rows)
    expectEqual(talk.tell("screens"), ["Desk|[Member]"])
    expectEqual(talk.tell("set Member[2].active true"), ["all: 4"])
    expectEqual(talk.tell("open Card Member[1]").first, "title: Ann")
    expectEqual(talk.tell("back").count, 5)
    expectEqual(talk.tell("back; screens"), [])
  }

  @Test func aLimitListsTheFirstRecords() throws {
    let talk = try Conversation(
      Self.club
        + "screen Top for [Member] order by name limit 2 offset 1 { columns name; menu add }")
    expectEqual(talk.tell("open Top"), ["Member/2|Ann", "Member/3|Bob"])
    expectEqual(talk.tell("list Member name order by name limit 2 offset 1").count, 2)
    #expect(talk.tell("schema").contains { $0.contains("order by name limit 2 offset 1 {") })
    talk.tell("back; set Member[1].name \"Zoe\"")
    expectEqual(talk.tell("open Top"), ["Member/3|Bob", "Member/1|Cy"])
    talk.tell("do add no=9 name=Aaa fee=Fee/1")
    expectEqual(talk.tell("selection"), [])
    talk.tell("do add no=8 name=Bea fee=Fee/1")
    expectEqual(talk.tell("selection"), ["Member/6"])
    talk.tell(
      "screen First for [Member] limit 3 { columns no }\nscreen Last for [Member] limit 9223372036854775807 offset 5 { columns no }"
    )
    expectEqual(talk.tell("open First"), ["Member/1|3", "Member/2|1", "Member/3|2"])
    expectEqual(talk.tell("open Last"), ["Member/6|8"])
  }

  @Test func whatIsAddedAndNotListedIsNotSelected() throws {
    let talk = try Conversation(Self.club + "open Desk\nselect Member[1]")
    expectEqual(talk.tell("do add no=9 name=Zoe fee=Fee/1 active=false"), ["Member/5"])
    expectEqual(talk.tell("selection"), ["Member/2"])
    talk.tell("do add no=8 name=Yan fee=Fee/1")
    expectEqual(talk.tell("selection"), ["Member/6"])
  }

  @Test func theMenuIsAboutAllThatAreSelected() throws {
    let talk = try Conversation(Self.club + "open Desk")
    expectEqual(
      talk.tell("menu"),
      [
        "add|true|nil", "lower|false|nothing is selected", "delete|false|nothing is selected",
        "open|false|nothing is selected",
      ])
    talk.tell("select Member[1], Member[3]")
    expectEqual(talk.tell("menu").last, "open|false|2 items are selected; expected one")
    talk.tell("do lower")
    expectEqual(talk.tell("count Member where fee = Fee[\"Child\"]"), ["3"])
    talk.tell("undo")
    expectEqual(talk.tell("count Member where fee = Fee[\"Child\"]"), ["1"])
    expectEqual(talk.tell("do add no=9 name=Zoe fee=Fee/1"), ["all: 4", "Member/5"])
    expectEqual(talk.tell("selection"), ["Member/5"])
    expectEqual(talk.tell("do open").first, "title: Zoe")
    expectEqual(talk.tell("screens"), ["Desk|[Member]", "Card|Member/5"])
  }

  /// Without a selection, the menu applies to the screen's record.
  @Test func theMenuOfARecordsScreenIsAboutItsOwnRecord() throws {
    let talk = try Conversation(
      Self.club + "screen Card for Member { title \"{{name}}\"; menu lower, show, delete, open }\n"
        + "open Card Member[1]")
    expectEqual(
      talk.tell("menu"),
      [
        "lower|true|nil", "show|true|nil", "delete|true|nil", "open|false|nothing is selected",
      ])
    talk.tell("do lower")
    expectEqual(talk.tell("get Member[1].fee"), ["Fee/2"])
    talk.tell("select Member[3]; do lower")
    expectEqual(talk.tell("get Member[3].fee"), ["Fee/2"])
    talk.tell("select; do delete")
    expectEqual(talk.tell("count Member; screens"), ["3"])
  }

  @Test func aCommandInAMenuIsKeptWithItsScreen() throws {
    let outsider = try Outsider()
    let talk = try Conversation(database: outsider.path)
    let said = talk.tell(Self.club)
    #expect(
      said.contains("notice: lower was also stored in the database, because the screen uses it"))
    expectEqual(
      talk.tell("drop command lower"),
      ["error refused 1:14: lower is in the menu of Desk (drop screen Desk)"])
    // Another session finds both, and one undo removes both.
    let other = try Conversation(database: outsider.path)
    other.tell("open Desk; select Member[1]; do lower")
    expectEqual(other.tell("get Member[1].fee"), ["Fee/2"])
    talk.tell("drop screen Desk; drop command lower")
    expectEqual(other.tell("lower Member[3]").last?.contains("there is no command \"lower\""), true)
    talk.tell("undo; undo")
    expectEqual(other.tell("lower Member[3]; get Member[3].fee"), ["Fee/2"])
    try expectEqual(
      Conversation(talk.tell("dump").joined(separator: "\n")).tell("open Desk").last, "all: 3")
  }

  @Test func aScreenIsDefinedAnewWhereItOpensOneThatCameLater() throws {
    let talk = try Conversation(
      Self.club + """
        screen Late for Member { field n on name }
        screen Desk for [Member] { opens Late }
        """)
    let schema = talk.tell("schema").joined(separator: "\n")
    try expectEqual(Conversation(schema).tell("schema").joined(separator: "\n"), schema)
    expectEqual(
      talk.tell("drop screen Late"),
      ["error refused 1:13: the screen Desk opens the screen \"Late\" (drop screen Desk)"])
    expectEqual(
      talk.tell("screen Late for Fee { field n on name }").first?
        .contains("opens the screen \"Late\", which is a screen for Member"), true)
    expectEqual(
      talk.tell("screen Late for [Member] { }").first?
        .contains("opens the screen \"Late\", which is a screen for Member"), true)
  }

  @Test func aRenameIsFollowedAndADropRefused() throws {
    let talk = try Conversation(Self.club)
    talk.tell("alter Member { rename name to title, rename active to on }")
    expectEqual(talk.tell("open Desk").first, "Member/4|Älva|30.00")
    let schema = talk.tell("schema").joined(separator: "\n")
    #expect(schema.contains("screen Desk for [Member] where on order by title {"))
    expectEqual(
      talk.tell("back; alter Member { drop on }").first?.contains(
        "the screen \"Desk\" would no longer work"),
      true)
    expectEqual(talk.tell("drop type Member").last?.contains("deleted"), true)
    expectEqual(talk.tell("open Desk").first?.contains("there is no screen \"Desk\""), true)
    expectEqual(talk.tell("undo").last?.hasPrefix("notice: undone"), true)
    expectEqual(talk.tell("open Desk").first, "Member/4|Älva|30.00")
  }

  @Test func anAlterClosesIt() throws {
    let talk = try Conversation(Self.club + "open Desk")
    expectEqual(
      talk.tell("alter Member { add note: Text? }").last?
        .contains(
          "Member or a type that it refers to was altered; the screen Desk on [Member] is closed"),
      true)
    expectEqual(talk.tell("screens"), [])
  }

  @Test(arguments: [
    ("screen X for [Member] { title \"{{name}}\" }", 31, "cannot contain properties"),
    (
      "screen X for [Member] { columns (count()) }", 33,
      "the columns of a screen cannot be aggregates"
    ),
    ("screen X for [Member] { columns name, name }", 39, "there is already a column name"),
    ("screen X for [Member] { columns nme }", 33, "no such property: Member has no \"nme\""),
    ("screen X for [Member] { opens Desk }", 31, "is a screen for many records, not for one"),
    ("screen X for [Member] { opens Crad }", 31, "there is no screen \"Crad\""),
    ("screen X for [Fee] { opens Card }", 28, "is a screen for Member, not for one record of Fee"),
    (
      "screen X for [Member] { menu remove }", 30,
      "remove works only in a list that belongs to a record"
    ),
    (
      "screen X for [Member] { menu lowr }", 30,
      "a menu has no command \"lowr\" (did you mean \"lower\"?)"
    ),
    ("screen X for [Member] { menu add list }", 34, "add cannot name a list here"),
    ("screen X for [Member] { field n on name }", 25, "expected one of \"title\", \"columns\""),
    ("screen X for [Member] { label a = (nme) }", 36, "nme"),
    ("screen X for [Memer] { }", 15, "there is no type \"Memer\""),
    ("screen X for [Member] where nam = \"x\" { }", 29, "no such property: Member has no \"nam\""),
    ("screen X for [Member] where name { }", 29, "expected a condition"),
    ("screen X for [Member] order by nope { }", 32, "no such property: Member has no \"nope\""),
    ("screen X for [Member] limit x { }", 29, "expected a number after \"limit\""),
    ("screen X for [Member] offset 3 { }", 23, "\"offset\" needs a limit before it"),
    ("screen X for [Member { }", 22, "expected"),
    ("open Desk Member[1]", 11, "Desk lists the records of Member, not a single record"),
    ("open Card", 6, "Card needs a record of Member"),
  ])
  func whatCannotBeIsRefusedAtItsPlace(command: String, column: Int, message: String) throws {
    let talk = try Conversation(Self.club)
    let before = talk.tell("schema")
    let error = talk.tell(command).first ?? ""
    #expect(error.contains(" 1:\(column): ") && error.contains(message), "\(error)")
    expectEqual(talk.tell("schema; screens"), before)
  }

  @Test func aScreenReadsNoNameOfTheSessionButTheClock() throws {
    let talk = try Conversation(Self.club + "let foo = 1")
    for (entry, column) in [("where no > :foo { }", 34), ("{ label c = (:foo) }", 36)] {
      expectEqual(
        talk.tell("screen X for [Member] \(entry)"),
        [
          "error expression 1:\(column): a screen cannot read session names such as :foo"
        ])
    }
    expectEqual(
      talk.tell("screen X for Member { label c = (:foo) }").first?.contains(
        "cannot read session names such as :foo"),
      true)
    expectEqual(talk.tell("screen X for [Member] { columns no; label c = (:today) }"), [])
    expectEqual(talk.tell("open X").last, "c: 2026-11-21")
  }

  @Test func aScreenThatIsDroppedIsClosed() throws {
    for drop in ["drop screen Desk", "drop type Member", "begin\ndrop screen Desk\ncommit"] {
      let talk = try Conversation(Self.club + "open Desk")
      expectEqual(talk.tell(drop).last?.contains("the screen Desk was dropped and is closed"), true)
      expectEqual(talk.tell("screens"), [])
    }
  }

  @Test func aMenuHasEachCommandOnceAndOnlyThoseForOneRecord() throws {
    let talk = try Conversation(Self.club + "command two a b { echo 1 }")
    #expect(
      talk.tell("screen X for [Member] { menu two }").first?
        .hasPrefix("error value 1:30: a menu cannot run two a b") == true)
    expectEqual(
      talk.tell("screen X for [Member] { menu lower, lower }"),
      ["error name 1:37: the menu already has \"lower\""])
  }
}

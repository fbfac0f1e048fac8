import Foundation
import TestSupport
import Testing

@Suite struct EraseTests {
  private static let members = """
    define Pass { code: Text }
    define Member { name: Text key, card: Text?, level: Text = "ordinary", age: Integer = 0, uses: [Pass] owned, twice: Integer := (age * 2) }
    index Member.card
    new Member name="Annabella" card="4111-first"
    set Member/1.card "5500-second"
    new Member name="Bartholomew" level="lifelong"
    set Member where card = "5500-second" : age=41
    append Member/1.uses new Pass code="used-code"
    append Member/1.uses new Pass code="former-code"
    remove Member/1.uses 1
    """

  private static func isIn(_ text: String, of talk: Conversation, _ path: String) throws -> Bool {
    let copy = path + ".\(UUID()).copy"
    talk.tell("backup \"\(copy)\"")
    return try [path, path + "-wal", path + "-shm", copy].contains {
      try Data(contentsOf: URL(filePath: $0)).range(of: Data(text.utf8)) != nil
    }
  }

  @Test func whatWasErasedIsNowhereInTheBytes() throws {
    let outsider = try Outsider()
    let talk = try Conversation(Self.members, database: outsider.path)
    for text in ["4111-first", "5500-second", "Annabella", "lifelong", "used-code", "former-code"] {
      #expect(try Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    expectEqual(
      talk.tell("erase Member/1.card \"asked by the member\""),
      [
        "notice: erased Member/1.card from 2 changes and 3 logged commands",
        "notice: commands that were typed at a prompt may also be in the history file of the line "
          + "editor, which is not part of the database",
      ])
    talk.tell("erase Member/2.level \"a mistake\"")
    for text in ["4111-first", "5500-second", "lifelong"] {
      #expect(try !Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    expectEqual(talk.tell("get Member/1.card; get Member/2.level"), ["nil", "ordinary"])
    let left = talk.tell("erase Member[\"Annabella\"] \"left the club\"")
    #expect(
      left.contains { $0.hasPrefix("notice: erased Member/1 and 2 records in its lists from ") })
    for text in ["Annabella", "used-code", "former-code"] {
      #expect(try !Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    talk.tell("delete Member/2; erase Member/2 \"long gone\"")
    #expect(try !Self.isIn("Bartholomew", of: talk, outsider.path))
    expectEqual(talk.tell("list Member; list Pass; check"), [])
  }

  @Test func theLogSaysThatATextWasErased() throws {
    let talk = try Conversation("define P { name: Text }", isForPerson: true)
    talk.tell("new P name=\"secretive\" --reason \"a whim\"; erase P/1 \"asked\"")
    expectEqual(
      talk.tell("log").map { $0.split(separator: "|").last },
      ["asked · erase P/1 \"asked\"", "(text erased)", "define P { name: Text }"])
  }

  /// `Club/1` has owned items and has had references.
  private static let clubs = """
    define Pass { code: Text }
    define Club { name: Text key, motto: Text? = "of-the-definition", phone: Text?, uses: [Pass] owned, kept: [Pass] }
    new Club name="Sevenoaks" motto="first-motto" phone="0170-former"
    alter Club { drop phone }
    set Club/1.motto "second-motto"
    append Club/1.uses new Pass code="owned-code"
    new Pass code="referred-code"
    append Club/1.kept Pass/2
    new Club name="Tonbridge" motto="third-motto"
    """

  @Test(arguments: ["", "\ndefine Club { title: Text }\nnew Club title=\"a-new-club\""])
  func whatWasErasedOfADroppedTypeIsNowhereInTheBytes(definition: String) throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      Self.clubs + "\ndrop type Club" + definition, database: outsider.path)
    let state = talk.tell("list Club; list Pass")
    for text in ["first-motto", "second-motto", "0170-former", "Sevenoaks", "owned-code"] {
      #expect(try Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    expectEqual(
      talk.tell("erase Club/1.motto \"asked\"").first,
      "notice: erased Club/1.motto from 3 changes and 3 logged commands")
    talk.tell("erase Club/1.phone \"asked\"")
    for text in ["first-motto", "second-motto", "0170-former"] {
      #expect(try !Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    for text in ["Sevenoaks", "owned-code", "third-motto"] {
      #expect(try Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    let left = talk.tell("erase Club/1 \"dissolved\"")
    #expect(
      left.contains { $0.hasPrefix("notice: erased Club/1 and 1 record in its lists") }, "\(left)")
    for text in ["Sevenoaks", "owned-code"] {
      #expect(try !Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    for text in ["Tonbridge", "third-motto", "referred-code"] {
      #expect(try Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    expectEqual(talk.tell("list Club; list Pass; check"), state)
  }

  @Test func aDroppedTypeComesBackOnlyWithoutErasures() throws {
    let talk = try Conversation(Self.clubs + "\ndrop type Club")
    talk.tell("erase Club/1.motto \"asked\"")
    let by = "#11 (erase Club/1.motto \"asked\")"
    expectEqual(
      talk.tell("undo"),
      [
        "error refused 1:1: \(by) erased values, which cannot be restored (`revert` can undo an "
          + "earlier transaction)"
      ])
    expectEqual(
      talk.tell("revert #10"),
      [
        "error refused 1:8: #10 cannot be undone: Club/1.motto was erased by "
          + "\(by), which is ann's"
      ])
    expectEqual(talk.tell("get Club/1.motto at #9; get Club/1.name at #9"), ["nil", "Sevenoaks"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func anItemThatWasRestoredOutlivesItsOwnersErasure() throws {
    let talk = try Conversation(Self.clubs + "\ndrop type Club\nrestore Pass/1 to #9")
    talk.tell("erase Club/1 \"asked\"")
    expectEqual(
      talk.tell("get Pass/1.code; get Pass/1.code at #6; check"), ["owned-code", "owned-code"])
  }

  @Test func aTypeThatWasDefinedAndDroppedInOneTransactionCanBeErased() throws {
    let outsider = try Outsider()
    let talk = try Conversation(
      "begin\n\(Self.clubs)\ndrop type Club\ndrop type Pass\ncommit", database: outsider.path)
    talk.tell("erase Club/1 \"asked\"")
    talk.tell("erase Pass/2.code \"asked\"")
    for text in ["first-motto", "0170-former", "Sevenoaks", "owned-code", "referred-code"] {
      #expect(try !Self.isIn(text, of: talk, outsider.path), "\(text)")
    }
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    ("erase Club/1.name \"x\"", "1:14: name is the key, which can be erased only with its record"),
    (
      "erase Club/1.uses \"x\"",
      "1:14: uses is a list of records; erase its records, or the owner of the list"
    ),
    ("erase Club/9 \"x\"", "1:7: there is no type \"Club\""),
    ("erase Clubs/1 \"x\"", "1:7: there is no type \"Clubs\""),
    ("history Club/1", "1:9: there is no type \"Club\""),
    ("compact before #10; erase Club/2 \"x\"", "1:27: Club/2 has no values to erase"),
  ])
  func whatCannotBeErasedOfADroppedTypeIsAnError(command: String, message: String) throws {
    let talk = try Conversation(Self.clubs + "\ndrop type Club")
    let said = talk.tell(command).filter { $0.hasPrefix("error") }
    expectEqual(said.first?.hasSuffix(message), true, "\(said)")
    expectEqual(talk.tell("check"), [])
  }

  @Test func theLogSaysThatSomethingWasErasedByWhomAndWhy() throws {
    let talk = try Conversation(Self.members)
    talk.tell("erase Member/1.card \"asked by the member\"")
    expectEqual(
      talk.tell("log limit 1"),
      [
        "11|2026-11-21T10:00:00.000Z|ann|asked by the member|test:1|erase|"
          + "erase Member/1.card \"asked by the member\"|false|1"
      ])
    let events = talk.tell("history Member/1.card").map { $0.split(separator: "|")[8...] }
    expectEqual(
      events.map { $0.joined(separator: " ") }, Array(repeating: "erase card nil nil", count: 3))
  }

  @Test func whatWouldNeedErasedValuesIsRefusedWithTheErasure() throws {
    let talk = try Conversation(Self.members)
    talk.tell("erase Member/1.card \"asked\"")
    let by = "Member/1.card was erased by #11 (erase Member/1.card \"asked\"), which is ann's"
    expectEqual(talk.tell("revert #5"), ["error refused 1:8: #5 cannot be undone: " + by])
    expectEqual(talk.tell("restore Member/1 to #5"), ["error refused 1:9: " + by])
    expectEqual(
      talk.tell("undo"),
      [
        "error refused 1:1: #11 (erase Member/1.card \"asked\") erased values, which cannot be "
          + "restored (`revert` can undo an earlier transaction)"
      ])
    // Changes before and after the erasure can be undone.
    talk.tell("set Member/1.card \"new\"; undo; revert #7")
    expectEqual(talk.tell("get Member/1.card; get Member/1.age"), ["nil", "0"])
    talk.tell("set Member/1 age=7 card=newer; restore Member/1 to #11")
    expectEqual(talk.tell("get Member/1.card; get Member/1.age"), ["nil", "41"])
    expectEqual(
      talk.tell("get Member/1.card at #5; get Member/1.name at #5"), ["nil", "Annabella"])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    (
      "erase Member/1.name \"x\"", "1:16: name is the key, which can be erased only with its record"
    ),
    (
      "erase Member/1.twice \"x\"",
      "1:16: twice is computed as (age * 2); erase the properties it is computed from"
    ),
    (
      "erase Member/1.uses \"x\"",
      "1:16: uses is a list of records; erase its records, or the owner of the list"
    ),
    ("erase Member/9 \"x\"", "1:7: Member/9 never existed"),
    ("begin; erase Member/1 \"x\"", "1:14: nothing can be erased inside a transaction"),
    ("repeat 1 { erase Member/1 \"x\" }", "1:12: erase cannot be used in a block"),
  ])
  func whatCannotBeErasedIsAnError(command: String, message: String) throws {
    let talk = try Conversation(Self.members)
    let said = talk.tell(command).filter { $0.hasPrefix("error") }
    expectEqual(said.first?.hasSuffix(message), true, "\(said)")
    talk.tell("rollback")
    expectEqual(talk.tell("count Member; check"), ["2"])
  }

  @Test func onlyWhatCanBeErasedIsAskedAbout() throws {
    var asked: [String] = []
    let talk = try Conversation(
      Self.members + "\ndefine Loan { of: Member? on delete refuse }\nnew Loan of=Member/1",
      confirm: {
        asked.append($0)
        return false
      })
    let before = talk.tell("log; list Member; check")
    for command in ["erase Member/1.name \"x\"", "erase Member/1 \"x\""] {
      expectEqual(talk.enter(command + "\n").count { $0.hasPrefix("error") }, 1)
    }
    expectEqual(asked, [])
    expectEqual(talk.enter("erase Member/2 \"x\"\n"), ["notice: nothing was erased"])
    expectEqual(asked, ["erase Member/2 permanently?"])
    expectEqual(talk.tell("log; list Member; check"), before)
  }

  @Test func theScriptOfAHistoryLeavesErasedRecordsOut() throws {
    let talk = try Conversation("define P { name: Text key, n: Integer = 0 }")
    talk.tell(
      "new P name=a; new P name=b; set P/1.n 3; set P/2.n 4; erase P/1 \"gone\"; new P name=c")
    let other = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    expectEqual(other.tell("list P"), talk.tell("list P"))
  }

  /// Random changes and erasures: the store is intact, and every state is unchanged except for the
  /// erased values.
  @Test(arguments: 0..<4)
  func statesAreAsTheyWereWithoutWhatWasErased(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let talk = try Conversation("define P { a: Integer?, b: Text = \"none\" }\nnew P; new P; new P")
    func state(_ number: Int) -> [String] { talk.tell("list P at #\(number)") }
    for _ in 0..<12 {
      let id = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: talk.tell("delete P/\(id)")
      case 1: talk.tell("set P/\(id).b \"text \(Int.random(in: 0...9, using: &random))\"")
      case 2: talk.tell("set P/\(id).a \(Int.random(in: 0...9, using: &random))")
      case 3: talk.tell("revert #\(Int.random(in: 2...8, using: &random))")
      default:
        let what = ["P/\(id).a", "P/\(id).b", "P/\(id)"].randomElement(using: &random) ?? ""
        let newest = talk.tell("log").count
        let before = (2...newest).map(state)
        talk.tell("erase \(what) \"because\"")
        for (number, rows) in zip(2...newest, before) {
          let now = state(number)
          expectEqual(now.count, rows.count, "#\(number)")
          for (row, former) in zip(now, rows) where row != former {
            #expect(row.hasPrefix("P/\(id)|"), "#\(number): \(row), not \(former); seed \(seed)")
          }
        }
      }
      expectEqual(talk.tell("check"), [], "seed \(seed)")
    }
  }
}

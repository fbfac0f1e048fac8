import TestSupport
import Testing

@Suite struct LogTests {
  @Test func theLogOfARecordAndOfATypeHasTheChangesOfItsLists() throws {
    let talk = try Conversation(HistoryTests.lists)
    func numbers(_ command: String) -> [String] {
      talk.tell(command).map { String($0.prefix { $0.isNumber }) }
    }
    expectEqual(numbers("log A/1"), ["7", "6", "5", "4"])
    expectEqual(numbers("log A"), ["8", "7", "6", "5", "4", "2"])
    talk.tell("set A/1.mem []")
    expectEqual(numbers("log A/1 limit 1"), ["9"])
  }

  @Test func theLogIsCutByRecordTypeTimeActorAndNumber() throws {
    let talk = try Conversation(
      TransactionReasonTests.world
        + "\ndefine Dog { name: Text }\nnew Dog name=Rex\nset bob.age 3\nset ann.age 4")
    func numbers(_ command: String) -> [String] {
      talk.tell(command).map { String($0.split(separator: "|")[0]) }
    }
    expectEqual(numbers("log"), ["7", "6", "5", "4", "3", "2", "1"])
    expectEqual(numbers("log ann"), ["7", "2"])
    expectEqual(numbers("log Person[\"Bob\"]"), ["6", "3"])
    expectEqual(numbers("log Dog"), ["5", "4"])
    expectEqual(numbers("log Person limit 2"), ["7", "6"])
    expectEqual(numbers("log Person/1 since #3"), ["7"])
    expectEqual(numbers("log since #3 until #5"), ["5", "4", "3"])
    expectEqual(numbers("log by ann limit 1"), ["7"])
    expectEqual(numbers("log by eve"), [])
    expectEqual(numbers("log until 2026-11-20"), [])
    expectEqual(talk.tell("log Cat").first?.hasPrefix("error name 1:5"), true)
    expectEqual(talk.tell("log Person/9").first, "error name 1:5: Person/9 never existed")
    talk.tell("delete bob")
    expectEqual(numbers("log Person/2"), ["8", "6", "3"])
  }

  @Test func aPageOfTheLogAndOfTheHistoryBeginsAfterAnOffset() throws {
    let talk = try Conversation("define P { n: Integer }\nnew P n=1\nset P/1.n 2\nset P/1.n 3")
    func numbers(_ command: String) -> [Substring?] {
      talk.tell(command).map { $0.split(separator: "|").first }
    }
    expectEqual(numbers("log limit 2"), ["4", "3"])
    expectEqual(numbers("log limit 2 offset 1"), ["3", "2"])
    expectEqual(numbers("log limit 9 offset 3"), ["1"])
    expectEqual(numbers("log limit 9223372036854775807 offset 3"), ["1"])
    expectEqual(numbers("log limit 0 offset 1"), [])
    expectEqual(numbers("history P limit 1 offset 1"), ["3"])
    expectEqual(numbers("history P limit 5 offset 2"), ["1", "2"])
    expectEqual(
      talk.tell("log limit 2, 1"),
      ["error syntax 1:11: expected one number after \"limit\" (write limit 1 offset 2)"])
  }
}

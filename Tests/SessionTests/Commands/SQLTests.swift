import Replies
import TestSupport
import Testing

@Suite struct SQLTests {
  @Test func sqlReadsEveryTableAndWritesNone() throws {
    let talk = try Conversation(people)
    expectEqual(talk.tell("sql \"select name, age from Person\""), ["Ann|41"])
    expectEqual(talk.tell("sql \"select count(*) from history where event = 'set'\""), ["4"])
    expectEqual(
      talk.tell("sql \"delete from Person\"").first?.hasPrefix("error expression 1:5: "), true)
    expectEqual(talk.tell("count Person; check"), ["1"])
  }

  @Test func columnsOfOneNameAreToldApart() throws {
    let replies = try Conversation().replies(to: "sql \"select 1 as a, 2 as a, 3 as a\"")
    expectEqual(replies.first, .tableBegins([Column("a"), Column("a:2"), Column("a:3")]))
  }
}

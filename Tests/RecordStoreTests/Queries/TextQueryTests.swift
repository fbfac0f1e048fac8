import Foundation
import RecordStore
import Records
import TestSupport
import Testing

@Suite struct TextQueryTests {
  private func names(_ records: [TypedRecord]) -> [String] {
    records.map { $0["name"]?.description ?? "nil" }
  }

  @Test func aConditionIsWrittenAsText() throws {
    let store = try smallStore()
    expectEqual(names(try store.queries.list("Person")), ["Ann", "Bob", "Émile"])
    expectEqual(names(try store.queries.list("Person", where: "age > 30")), ["Ann"])
    expectEqual(
      names(try store.queries.list("Person", where: "name = \"Bob\" or name = 'Ann'")),
      ["Ann", "Bob"])
    expectEqual(names(try store.queries.list("Person", where: "`age` is null")), ["Émile"])
    expectEqual(
      names(try store.queries.list("Person", where: "height in (1.72) -- the first")), ["Ann"])
  }

  @Test func anOrderIsWrittenAsText() throws {
    let store = try smallStore()
    expectEqual(
      names(try store.queries.list("Person", orderedBy: "age desc")), ["Ann", "Bob", "Émile"])
    expectEqual(
      names(try store.queries.list("Person", orderedBy: "active ASC, coalesce(age, 0), name DESC")),
      ["Bob", "Émile", "Ann"])
    expectEqual(names(try store.queries.list("Person", orderedBy: "name", limit: 1)), ["Ann"])
  }

  @Test(arguments: [
    ("Nobody", "age > 3", "there is no type \"Nobody\""),
    ("Person", "agee > 3", "agee"),
    ("Person", "name = 'Ann", "this text is never closed (at character 8)"),
    ("Person", "age", "expected"),
    ("Person", "age > 3; delete", ";"),
  ])
  func whatIsWrongWithATextIsSaid(type: String, condition: String, part: String) throws {
    let store = try smallStore()
    let error = #expect(throws: StoreError.self) {
      try store.queries.list(type, where: RecordCondition(text: condition))
    }
    expectEqual(error?.message.contains(part), true, "\(String(describing: error))")
  }

  @Test func aRecordIsReadByItsName() throws {
    let store = try smallStore()
    try expectEqual(store.queries.record(RecordID("Person", 1))?["name"], .text("Ann"))
    #expect(try store.queries.record(RecordID("Person", 9)) == nil)
    #expect(try store.queries.record(RecordID("Nobody", 1)) == nil)
  }

  @Test func anErrorOfTheStoreIsOneSentence() throws {
    let error = StoreError(.rule, "37 is taken", property: "number")
    expectEqual("\(error)", "37 is taken")
    expectEqual((error as any Error).localizedDescription, "37 is taken")
    expectEqual(Violation(error).message, "37 is taken")
    expectEqual(Violation(error).property, "number")
    expectEqual(Violation(error).cause as? StoreError, error)
  }
}

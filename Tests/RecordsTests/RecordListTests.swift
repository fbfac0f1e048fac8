import Records
import TestSupport
import Testing

@Suite struct RecordListTests {
  @Test func aListTellsOfItemsAddedRemovedAndMoved() throws {
    let type = try RecordType("T", [Property("n", .integer)])
    let records = try (0..<3).map { try TypedRecord(type, ["n": .integer($0)]) }
    let list = RecordList(Array(records.prefix(2)))
    var changes: [ListChange] = []
    list.listChanged.add { _, change in changes.append(change) }
    list.append(records[2])
    list.move(from: 2, to: 0)
    list.move(from: 1, to: 1)
    list.remove(at: 1)
    expectEqual(changes, [.inserted(at: 2), .moved(from: 2, to: 0), .removed(at: 1)])
    expectEqual(list.map { $0["n"] }, [.integer(2), .integer(1)])
  }
}

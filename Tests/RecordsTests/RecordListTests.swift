import Records
import TestSupport
import Testing

@Suite struct RecordListTests {
  @Test func aListTellsOfItemsAddedRemovedAndMoved() throws {
    let type = try RecordType("T", [Property("n", .integer)])
    let records = try (0..<3).map { try TypedRecord(type, ["n": .integer($0)]) }
    let list = RecordList(Array(records.prefix(2)))
    var changes: [ListChange] = []
    list.listChanged.add { _, change in changes.append(change.step) }
    list.append(records[2])
    list.move(from: 2, to: 0)
    list.move(from: 1, to: 1)
    list.remove(at: 1)
    expectEqual(changes, [.inserted(at: 2), .moved(from: 2, to: 0), .removed(at: 1)])
    expectEqual(list.map { $0["n"] }, [.integer(2), .integer(1)])
  }

  /// As a client would undo changes of a list.
  private final class ListHistory {
    private let list: RecordList
    private var steps: [() -> Void] = []
    private var isUndoing = false

    init(_ list: RecordList) {
      self.list = list
      list.listChanged.add { [unowned self] list, change in
        guard !isUndoing else { return }
        switch change.step {
        case .inserted(let index): steps.append { list.remove(at: index) }
        case .removed(let index): steps.append { list.insert(change.record, at: index) }
        case .moved(let source, let target): steps.append { list.move(from: target, to: source) }
        }
      }
    }

    func undo() {
      isUndoing = true
      defer { isUndoing = false }
      steps.popLast()?()
    }
  }

  @Test func aChangeHasTheRecordThatUndoNeeds() throws {
    let type = try RecordType("T", [Property("n", .integer)])
    let records = try (0..<4).map { try TypedRecord(type, ["n": .integer($0)]) }
    let list = RecordList(Array(records.prefix(3)))
    let history = ListHistory(list)
    list.move(from: 0, to: 2)
    list.remove(at: 1)
    list.insert(records[3], at: 0)
    for _ in 0..<3 { history.undo() }
    let isAsBefore = list.elementsEqual(records.prefix(3), by: ===)
    #expect(isAsBefore)
  }
}

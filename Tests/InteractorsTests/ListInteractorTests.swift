import Interactors
import Records
import TestSupport
import Testing
import Validation

final class Library {
  let show: TypedRecord
  private var reviews: [RecordID: TypedRecord] = [:]
  private let reviewType: RecordType

  init(count: Int = 0) throws {
    reviewType = try RecordType(
      "Review", [Property("rating", .integer), Property("text", .text, isOptional: true)])
    show = try TypedRecord(
      RecordType(
        "Show",
        [
          Property("title", .text), Property("reviews", .records(of: "Review"), listRole: .owns),
          Property("year", .integer, isOptional: true),
        ]))
    for number in 0..<count { try add(number) }
    put(Array(0..<count))
  }

  func add(_ number: Int) throws {
    let record = TypedRecord(reviewType, number: number, values: [.integer(number), nil])
    reviews[RecordID("Review", number)] = record
  }

  func put(_ numbers: [Int]) {
    show.restore("reviews", to: .list(numbers.map { .reference(RecordID("Review", $0)) }))
  }

  subscript(number: Int) -> TypedRecord? { reviews[RecordID("Review", number)] }

  func forget(_ number: Int) { reviews[RecordID("Review", number)] = nil }

  func list(_ made: @escaping (RecordID) -> Void = { _ in }) -> ListInteractor {
    ListInteractor(show, "reviews", isActive: false) { [weak self] id in
      guard let record = self?.reviews[id] else { return nil }
      made(id)
      return FormInteractor(record, ["rating", "text"], isActive: false)
    }
  }

  func form() -> FormInteractor {
    FormInteractor(show, ["title", "reviews", "year"]) { [weak self] id in
      self?.reviews[id].map { FormInteractor($0, ["rating", "text"]) }
    }
  }
}

@Suite struct ListInteractorTests {
  @Test func itNestsOneInteractorForEachItemAndActivatesThemFirst() throws {
    let library = try Library(count: 3)
    let list = library.list()
    expectEqual(list.rows.map(\.number), [0, 1, 2])
    expectEqual(list.nested.count, 3)
    #expect(list.rows.allSatisfy { !$0.interactor.isActive })
    list.activate()
    #expect(list.rows.allSatisfy { $0.interactor.isActive })
    list.deactivate()
    #expect(list.rows.allSatisfy { !$0.interactor.isActive })
  }

  /// Random changes of a list, compared with a plain array.
  @Test(arguments: 0..<(Seeded.isLong ? 30 : 10) as Range<UInt64>)
  func theRowsAreThoseOfTheListWhateverBecomesOfIt(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let library = try Library(count: 4)
    var made: [Int: Int] = [:]
    let list = library.list { made[$0.number, default: 0] += 1 }
    var gone: [Int] = []
    list.rowWillGo = { gone.append($0.number) }
    list.activate()
    var expected = [0, 1, 2, 3]
    var known = Dictionary(uniqueKeysWithValues: list.rows.map { ($0.number, $0.interactor) })
    for number in 4..<40 {
      let before = expected
      switch random.below(5) {
      case 0, 1:
        try library.add(number)
        expected.insert(number, at: random.below(expected.count + 1))
      case 2 where !expected.isEmpty: expected.remove(at: random.below(expected.count))
      case 3 where !expected.isEmpty:
        let moved = expected.remove(at: random.below(expected.count))
        expected.insert(moved, at: random.below(expected.count + 1))
      default: expected.shuffle(using: &random)
      }
      if random.below(4) == 0 {
        // An inactive list is not notified, and catches up when it is activated.
        list.deactivate()
        library.put(expected)
        expectEqual(list.rows.map(\.number), before)
        list.activate()
      } else {
        library.put(expected)
      }
      expectEqual(list.rows.map(\.number), expected)
      expectEqual(
        list.nested.map { ObjectIdentifier($0) }, list.rows.map { ObjectIdentifier($0.interactor) })
      #expect(list.rows.allSatisfy { $0.interactor.isActive })
      for row in list.rows {
        if let old = known[row.number] { #expect(old === row.interactor) }
        known[row.number] = row.interactor
      }
      for (number, interactor) in known where !expected.contains(number) {
        #expect(!interactor.isActive)
      }
    }
    #expect(made.values.allSatisfy { $0 == 1 })
    expectEqual(Set(gone), Set(made.keys).subtracting(expected))
    expectEqual(gone.count, Set(gone).count)
  }

  @Test func aMovedItemKeepsWhatIsEditedInIt() throws {
    let library = try Library(count: 3)
    let list = library.list()
    list.activate()
    let field = try #require(list.rows[1].interactor.fields.first)
    field.press(.character("5"))
    library.put([1, 2, 0])
    #expect(list.rows[0].interactor.fields.first === field)
    #expect(field.isEditing)
    expectEqual(field.text, "15")
    field.end()
    expectEqual(library[1]?["rating"], .integer(15))
  }

  @Test func anItemThatIsRemovedTakesItsEditingAlong() throws {
    let library = try Library(count: 3)
    let list = library.list()
    list.activate()
    let field = try #require(list.rows[1].interactor.fields.first)
    field.press(.character("5"))
    library.put([0, 2])
    #expect(!field.isEditing)
    #expect(!field.isActive)
    expectEqual(library[1]?["rating"], .integer(1))
    expectEqual(list.rows.map(\.number), [0, 2])
  }

  @Test func aChangeInsideAnItemReachesItsRow() throws {
    let library = try Library(count: 2)
    let list = library.list()
    list.activate()
    let spy = FieldSpy()
    list.rows[1].interactor.fields[0].view = spy
    try library[1]?.set("rating", to: .integer(9))
    expectEqual(spy.states.last?.text, "9")
  }

  @Test func anItemThatIsNotThereHasNoRowUntilItIs() throws {
    let library = try Library(count: 2)
    let list = library.list()
    list.activate()
    library.put([0, 7, 1])
    expectEqual(list.rows.map(\.number), [0, 1])
    try library.add(7)
    library.put([7, 0, 1])
    expectEqual(list.rows.map(\.number), [7, 0, 1])
  }

  @Test func aRecordThatIsGoneMeanwhileIsNotActivatedOnceMore() throws {
    let library = try Library(count: 2)
    let log = Activations()
    let list = ListInteractor(library.show, "reviews") { Activated($0.number, log) }
    list.activate()
    list.deactivate()
    library.put([1])
    list.activate()
    expectEqual(log.numbers, [0, 1, 1])
  }

  @Test func whoIsToldOfARowMayChangeTheListAgain() throws {
    let library = try Library(count: 3)
    let list = library.list()
    list.activate()
    list.rowWillGo = { row in
      if row.number == 0 { library.put([2]) }
    }
    library.put([1, 2])
    expectEqual(list.rows.map(\.number), [2])
    expectEqual(list.nested.count, 1)
  }

  @Test func onAnotherSubjectItHasThatOnesRows() throws {
    let (library, other) = (try Library(count: 3), try Library(count: 1))
    let list = library.list()
    list.subject = other.show
    expectEqual(list.rows.map(\.number), [0])
    list.activate()
    library.put([])
    expectEqual(list.rows.count, 1)
    list.detach()
    #expect(list.rows.isEmpty)
  }

  @Test func whatIsNoListHasNoRows() throws {
    let library = try Library(count: 3)
    #expect(ListInteractor(library.show, "title") { _ in Interactor() }.rows.isEmpty)
  }
}

extension ListInteractor.Row {
  fileprivate var number: Int { record?.number ?? -1 }
}

private final class Activations { var numbers: [Int] = [] }

private final class Activated: Interactor {
  private let number: Int
  private let log: Activations

  init(_ number: Int, _ log: Activations) {
    self.number = number
    self.log = log
  }

  override func didActivate() { log.numbers.append(number) }
}

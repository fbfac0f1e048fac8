import Interactors
import Records
import TestSupport
import Testing
import Validation

private final class Review: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var rating: Int
  @Observed var text: String = ""

  init(_ rating: Int) { self.rating = rating }
}

private final class Show: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var title: String = ""
  @Observed var reviews: [Review] = []
}

private protocol ObjectList {
  init(_ ratings: [Int])
  var ratings: [Int] { get }
  func insert(_ rating: Int, at index: Int)
  func remove(at index: Int)
  func move(from source: Int, to destination: Int)
  func rate(_ index: Int, _ rating: Int)
  /// The interactor, with the given interactor for each item.
  func interactor(_ row: @escaping (any PropertySubject) -> any InteractorProtocol)
    -> ListInteractor
}

private struct ClassList: ObjectList {
  let show = Show()

  init(_ ratings: [Int]) { show.reviews = ratings.map(Review.init) }

  var ratings: [Int] { show.reviews.map(\.rating) }
  func insert(_ rating: Int, at index: Int) { show.reviews.insert(Review(rating), at: index) }
  func remove(at index: Int) { show.reviews.remove(at: index) }
  func move(from source: Int, to destination: Int) {
    var reviews = show.reviews
    reviews.insert(reviews.remove(at: source), at: destination)
    show.reviews = reviews
  }
  func rate(_ index: Int, _ rating: Int) { show.reviews[index].rating = rating }
  func interactor(_ row: @escaping (any PropertySubject) -> any InteractorProtocol)
    -> ListInteractor
  {
    ListInteractor(show, "reviews", of: Review.self, row: row)
  }
}

private struct ListOfRecords: ObjectList {
  let list = RecordList()

  init(_ ratings: [Int]) {
    for rating in ratings { insert(rating, at: list.count) }
  }

  var ratings: [Int] {
    list.map { if case .integer(let rating)? = $0["rating"] { rating } else { -1 } }
  }
  func insert(_ rating: Int, at index: Int) {
    let properties = [Property("rating", .integer), Property("text", .text, isOptional: true)]
    guard let type = try? RecordType("Review", properties),
      let record = try? TypedRecord(type, ["rating": .integer(rating)])
    else { return }
    list.insert(record, at: index)
  }
  func remove(at index: Int) { list.remove(at: index) }
  func move(from source: Int, to destination: Int) { list.move(from: source, to: destination) }
  func rate(_ index: Int, _ rating: Int) { list[index].restore("rating", to: .integer(rating)) }
  func interactor(_ row: @escaping (any PropertySubject) -> any InteractorProtocol)
    -> ListInteractor
  {
    ListInteractor(list, row: row)
  }
}

private let ways: [@Sendable ([Int]) -> any ObjectList] = [
  { ClassList($0) }, { ListOfRecords($0) },
]

private final class Counted: Interactor {
  private final class Count: LabelView {
    var updates = 0
    var text = ""

    func configureView(_ traits: ViewTraits) {}
    func updateView(_ text: String) {
      updates += 1
      self.text = text
    }
  }

  private let count = Count()
  var updates: Int { count.updates }
  var text: String { count.text }

  init(_ subject: any PropertySubject) {
    super.init()
    let label = IntegerLabelInteractor(subject, "rating")
    label.view = count
    nest(label)
  }
}

extension ListInteractor {
  private var counted: [Counted] { rows.compactMap { $0.interactor as? Counted } }
  fileprivate var texts: [String] { counted.map(\.text) }
  fileprivate var updates: [Int] { counted.map(\.updates) }
}

@Suite struct ObjectListTests {
  @Test(arguments: [0, 1])
  func justWhatHasChangedIsUpdated(way: Int) {
    let list = ways[way]([1, 2, 3])
    let interactor = list.interactor { Counted($0) }
    interactor.activate()
    expectEqual(interactor.texts, ["1", "2", "3"])
    expectEqual(interactor.updates, [1, 1, 1])
    list.insert(9, at: 1)
    expectEqual(interactor.texts, ["1", "9", "2", "3"])
    list.rate(2, 7)
    expectEqual(interactor.texts, ["1", "9", "7", "3"])
    expectEqual(interactor.updates, [1, 1, 2, 1])
    list.move(from: 2, to: 0)
    expectEqual(interactor.texts, ["7", "1", "9", "3"])
    expectEqual(interactor.updates, [2, 1, 1, 1])
    list.remove(at: 1)
    list.rate(0, 7)
    expectEqual(interactor.texts, ["7", "9", "3"])
    expectEqual(interactor.updates, [2, 1, 1])
  }

  @Test(arguments: [0, 1])
  func aThousandItemsCostAThousandUpdatesAndOneMoreForEachChange(way: Int) {
    let list = ways[way](Array(0..<1000))
    let interactor = list.interactor { Counted($0) }
    interactor.activate()
    list.insert(5, at: 500)
    list.rate(999, 7)
    list.move(from: 1000, to: 0)
    expectEqual(interactor.updates.reduce(0, +), 1002)
    expectEqual(interactor.texts.count, 1001)
  }

  @Test(arguments: [0, 1])
  func whatRestsIsBroughtUpToDateWhenItIsActivated(way: Int) {
    let list = ways[way]([1, 2])
    let interactor = list.interactor { Counted($0) }
    list.insert(3, at: 2)
    list.remove(at: 0)
    expectEqual(interactor.rows.count, 2)
    interactor.activate()
    expectEqual(interactor.texts, ["2", "3"])
    interactor.deactivate()
    list.rate(0, 8)
    expectEqual(interactor.updates, [1, 1])
  }

  @Test(arguments: [0, 1])
  func nothingIsKeptOfARowThatHasGone(way: Int) {
    let list = ways[way]([1, 2, 3])
    var living: [Weak] = []
    var interactor: ListInteractor? = list.interactor { subject in
      let form = FormInteractor(subject, ["rating", "text"])
      living.append(Weak(form))
      living += form.fields.map(Weak.init)
      return form
    }
    func count() -> Int { living.count { $0.object != nil } }
    interactor?.activate()
    expectEqual(count(), 9)
    interactor?.rows[1].interactor.fields.first?.press(.character("5"))
    list.remove(at: 1)
    expectEqual(count(), 6)
    for place in 0..<50 {
      list.insert(place, at: 0)
      list.move(from: 0, to: 2)
      list.remove(at: 2)
    }
    expectEqual(count(), 6)
    let last = Weak(interactor)
    interactor?.rowWillGo = { [weak interactor] _ in _ = interactor }
    interactor = nil
    expectEqual(count(), 0)
    #expect(last.object == nil)
    expectEqual(list.ratings, [1, 3])
  }

  @Test func nobodyListensToAnItemThatHasGone() {
    let list = ClassList([1, 2])
    let gone = list.show.reviews[0]
    let interactor = list.interactor { FormInteractor($0, ["rating"]) }
    interactor.activate()
    #expect(!gone.propertyChanged.isEmpty)
    list.remove(at: 0)
    #expect(gone.propertyChanged.isEmpty)
    interactor.detach()
    #expect(list.show.reviews[0].propertyChanged.isEmpty)
    #expect(list.show.propertyChanged.isEmpty)
  }

  @Test(arguments: [0, 1])
  func aFieldWhoseItemIsRemovedSaysSo(way: Int) throws {
    let list = ways[way]([1, 2])
    let interactor = list.interactor { FormInteractor($0, ["rating"]) }
    interactor.activate()
    let field = try #require(interactor.rows[0].interactor.fields.first)
    field.press(.character("5"))
    expectEqual(list.ratings, [15, 2])
    let removed = try #require(interactor.rows[0].object)
    list.remove(at: 0)
    expectEqual(removed.value(of: "rating"), .integer(1))
    let reason = "the item was removed from its list"
    expectEqual(field.press(.character("5")), .rejected(Rejection(message: reason)))
    expectEqual(field.end(), .refused(reason: reason))
    #expect(!field.isEditing)
  }

  @Test func anItemThatComesBackCanBeEditedAgain() throws {
    let list = ClassList([1])
    let review = list.show.reviews[0]
    let form = FormInteractor(review, ["rating"])
    let interactor = list.interactor { _ in form }
    interactor.activate()
    list.show.reviews = []
    list.show.reviews = [review]
    form.fields[0].press(.character("5"))
    expectEqual(review.rating, 15)
    expectEqual(form.fields[0].end(), .ended)
  }

  @Test func theCountOfAListIsThereForALabel() {
    let list = ListOfRecords([1, 2])
    let spy = LabelSpy()
    let label = IntegerLabelInteractor(list.list, "count")
    label.view = spy
    label.activate()
    list.insert(3, at: 0)
    list.move(from: 0, to: 2)
    list.remove(at: 0)
    expectEqual(spy.texts, ["2", "3", "2"])
  }

  @Test func theSameObjectTwiceHasTwoRows() {
    let show = Show()
    let (one, two) = (Review(1), Review(2))
    show.reviews = [one, two, one]
    let interactor = ListInteractor(show, "reviews", of: Review.self) { Counted($0) }
    interactor.activate()
    one.rating = 5
    expectEqual(interactor.texts, ["5", "2", "5"])
    show.reviews = [two, one]
    expectEqual(interactor.texts, ["2", "5"])
    expectEqual(interactor.updates, [1, 2])
  }

  @Test func anotherPropertyOfTheOwnerTouchesNoRow() {
    let list = ClassList([1])
    let interactor = list.interactor { Counted($0) }
    interactor.activate()
    list.show.title = "Yes"
    list.show.reviews = list.show.reviews
    expectEqual(interactor.updates, [1])
  }
}

private struct Weak {
  weak var object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }
}

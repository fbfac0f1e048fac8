import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct LabelInteractorTests {
  @Test func aLabelOfAPlainClassFollowsItsPropertyWhileActive() {
    let person = Person()
    let label = IntegerLabelInteractor(person, "age", isActive: false)
    let view = LabelSpy()
    label.view = view
    person.age = 1
    label.activate()
    person.age = 4
    person.name = "Ada"
    person.age = nil
    label.deactivate()
    person.age = 42
    expectEqual(view.texts, ["1", "4", "«nil»"])
  }

  @Test func aLabelIsToldWhatNilLooksLike() {
    let label = IntegerLabelInteractor(Person(), "age")
    label.nilText = "—"
    expectEqual(label.text, "—")
  }

  @Test(arguments: [
    ("0", "0.0"), ("12.5", "12.5"), ("1.2345", "1.234"), ("1.2355", "1.236"), ("1.0005", "1.0"),
    ("12345", "12345.0"), ("123456", "#####"), ("-0.0001", "0.0"), ("99999.9996", "#####"),
  ])
  func aDecimalLabelOfAPlainClassHasFiveAndOneToThreeDigits(value: String, text: String) {
    let person = Person()
    person.height = decimal(value)
    expectEqual(DecimalLabelInteractor(person, "height").text, text)
  }

  @Test func aDecimalLabelOfARecordHasTheDigitsOfTheProperty() throws {
    let record = try record(
      Property("p", .decimal(integerDigits: 8, fractionDigits: 2...2)),
      values: ["p": .decimal(decimal("1234567.5"))])
    let label = DecimalLabelInteractor(record, "p", isGrouped: true)
    expectEqual(label.text, "1,234,567.50")
    let german = DecimalLabelInteractor(
      record, "p", symbols: NumberSymbols(localeIdentifier: "de_DE")!, isGrouped: true)
    expectEqual(german.text, "1.234.567,50")
    let narrow = DecimalLabelInteractor(
      record, "p", digits: DecimalDigits(integer: 7, fraction: 0...0))
    expectEqual(narrow.text, "1234568")
  }

  @Test func aLabelIsChosenByTheKindOfItsProperty() throws {
    let person = Person()
    person.weight = 0.1
    func text(_ name: String) -> String {
      LabelInteractor(person, person.property(named: name)!).text
    }
    expectEqual(text("name"), "")
    expectEqual(text("count"), "0")
    expectEqual(text("height"), "0.0")
    expectEqual(text("weight"), "0.1")
    expectEqual(text("active"), "false")
    let count = LabelInteractor(person, person.property(named: "count")!)
    #expect(type(of: count) == IntegerLabelInteractor.self)
    // A name alone says nothing about the kind.
    #expect(type(of: LabelInteractor(person, "count")) == LabelInteractor.self)
  }

  @Test func numbersStandAtTheRightAndNobodySpellsThem() {
    let view = LabelSpy()
    let label = IntegerLabelInteractor(Person(), "age")
    label.view = view
    expectEqual(view.traits?.alignment, .trailing)
    expectEqual(view.traits?.checksSpelling, false)
    expectEqual(view.traits?.hasClearButtonWhileEditing, false)
  }

  @Test func anActiveLabelIsGivenAnotherSubject() {
    let ada = Person()
    let grace = Person()
    grace.age = 85
    let label = IntegerLabelInteractor(ada, "age")
    let view = LabelSpy()
    label.view = view
    label.activate()
    label.subject = grace
    ada.age = 36
    grace.age = 86
    expectEqual(view.texts, ["«nil»", "85", "86"])
    #expect(ada.propertyChanged.isEmpty)
  }

  @Test func neitherRecordNorViewIsHeldLongerThanNeeded() {
    weak var seenPerson: Person?
    weak var seenView: LabelSpy?
    weak var seenLabel: IntegerLabelInteractor?
    var label: IntegerLabelInteractor?
    do {
      let person = Person()
      let view = LabelSpy()
      label = IntegerLabelInteractor(person, "age")
      label?.view = view
      label?.activate()
      seenPerson = person
      seenView = view
      seenLabel = label
    }
    #expect(seenView == nil)
    #expect(seenPerson != nil)
    label?.detach()
    #expect(seenPerson == nil)
    label = nil
    #expect(seenLabel == nil)
  }

  @Test func anInteractorThatGoesAwayLeavesNoHandlerBehind() {
    let person = Person()
    var label: IntegerLabelInteractor? = IntegerLabelInteractor(person, "age")
    label?.activate()
    #expect(!person.propertyChanged.isEmpty)
    label = nil
    #expect(person.propertyChanged.isEmpty)
  }
}

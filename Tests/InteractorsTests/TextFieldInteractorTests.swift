import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct TextFieldInteractorTests {
  private let person = Person()

  private func field(_ name: String) -> TextFieldInteractor {
    let field = TextFieldInteractor(person, person.property(named: name)!)
    field.activate()
    return field
  }

  @Test func thePropertyOfAPlainClassFollowsEveryKey() {
    let field = field("age")
    var heard: [Value?] = []
    person.propertyChanged.add { _, change in heard.append(change.new) }
    expectEqual(field.type("4x2"), "x")
    expectEqual(heard, [.integer(4), .integer(42)])
    expectEqual(person.age, 42)
    expectEqual(field.end(), .ended)
    #expect(!field.isEditing)
  }

  @Test func aFieldIsInactiveWhileItEditsAndActiveAgainAfterwards() {
    let field = field("age")
    field.type("4")
    #expect(!field.isActive)
    field.end()
    #expect(field.isActive)
  }

  @Test func aRequiredPropertyIsLeftAsItWasWhenTheFieldIsEmptied() throws {
    let record = try record(Property("name", .text, isKey: true), values: ["name": .text("A")])
    let field = TextFieldInteractor(record, record.property(named: "name")!)
    field.press(.backspace)
    expectEqual(record["name"], .text("A"))
    expectEqual(field.fieldState, .incomplete(reason: "name is required"))
    expectEqual(field.end(), .refused(reason: "name is required"))
    #expect(field.isEditing)
    field.type("B")
    expectEqual(record["name"], .text("B"))
    expectEqual(field.end(), .ended)
  }

  @Test(arguments: [Key.clear, .backspace])
  func aNumberThatCannotBeZeroIsLeftAsItWas(key: Key) throws {
    let record = try record(
      Property("n", .integer, range: ValueRange(.integer(5), .integer(9))),
      values: ["n": .integer(7)])
    let field = TextFieldInteractor(record, record.property(named: "n")!)
    field.press(key)
    expectEqual(field.text, "")
    expectEqual(record["n"], .integer(7))
    expectEqual(field.end(), .refused(reason: "n is required"))
    field.cancel()
    field.shouldClear = false
    field.press(.clear)
    expectEqual(record["n"], .integer(7))
    #expect(throws: Never.self) { try field.resetSubject() }
    expectEqual(record["n"], .integer(7))
  }

  @Test func aFieldWhoseLimitsExcludeZeroGivesAPlainClassNone() {
    person.count = 7
    let field = IntegerTextFieldInteractor(person, "count", in: 5...9)
    field.press(.clear)
    expectEqual(person.count, 7)
    expectEqual(field.fieldState, .incomplete(reason: "count is required"))
    expectEqual(field.end(), .refused(reason: "count is required"))
    field.end(.onFocusLoss)
    expectEqual(field.text, "7")
    // Optional values become nil; zero is used if the limits allow zero.
    person.age = 7
    let age = IntegerTextFieldInteractor(person, "age", in: 5...9)
    age.press(.clear)
    expectEqual(age.end(), .ended)
    #expect(person.age == nil)
    let count = IntegerTextFieldInteractor(person, "count", in: 0...9)
    count.press(.clear)
    expectEqual(count.end(), .ended)
    expectEqual(person.count, 0)
  }

  @Test func anIncompleteTextLeavesThePropertyAsItWasAndRefusesReturn() throws {
    let record = try record(
      Property("n", .integer, isOptional: true, range: ValueRange(.integer(100), .integer(200))))
    let field = TextFieldInteractor(record, record.property(named: "n")!)
    field.type("150")
    field.press(.backspace)
    expectEqual(record["n"], .integer(150))
    guard case .refused = field.end() else {
      Issue.record("15 is not in 100...200")
      return
    }
    guard case .refused = field.end(.onLeaving) else {
      Issue.record("leaving by a key is as Return")
      return
    }
    expectEqual(field.text, "15")
    field.end(.onFocusLoss)
    expectEqual(field.text, "")
    #expect(record["n"] == nil)
  }

  @Test func cancelTakesBackThisEditingAndNothingElse() {
    person.age = 5
    let field = field("age")
    field.type("0")
    expectEqual(person.age, 50)
    field.cancel()
    expectEqual(person.age, 5)
    expectEqual(field.text, "5")
    person.age = nil
    field.type("7")
    field.cancel()
    #expect(person.age == nil)
  }

  @Test func undoAndRedoRestoreTextSelectionAndValue() {
    person.age = 12
    let field = field("age")
    field.press(.backspace)
    let one = field.state
    field.press(.backspace)
    field.type("-")
    #expect(person.age == nil)
    field.type("5")
    expectEqual(person.age, -5)
    field.press(.undo)
    expectEqual(field.text, "-")
    #expect(person.age == nil)
    field.press(.undo)
    field.press(.undo)
    expectEqual(field.state, one)
    expectEqual(person.age, 1)
    field.press(.undo)
    expectEqual(person.age, 12)
    field.press(.undo)
    expectEqual(person.age, 12)
    for _ in 0..<9 { field.press(.redo) }
    expectEqual(field.text, "-5")
    expectEqual(person.age, -5)
  }

  @Test func undoBringsBackTheValueThatAnIncompleteTextHadLeftAlone() throws {
    let record = try record(
      Property("p", .decimal(integerDigits: 4, fractionDigits: 1...2)),
      values: ["p": .decimal(decimal("1234.5"))])
    let field = TextFieldInteractor(record, record.property(named: "p")!)
    field.press(.go(5))
    field.press(.backspace)
    expectEqual(field.text, "12345")
    expectEqual(record["p"], .decimal(decimal("1234.5")))
    field.press(.end)
    field.press(.backspace)
    expectEqual(record["p"], .decimal(decimal("1234")))
    field.press(.undo)
    expectEqual(record["p"], .decimal(decimal("1234.5")))
  }

  @Test func returnThatStaysUpdatesAndGoesOn() {
    let field = field("age")
    field.shouldReturn = false
    var accepted: [Value?] = []
    field.accept = { value throws(Violation) in accepted.append(value) }
    field.type("4")
    expectEqual(field.end(), .stays)
    #expect(field.isEditing)
    field.type("2")
    field.cancel()
    expectEqual(person.age, 4)
    expectEqual(accepted, [.integer(4)])
  }

  @Test func clearEmptiesTheTextOrOnlyResetsTheProperty() {
    person.age = 5
    let field = field("age")
    field.press(.clear)
    expectEqual(field.text, "")
    #expect(person.age == nil)
    field.cancel()
    field.shouldClear = false
    field.press(.clear)
    expectEqual(field.text, "5")
    #expect(person.age == nil)
  }

  @Test func whatAcceptsAnEditingCanRefuseIt() {
    let field = field("age")
    field.accept = { _ throws(Violation) in throw Violation(kind: .rule, message: "taken") }
    field.type("4")
    expectEqual(field.end(), .refused(reason: "taken"))
    #expect(field.isEditing)
    expectEqual(person.age, 4)
    field.accept = nil
    expectEqual(field.end(), .ended)
  }

  @Test func whatAcceptsIsNotAskedWhereNothingHasChanged() {
    person.age = 5
    let field = field("age")
    var calls = 0
    field.accept = { _ throws(Violation) in calls += 1 }
    field.press(.left)
    field.end()
    expectEqual(calls, 0)
  }

  @Test func theViewSeesEveryAcceptedEditAndTheEnd() {
    let field = field("age")
    let view = FieldSpy()
    field.view = view
    field.type("4x2")
    field.end()
    expectEqual(view.states.map(\.text), ["", "", "4", "42", "42"])
    expectEqual(view.traits?.keyboard, .number)
    expectEqual(view.traits?.hasClearButtonWhileEditing, true)
  }

  @Test func limitsBelongToTheInteractor() {
    let field = IntegerTextFieldInteractor(person, "age", in: 18...65)
    expectEqual(field.type("7"), "7")
    let height = DecimalTextFieldInteractor(person, "height")
    height.press(.clear)
    expectEqual(height.type("123456789.1234"), "94")
    expectEqual(person.height, decimal("12345678.123"))
    let name = TextTextFieldInteractor(person, "name", length: LengthRange(minimum: 0, maximum: 3))
    expectEqual(name.type("Grace"), "ce")
  }

  @Test func aValueThatTheSubjectRefusesIsIncomplete() throws {
    let record = try record(
      Property("n", .integer, range: ValueRange(.integer(0), .integer(10))))
    let wider = Property("n", .integer, range: ValueRange(.integer(0), .integer(99)))
    let field = TextFieldInteractor(record, wider)
    field.press(.clear)
    field.type("42")
    expectEqual(record["n"], .integer(4))
    expectEqual(field.fieldState, .incomplete(reason: "n must be 0…10, not 42"))
    field.press(.backspace)
    expectEqual(field.fieldState, .acceptable)
  }

  @Test func anotherSubjectCancelsTheEditing() {
    let ada = Person()
    let grace = Person()
    ada.age = 36
    grace.age = 85
    let field = TextFieldInteractor(ada, ada.property(named: "age")!)
    field.activate()
    field.type("1")
    field.subject = grace
    expectEqual(ada.age, 36)
    #expect(!field.isEditing)
    expectEqual(field.text, "85")
    #expect(ada.propertyChanged.isEmpty)
    field.press(.backspace)
    field.detach()
    expectEqual(grace.age, 85)
    #expect(grace.propertyChanged.isEmpty)
  }

  @Test func aNumberBeyondReachIsIncompleteAndLosesNothing() {
    person.height = decimal("1")
    let field = DecimalTextFieldInteractor(person, "height", maximumIntegerDigits: 40)
    field.press(.clear)
    field.type(String(repeating: "9", count: 39))
    expectEqual(person.height, decimal(String(repeating: "9", count: 38)))
    expectEqual(field.fieldState, .incomplete(reason: "more than 38 digits"))
  }

  @Test func aBooleanAndADoubleAreIncompleteUntilTheyFit() {
    let active = field("active")
    active.press(.clear)
    active.type("tru")
    expectEqual(person.active, false)
    guard case .refused = active.end() else {
      Issue.record("tru is not true")
      return
    }
    active.type("e")
    expectEqual(person.active, true)
    expectEqual(active.end(), .ended)
    let weight = field("weight")
    weight.press(.clear)
    weight.type("0.1")
    expectEqual(person.weight, 0.1)
  }
}

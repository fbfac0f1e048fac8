import Interactors
import Records
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
    #expect(field.type("4x2") == "x")
    #expect(heard == [.integer(4), .integer(42)])
    #expect(person.age == 42)
    #expect(field.endEditing() == .ended)
    #expect(!field.isEditing)
  }

  @Test func aFieldIsInactiveWhileItEditsAndActiveAgainAfterwards() {
    let field = field("age")
    field.type("4")
    #expect(!field.isActive)
    field.endEditing()
    #expect(field.isActive)
  }

  @Test func aRequiredPropertyIsLeftAsItWasWhenTheFieldIsEmptied() throws {
    let record = try record(Property("name", .text, isKey: true), values: ["name": .text("A")])
    let field = TextFieldInteractor(record, record.property(named: "name")!)
    field.press(.backspace)
    #expect(record["name"] == .text("A"))
    #expect(field.fieldState == .incomplete(reason: "name is required"))
    #expect(field.endEditing() == .refused(reason: "name is required"))
    #expect(field.isEditing)
    field.type("B")
    #expect(record["name"] == .text("B"))
    #expect(field.endEditing() == .ended)
  }

  @Test(arguments: [Key.clear, .backspace])
  func aNumberThatCannotBeZeroIsLeftAsItWas(key: Key) throws {
    let record = try record(
      Property("n", .integer, range: ValueRange(.integer(5), .integer(9))),
      values: ["n": .integer(7)])
    let field = TextFieldInteractor(record, record.property(named: "n")!)
    field.press(key)
    #expect(field.text == "")
    #expect(record["n"] == .integer(7))
    #expect(field.endEditing() == .refused(reason: "n is required"))
    field.cancelEditing()
    field.shouldClear = false
    field.press(.clear)
    #expect(record["n"] == .integer(7))
    #expect(throws: Never.self) { try field.resetSubject() }
    #expect(record["n"] == .integer(7))
  }

  @Test func aFieldWhoseLimitsExcludeZeroGivesAPlainClassNone() {
    person.count = 7
    let field = IntegerTextFieldInteractor(person, "count", in: 5...9)
    field.press(.clear)
    #expect(person.count == 7)
    #expect(field.fieldState == .incomplete(reason: "count is required"))
    #expect(field.endEditing() == .refused(reason: "count is required"))
    field.loseFocus()
    #expect(field.text == "7")
    // Whoever can be nil is, and zero is taken where the limits have it.
    person.age = 7
    let age = IntegerTextFieldInteractor(person, "age", in: 5...9)
    age.press(.clear)
    #expect(age.endEditing() == .ended)
    #expect(person.age == nil)
    let count = IntegerTextFieldInteractor(person, "count", in: 0...9)
    count.press(.clear)
    #expect(count.endEditing() == .ended)
    #expect(person.count == 0)
  }

  @Test func anIncompleteTextLeavesThePropertyAsItWasAndRefusesReturn() throws {
    let record = try record(
      Property("n", .integer, isOptional: true, range: ValueRange(.integer(100), .integer(200))))
    let field = TextFieldInteractor(record, record.property(named: "n")!)
    field.type("150")
    field.press(.backspace)
    #expect(record["n"] == .integer(150))
    guard case .refused = field.endEditing() else {
      Issue.record("15 is not in 100...200")
      return
    }
    guard case .refused = field.leave() else {
      Issue.record("leaving by a key is as Return")
      return
    }
    #expect(field.text == "15")
    field.loseFocus()
    #expect(field.text == "")
    #expect(record["n"] == nil)
  }

  @Test func cancelTakesBackThisEditingAndNothingElse() {
    person.age = 5
    let field = field("age")
    field.type("0")
    #expect(person.age == 50)
    field.cancelEditing()
    #expect(person.age == 5)
    #expect(field.text == "5")
    person.age = nil
    field.type("7")
    field.cancelEditing()
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
    #expect(person.age == -5)
    field.press(.undo)
    #expect(field.text == "-")
    #expect(person.age == nil)
    field.press(.undo)
    field.press(.undo)
    #expect(field.state == one)
    #expect(person.age == 1)
    field.press(.undo)
    #expect(person.age == 12)
    field.press(.undo)
    #expect(person.age == 12)
    for _ in 0..<9 { field.press(.redo) }
    #expect(field.text == "-5")
    #expect(person.age == -5)
  }

  @Test func undoBringsBackTheValueThatAnIncompleteTextHadLeftAlone() throws {
    let record = try record(
      Property("p", .decimal(integerDigits: 4, fractionDigits: 1...2)),
      values: ["p": .decimal(decimal("1234.5"))])
    let field = TextFieldInteractor(record, record.property(named: "p")!)
    field.press(.go(5))
    field.press(.backspace)
    #expect(field.text == "12345")
    #expect(record["p"] == .decimal(decimal("1234.5")))
    field.press(.end)
    field.press(.backspace)
    #expect(record["p"] == .decimal(decimal("1234")))
    field.press(.undo)
    #expect(record["p"] == .decimal(decimal("1234.5")))
  }

  @Test func returnThatStaysUpdatesAndGoesOn() {
    let field = field("age")
    field.shouldReturn = false
    var accepted: [Value?] = []
    field.accept = { value throws(Violation) in accepted.append(value) }
    field.type("4")
    #expect(field.endEditing() == .stays)
    #expect(field.isEditing)
    field.type("2")
    field.cancelEditing()
    #expect(person.age == 4)
    #expect(accepted == [.integer(4)])
  }

  @Test func clearEmptiesTheTextOrOnlyResetsTheProperty() {
    person.age = 5
    let field = field("age")
    field.press(.clear)
    #expect(field.text == "")
    #expect(person.age == nil)
    field.cancelEditing()
    field.shouldClear = false
    field.press(.clear)
    #expect(field.text == "5")
    #expect(person.age == nil)
  }

  @Test func whatAcceptsAnEditingCanRefuseIt() {
    let field = field("age")
    field.accept = { _ throws(Violation) in throw Violation(kind: .rule, message: "taken") }
    field.type("4")
    #expect(field.endEditing() == .refused(reason: "taken"))
    #expect(field.isEditing)
    #expect(person.age == 4)
    field.accept = nil
    #expect(field.endEditing() == .ended)
  }

  @Test func whatAcceptsIsNotAskedWhereNothingHasChanged() {
    person.age = 5
    let field = field("age")
    var calls = 0
    field.accept = { _ throws(Violation) in calls += 1 }
    field.press(.left)
    field.endEditing()
    #expect(calls == 0)
  }

  @Test func theViewSeesEveryAcceptedEditAndTheEnd() {
    let field = field("age")
    let view = FieldSpy()
    field.view = view
    field.type("4x2")
    field.endEditing()
    #expect(view.states.map(\.text) == ["", "", "4", "42", "42"])
    #expect(view.traits?.keyboard == .number)
    #expect(view.traits?.hasClearButtonWhileEditing == true)
  }

  @Test func limitsBelongToTheInteractor() {
    let field = IntegerTextFieldInteractor(person, "age", in: 18...65)
    #expect(field.type("7") == "7")
    let height = DecimalTextFieldInteractor(person, "height")
    height.press(.clear)
    #expect(height.type("123456789.1234") == "94")
    #expect(person.height == decimal("12345678.123"))
    let name = TextTextFieldInteractor(person, "name", length: LengthRange(minimum: 0, maximum: 3))
    #expect(name.type("Grace") == "ce")
  }

  @Test func aValueThatTheSubjectRefusesIsIncomplete() throws {
    let record = try record(
      Property("n", .integer, range: ValueRange(.integer(0), .integer(10))))
    let field = IntegerTextFieldInteractor(record, "n", in: 0...99)
    field.press(.clear)
    field.type("42")
    #expect(record["n"] == .integer(4))
    #expect(field.fieldState == .incomplete(reason: "n must be 0…10, not 42"))
    field.press(.backspace)
    #expect(field.fieldState == .acceptable)
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
    #expect(ada.age == 36)
    #expect(!field.isEditing)
    #expect(field.text == "85")
    #expect(ada.propertyChanged.isEmpty)
    field.press(.backspace)
    field.detach()
    #expect(grace.age == 85)
    #expect(grace.propertyChanged.isEmpty)
  }

  @Test func aNumberBeyondReachIsIncompleteAndLosesNothing() {
    person.height = decimal("1")
    let field = DecimalTextFieldInteractor(person, "height", maximumIntegerDigits: 40)
    field.press(.clear)
    field.type(String(repeating: "9", count: 39))
    #expect(person.height == decimal(String(repeating: "9", count: 38)))
    #expect(field.fieldState == .incomplete(reason: "more than 38 digits"))
  }

  @Test func aBooleanAndADoubleAreIncompleteUntilTheyFit() {
    let active = field("active")
    active.press(.clear)
    active.type("tru")
    #expect(person.active == false)
    guard case .refused = active.endEditing() else {
      Issue.record("tru is not true")
      return
    }
    active.type("e")
    #expect(person.active == true)
    #expect(active.endEditing() == .ended)
    let weight = field("weight")
    weight.press(.clear)
    weight.type("0.1")
    #expect(person.weight == 0.1)
  }
}

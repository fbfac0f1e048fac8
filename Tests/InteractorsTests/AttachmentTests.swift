import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct AttachmentTests {
  @Test func anActiveLabelIsGivenAnotherPropertyOfAnotherSubject() {
    let ada = Person()
    let grace = Person()
    grace.count = 7
    let label = IntegerLabelInteractor(ada, "age")
    let view = LabelSpy()
    label.view = view
    label.activate()
    label.attach(to: grace, "count")
    ada.age = 36
    grace.age = 85
    grace.count = 8
    expectEqual(view.texts, ["«nil»", "7", "8"])
    #expect(ada.propertyChanged.isEmpty)
    expectEqual(label.propertyName, "count")
  }

  @Test func anEditingIsTakenBackFromTheOldSubject() {
    let ada = Person()
    let grace = Person()
    ada.age = 3
    let field = IntegerTextFieldInteractor(ada, "age", in: 0...150)
    field.activate()
    field.type("6")
    field.attach(to: grace, "count")
    expectEqual(ada.age, 3)
    #expect(!field.isEditing)
    expectEqual(field.text, "0")
    field.type("1")
    expectEqual(grace.count, 1)
  }

  @Test func aDecimalFieldOfABinaryFractionFollowsItsKeys() {
    let ada = Person()
    let field = DecimalTextFieldInteractor(ada, "weight", maximumFractionDigits: 2)
    field.activate()
    expectEqual(field.text, "0.0")
    field.press(.clear)
    expectEqual(field.type("70.255"), "5")
    expectEqual(ada.weight, 70.25)
    expectEqual(field.end(), .ended)
    expectEqual(field.text, "70.25")
  }

  @Test func aFormatNarrowsOnlyNumbersAndLeavesSomeOfThem() {
    let digits = DecimalDigits(integer: 2, fraction: 0...1)
    func format(_ kind: PropertyKind, _ range: ValueRange? = nil) -> FieldFormat? {
      FieldFormat(Property("p", kind, range: range), within: digits)
    }
    #expect(format(.text) == nil)
    #expect(format(.boolean) == nil)
    #expect(format(.integer, ValueRange(.integer(100), nil)) == nil)
    #expect(format(.integer, ValueRange(nil, .integer(-100))) == nil)
    let bound = Value.decimal(decimal("0.25"))
    let other = Value.decimal(decimal("0.28"))
    #expect(
      format(.decimal(integerDigits: 1, fractionDigits: 2...2), ValueRange(bound, other)) == nil)
    expectEqual(format(.integer)?.value(of: "99"), .integer(99))
    #expect(format(.integer)?.value(of: "100") == nil)
    #expect(format(.double)?.value(of: "99.5") != nil)
    #expect(format(.double)?.value(of: "99.55") == nil)
  }
}

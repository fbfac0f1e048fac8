import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct LongNumberTests {
  private let person = Person()

  private var weight: DecimalTextFieldInteractor { DecimalTextFieldInteractor(person, "weight") }

  @Test func aNumberIsRoundedWhileIdleAndWholeWhileEdited() {
    person.weight = 0.12345
    let field = weight
    expectEqual(field.text, "0.123")
    field.begin()
    expectEqual(field.text, "0.12345")
    expectEqual(field.fieldState, .acceptable)
    #expect(!field.hasOtherText)
    expectEqual(field.end(), .ended)
    expectEqual(person.weight, 0.12345)
    expectEqual(field.text, "0.123")
  }

  @Test func anExactDecimalIsRoundedHalfToEven() {
    for (value, text) in [("0.1235", "0.124"), ("0.1245", "0.124"), ("-0.0001", "0.0")] {
      person.height = decimal(value)
      let field = DecimalTextFieldInteractor(person, "height")
      expectEqual(field.text, text)
      field.press(.left)
      expectEqual(field.end(), .ended)
      expectEqual(person.height, decimal(value))
    }
  }

  @Test func whatIsTooMuchIsDeletedBackIntoTheField() {
    person.weight = 0.12345
    let field = weight
    field.press(.backspace)
    expectEqual(field.text, "0.1234")
    expectEqual(person.weight, 0.12345)
    guard case .invalid = field.fieldState else {
      Issue.record("no digit at the end makes 0.1234 one of three decimals")
      return
    }
    guard case .refused = field.end() else {
      Issue.record("four decimals are too many")
      return
    }
    field.press(.undo)
    expectEqual(field.fieldState, .acceptable)
    field.press(.backspace)
    field.press(.backspace)
    expectEqual(person.weight, 0.123)
    expectEqual(field.end(), .ended)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func whatHasNoDigitsIsShownClearedAndReplaced(number: Double) {
    person.weight = number
    let field = weight
    expectEqual(field.text, "\(number)")
    field.begin()
    expectEqual(field.end(), .ended)
    #expect(person.weight == number || number.isNaN && person.weight.isNaN)
    field.press(.character("5"))
    expectEqual(field.text, "5")
    expectEqual(person.weight, 5)
    field.press(.undo)
    expectEqual(field.text, "\(number)")
    field.press(.clear)
    expectEqual(person.weight, 0)
    expectEqual(field.end(), .ended)
  }

  @Test func aDoubleOfManyDigitsIsEditedOnAClassAndNotOnARecord() throws {
    person.weight = 1.0 / 3
    let field = TextFieldInteractor(person, person.property(named: "weight")!)
    expectEqual(field.text, "0.333333333333333")
    field.press(.backspace)
    expectEqual(person.weight, 0.333333333333333)
    let record = try record(Property("v", .double), values: ["v": .double(1.0 / 3)])
    let other = TextFieldInteractor(record, record.property(named: "v")!)
    guard case .rejected(let rejection) = other.press(.backspace) else {
      Issue.record("a command sets it")
      return
    }
    expectEqual(rejection.reason.code, .longNumber)
    other.begin()
    #expect(!other.isEditing)
    expectEqual(other.end(), .ended)
  }

  @Test func aNumberOutOfTheRangeIsNoLongOne() {
    person.weight = 200.12345
    let field = TextFieldInteractor(
      person, "weight",
      format: FieldFormat(
        grammar: DecimalGrammar(
          maximumIntegerDigits: 3, fractionDigits: 0...2, maximum: ExactDecimal(150))))
    expectEqual(field.text, "200.12345")
    field.begin()
    guard case .refused = field.end() else {
      Issue.record("200 is above 150")
      return
    }
  }

  @Test func anotherFormatWritesAllOfTheNumber() {
    person.weight = 0.12345
    let field = weight
    field.begin()
    field.format = field.format.withSymbols(NumberSymbols(localeIdentifier: "de_DE")!)
    expectEqual(field.text, "0,12345")
    expectEqual(field.end(), .ended)
    expectEqual(field.text, "0,123")
  }
}

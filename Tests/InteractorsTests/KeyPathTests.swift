import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct KeyPathTests {
  private final class Item: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var price: ExactDecimal = .zero
    @Observed var weight: Float = 0
    @Observed var color: Int = 0
    @Observed var pages: UInt8? = nil
    @Observed var day = CalendarDate.epoch
    @Observed var code = ""
    @Observed(in: 5...9) var count = 5
    @Observed var opens = ClockTime.midnight
    @Observed var parts: [Item] = []
  }

  private let item = Item()

  @Test func aLabelAndAFieldFindTheirPropertyByItsKeyPath() {
    let label = IntegerLabelInteractor(item, \.pages)
    let field = IntegerTextFieldInteractor(item, \.pages, in: 1...)
    label.activate()
    field.activate()
    expectEqual(field.type("-30"), "-")
    expectEqual(item.pages, 30)
    expectEqual(label.text, "30")
    field.type("0")
    expectEqual(item.pages, 30)
    guard case .incomplete = field.fieldState else {
      Issue.record("a UInt8 has no 300")
      return
    }
    expectEqual(field.propertyName, "pages")
    expectEqual(DateLabelInteractor(item, \.day).text, "1970-01-01")
    let date = DateTextFieldInteractor(item, \.day, in: CalendarDate.epoch...)
    expectEqual(date.text, "1970-01-01")
  }

  @Test func theFieldOfAPropertyHasTheRulesThatStandThere() {
    let field = TextFieldInteractor(item, \.count)
    field.press(.clear)
    expectEqual(item.count, 5)
    expectEqual(field.endEditing(), .refused(.required("count")))
    field.type("6")
    expectEqual(item.count, 6)
    expectEqual(TextFieldInteractor(item, \.opens, as: .time(hasSeconds: false)).text, "00:00")
  }

  @Test func moneyIsOneLine() {
    let field = DecimalTextFieldInteractor(
      item, \.price, minimumFractionDigits: 2, maximumFractionDigits: 2, unit: "€",
      in: ExactDecimal.zero...)
    field.press(.clear)
    expectEqual(field.type("-12.505"), "-5")
    expectEqual(item.price, decimal("12.5"))
    field.endEditing()
    expectEqual(field.text, "12.50")
    expectEqual(field.format.notation.suffix, "\u{A0}€")
    let weight = DecimalTextFieldInteractor(item, \.weight, unit: "kg", in: ...ExactDecimal(10))
    weight.press(.clear)
    weight.type("0.1")
    expectEqual(item.weight, 0.1)
  }

  @Test func aWholeNumberIsEditedInHexadecimalDigits() {
    let field = HexTextFieldInteractor(item, \.color, digits: 6)
    field.press(.clear)
    expectEqual(field.type("ffg0a"), "g")
    expectEqual(item.color, 0xFF0A)
    field.press(.selectAll)
    field.press(.paste("0x00ff00"))
    expectEqual(item.color, 0xFF00)
    expectEqual(field.endEditing(), .ended)
    expectEqual(field.text, "FF00")
    expectEqual(field.expectation, "up to 6 hexadecimal digits")
    let text = HexTextFieldInteractor(item, \.code, digits: 2)
    text.type("f")
    expectEqual(item.code, "")
    text.type("0")
    expectEqual(item.code, "F0")
  }

  @Test func aFormAListAndACalculationTakeKeyPaths() {
    let form = FormInteractor(item, \.price, \.day)
    expectEqual(form.parts.map(\.name), ["price", "day"])
    item.parts = [Item()]
    let list = ListInteractor(item, \.parts) { FormInteractor($0, \.count) }
    expectEqual(list.rows.count, 1)
    let twice = Calculation { [item] in .integer(item.count * 2) }
    twice.depend(on: item, \.count)
    expectEqual(twice.value, .integer(10))
    item.count = 6
    expectEqual(twice.value, .integer(12))
    let label = IntegerLabelInteractor(nil, "count")
    label.attach(to: item, \.count)
    expectEqual(label.text, "6")
  }

  @Test func aViolationThatNamesAPropertyPutsTheFocusThere() {
    item.parts = [Item(), Item()]
    let form = FormInteractor(item, \.price, \.day)
    form.add(ListInteractor(item, \.parts) { FormInteractor($0, \.price, \.count) }, as: "parts")
    form.activate()
    var path = "price"
    form.accept = { _ throws(Violation) in
      throw Violation(kind: .rule, message: "no", of: path)
    }
    form.focusFirst()
    form.focusedField?.press(.character("1"))
    form.leaveForNext()
    for (other, place) in [("price", 0), ("day", 1), ("parts[1].count", 5), ("parts[0].price", 2)] {
      path = other
      expectEqual(form.end(), .refused(reason: "no"))
      #expect(form.focusedField === form.fields[place], "\(other)")
    }
    path = "nothing.there"
    expectEqual(form.end(), .refused(reason: "no"))
    #expect(form.focusedField === form.fields[2])
    form.accept = nil
    expectEqual(form.end(), .ended)
  }
}
